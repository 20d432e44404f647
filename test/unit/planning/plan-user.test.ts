import { describe, expect, it } from 'vitest'
import { bcrypt, findingsOf, identity, outline, pbkdf2, plan, ready } from './made-users.ts'

const email = 'ann@example.com'
const phone = '+14155552671'
const google = identity('google', 'G1')

describe('several login methods', () => {
  const fields = {
    email,
    phone,
    phoneIsLogin: true,
    hash: { hash: bcrypt },
    identities: [google, identity('github', '7')],
  }

  it('are all migrated, in the order password, third party, passwordless, and counted', () => {
    const all = plan(fields)
    expect(outline(all)).toEqual(
      ready(
        ['import ann@example.com bcrypt', 'google G1 ann@example.com', 'github 7 ann@example.com', 'code +14155552671'],
        ['several-methods'],
      ),
    )
    expect(all.findings[0]?.detail).toBe('4 login methods: a core without account linking makes 4 users of them.')
  })

  it('are cut to the first one by choice, without questions about the rest', () => {
    const undecided = identity('samlp', 'S1')
    expect([
      outline(plan({ ...fields, identities: [undecided] }, { severalMethods: 'first' })),
      outline(plan({ email, identities: [google, undecided] }, { severalMethods: 'first' })),
      outline(plan({ email, identities: [google] }, { severalMethods: 'first' })),
    ]).toEqual([
      ready(['import ann@example.com bcrypt'], ['several-methods', 'phone-not-carried']),
      ready(['google G1 ann@example.com'], ['several-methods']),
      ready(['google G1 ann@example.com']),
    ])
  })

  it('begin with the next one when the first is left out', () => {
    const choices = { severalMethods: 'first', otherHashes: 'exclude' } as const
    expect(outline(plan({ email, hash: { hash: pbkdf2 }, identities: [google] }, choices))).toEqual(
      ready(['google G1 ann@example.com'], ['unsupported-hash:pbkdf2', 'excluded:pbkdf2']),
    )
  })

  it('go out where one of them is left out', () => {
    expect(
      outline(plan({ email, hash: { hash: pbkdf2 }, identities: [google] }, { otherHashes: 'passwordless' })),
    ).toEqual(
      ready(
        ['google G1 ann@example.com', 'code ann@example.com'],
        ['unsupported-hash:pbkdf2', 'hash-given-up:pbkdf2', 'several-methods'],
      ),
    )
  })

  it('hold the user back while one of them is undecided, and count what can be built', () => {
    expect(outline(plan({ email, hash: { hash: pbkdf2 }, identities: [google] }))).toEqual({
      state: 'blocked',
      calls: ['google G1 ann@example.com'],
      findings: ['!unsupported-hash:pbkdf2', 'several-methods'],
    })
  })
})

describe('the standing of a user', () => {
  it('deleted leaves nothing to decide about it, even where it may be no user', () => {
    const doubtful = { email, mayBeOther: true, standing: 'deleted' } as const
    expect(outline(plan(doubtful))).toEqual({ state: 'excluded', calls: [], findings: ['may-be-no-user', 'deleted'] })
    expect(outline(plan({ ...doubtful, standing: 'active' })).findings).toEqual(['!may-be-no-user'])
    expect(outline(plan({ ...doubtful, standing: 'active' }, { otherRows: 'exclude' }))).toEqual({
      state: 'excluded',
      calls: [],
      findings: ['may-be-no-user', 'excluded:may-be-no-user'],
    })
  })

  it('is unknown where its row is an event of a log or a request for an account, also with a hash or an identity, until the operator decides', () => {
    for (const login of [{ email, hash: { hash: bcrypt } }, { email, identities: [google] }, { email }]) {
      for (const mayBeOther of ['event', 'request'] as const) {
        const row = { ...login, mayBeOther }
        expect(plan(row)).toMatchObject({ state: 'blocked', findings: [{ code: 'may-be-no-user', blocks: true }] })
        expect(plan(row, { otherRows: 'import' }).state).toBe('ready')
        expect(plan(row, { otherRows: 'exclude' }).state).toBe('excluded')
      }
    }
    // Elsewhere, a row with a login is a user.
    expect(plan({ email, hash: { hash: bcrypt }, mayBeOther: true }).state).toBe('ready')
  })

  it('deleted excludes it, whatever else there is', () => {
    expect(plan({ email, hash: { hash: pbkdf2 }, standing: 'deleted' })).toEqual({
      state: 'excluded',
      calls: [],
      findings: [{ code: 'deleted', blocks: false, group: '', detail: 'This user was deleted at the source.' }],
      bucket: { kind: 'unsupported', family: 'pbkdf2' },
      email,
      phone: null,
    })
  })

  it('disabled blocks it until the operator decides', () => {
    const fields = { email, hash: { hash: bcrypt }, standing: 'disabled' } as const
    expect([
      outline(plan(fields)),
      outline(plan(fields, { disabled: 'migrate' })),
      outline(plan(fields, { disabled: 'exclude' })),
    ]).toEqual([
      { state: 'blocked', calls: ['import ann@example.com bcrypt'], findings: ['!disabled'] },
      ready(['import ann@example.com bcrypt'], ['disabled']),
      { state: 'excluded', calls: [], findings: ['disabled', 'excluded:disabled'] },
    ])
  })
})

describe('an id in the old system', () => {
  it('of more than 256 characters blocks its user, with the length in the finding', () => {
    const [most, long] = [256, 257].map((length) => plan({ sourceId: 'x'.repeat(length), email }))
    expect([most?.state, long?.state, long && findingsOf(long)]).toEqual(['ready', 'blocked', ['!too-long:source-id']])
    expect(long?.findings[0]?.detail).toContain('257 characters')
  })
})

describe('a value that cannot be sent', () => {
  it('excludes its user where the operator does not correct it, and asks nothing more', () => {
    const long = 'x'.repeat(257)
    const google = { provider: 'google', userId: 'G1', email, emailVerified: null }
    const wrong = { email: 'ann', hash: { hash: bcrypt }, identities: [google] }
    expect([
      outline(plan(wrong)).findings,
      outline(plan(wrong, { invalidEmails: 'exclude' })),
      outline(plan({ email: 'ann' }, { unstorableValues: 'exclude' })),
      outline(plan({ sourceId: long, email }, { unstorableValues: 'exclude' })),
      outline(plan({ email: 'ann', standing: 'disabled' }, { invalidEmails: 'exclude' })).state,
      outline(plan({ email, hash: { hash: bcrypt } }, { invalidEmails: 'exclude', unstorableValues: 'exclude' })).state,
    ]).toEqual([
      ['!email-invalid', 'several-methods'],
      { state: 'excluded', calls: [], findings: ['email-invalid', 'several-methods', 'excluded:email-invalid'] },
      { state: 'blocked', calls: [], findings: ['!email-invalid'] },
      { state: 'excluded', calls: [], findings: ['too-long:source-id', 'excluded:too-long'] },
      'excluded',
      'ready',
    ])
  })
})

describe('a correction', () => {
  it('replaces or takes away email, phone and hash', () => {
    const fields = { email: 'ann', phone: '12', hash: { hash: pbkdf2 } }
    expect([
      outline(plan(fields, {}, { email, phone: null, hash: { hash: bcrypt } })),
      outline(plan(fields, {}, { email, phone, hash: null })),
      outline(plan(fields, {}, { email: null, phone, hash: null })),
    ]).toEqual([
      ready(['import ann@example.com bcrypt']),
      ready(['code ann@example.com', 'update ann@example.com +14155552671'], ['hash-given-up']),
      ready(['code +14155552671'], ['hash-given-up']),
    ])
  })

  it('of an email does not inherit that the old one was or was not verified', () => {
    const unverified = { email: 'ann@old.example.com', emailVerified: false, phone, phoneVerified: true } as const
    const verified = { email: 'ann@old.example.com', emailVerified: true, identities: [google] } as const
    expect([
      findingsOf(plan({ email: 'ann@old.example.com', emailVerified: false }, {}, { email })),
      outline(plan(unverified, {}, { email })).calls,
      outline(plan(verified, {}, { email })).calls,
      outline(plan(verified, {}, { email: 'ann@old.example.com' })).calls,
    ]).toEqual([
      [],
      ['code +14155552671', 'update ann@example.com +14155552671'],
      ['google G1 ann@example.com'],
      ['google G1 ann@old.example.com verified'],
    ])
  })
})
