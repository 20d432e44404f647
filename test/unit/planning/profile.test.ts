import { assert, constantFrom, jsonValue, property, string } from 'fast-check'
import { unknownFacts } from '../../../shared/core-api/check-result.ts'
import { describe, expect, test } from 'vitest'
import { noOtherHolder, settlePlan } from '../../../electron/engine/import-pipeline/plan-columns.ts'
import { readStoredUser, writeStoredUser } from '../../../electron/engine/import-pipeline/stored-user.ts'
import { readStoredCalls } from '../../../electron/engine/document/stored-calls.ts'
import { writeCalls } from '../../../shared/planning/call-key.ts'
import { maskMetadata, maskSample, secretsInMetadata } from '../../../shared/mapping/shown/mask-sample.ts'
import { jsonOf, profileOf, rolesOf } from '../../../shared/mapping/profile-of.ts'
import { noChoices, type Choices } from '../../../shared/planning/choices.ts'
import { followUps, isProfileCall } from '../../../shared/planning/follow-ups.ts'
import type { PlanContext } from '../../../shared/planning/judge-for-plan.ts'
import { maxMetadata } from '../../../shared/planning/profile.ts'
import { doubtfulTotp, readTotp } from '../../../shared/users/totp-secret.ts'
import { emptyUser, type Profile, profileParts, type User } from '../../../shared/users/user.ts'
import { outline } from './made-users.ts'

const secret = 'JBSWY3DPEHPK3PXP'
const ann: User = {
  ...emptyUser,
  sourceId: 'old-ann',
  email: 'ann@example.com',
  hash: { hash: '$2b$10$abcdefghijklmnopqrstuu000001ABCDEFGHIJKLMNOPQRSTUVWXe' },
  profile: {
    metadata: { plan: 'gold', address: { city: 'Ulm' } },
    roles: ['editor', ' editor', 'guest'],
    totp: [secret],
  },
}
const google = { provider: 'google', userId: '1', email: 'ann@example.com', emailVerified: true }
const real: PlanContext = {
  scrypt: null,
  dialect: 'supertokens',
  core: { ...unknownFacts, accountLinking: true, totp: true, roles: ['editor'] },
}

function planned(profile: Profile, choices: Partial<Choices> = {}, context = real) {
  const planning = { choices: { ...noChoices, ...choices }, context }
  return settlePlan({ ...ann, profile }, null, planning, noOtherHolder).plan
}

describe('what belongs to a user besides its login methods', () => {
  const { profile = {} } = ann

  test('is added after the old ID, under which the core keeps it', () => {
    const plan = planned(profile, { keepUserIds: true, roles: { guest: 'create' } })
    expect(outline(plan)).toEqual({
      state: 'ready',
      calls: [
        'import ann@example.com bcrypt',
        'keep old-ann',
        'metadata {"plan":"gold","address":{"city":"Ulm"}}',
        'give editor',
        'create and give guest',
        'totp Imported',
      ],
      findings: ['role-missing:guest'],
    })
    const wrapped = plan.calls.map((call) => ({ call }))
    const needed = plan.calls.flatMap((call, at) => (isProfileCall(call) ? [followUps.prerequisites(wrapped, at)] : []))
    expect(needed).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
    ])
  })

  test('waits for a decision where the core does not have a role, or goes without it', () => {
    const left = planned(profile, { roles: { guest: 'exclude' } })
    expect([planned(profile).state, left.state, left.calls.filter(({ kind }) => kind === 'role').length]).toEqual([
      'blocked',
      'ready',
      1,
    ])
  })

  test('stays behind at a core with the documented interface, which is counted for all users and not with each', () => {
    const { state, calls, findings } = outline(planned(profile, {}, { ...real, dialect: 'documented' }))
    expect([state, calls, findings]).toEqual(['ready', ['import ann@example.com bcrypt'], []])
    expect(profileParts({ profile: { ...profile, joined: '2023-02-09' } })).toBe('metadata,roles,totp,joined')
  })

  test('stays behind part by part on the word of the operator, and then nothing of it blocks', () => {
    const choices = { profile: { metadata: 'exclude', roles: 'exclude', totp: 'exclude', joined: 'exclude' } } as const
    expect(outline(planned({ ...profile, joined: 'yesterday' }, choices))).toMatchObject({
      state: 'ready',
      calls: ['import ann@example.com bcrypt'],
      findings: [],
    })
  })

  test('is no call where it is the time joined, and a finding where that cannot be read or is in the future', () => {
    const now = Date.UTC(2026, 0, 1)
    const of = (joined: string) => outline(planned({ joined }, {}, { ...real, now }))
    expect(['2023-02-09', 'yesterday', '2026-01-02'].map((joined) => of(joined).findings)).toEqual([
      [],
      ['profile-not-kept:joined-implausible'],
      ['profile-not-kept:joined-implausible'],
    ])
    expect(of('2023-02-09').calls).toEqual(['import ann@example.com bcrypt'])
  })

  test.each([
    ['2023-02-09', 'joined'],
    ['yesterday', 'joined-implausible'],
    ['', ''],
  ])('counts a time joined once, as kept or as none: %s', (joined, parts) => {
    expect(profileParts({ profile: joined === '' ? {} : { joined } })).toBe(parts)
  })

  test.each([
    ['one login', [], {}, []],
    ['two logins without links', [google], { severalMethods: 'separate' }, ['profile-not-kept:separate-users']],
    ['two linked logins', [google], { severalMethods: 'all' }, []],
  ] as const)(
    'is given to the first user alone where several logins become several users: %s',
    (_, more, choices, notes) => {
      const planning = { choices: { ...noChoices, ...choices }, context: real }
      const one = { ...ann, identities: [...more], emailVerified: true, profile: { metadata: { plan: 'gold' } } }
      const { findings } = settlePlan(one, null, planning, noOtherHolder).plan
      expect(
        findings.filter(({ code }) => code === 'profile-not-kept').map(({ code, group }) => `${code}:${group}`),
      ).toEqual(notes)
      const detail = findings.find(({ group }) => group === 'separate-users')?.detail ?? ''
      expect(detail.startsWith('2 login methods become 2 users in the core.')).toBe(notes.length > 0)
    },
  )

  test('is named where it is too large or not in the license', () => {
    const large = planned({ metadata: { text: 'x'.repeat(maxMetadata) } })
    const broken = planned({ totp: ['not base 32!', `otpauth://totp/a?secret=${secret}&digits=8`, secret] })
    const unlicensed = planned(
      { totp: [secret] },
      {},
      { ...real, core: { ...unknownFacts, accountLinking: false, totp: false, roles: [] } },
    )
    expect([large, broken, unlicensed].map((plan) => outline(plan).findings)).toEqual([
      ['profile-not-kept:metadata-size'],
      [],
      ['profile-not-kept:totp-license'],
    ])
    expect([large, broken, unlicensed].map(({ calls }) => calls.length)).toEqual([1, 2, 1])
    expect(JSON.stringify([broken.findings, unlicensed.findings])).not.toContain(secret)
  })

  test('has every role of a list, and says where they are too many to be given', () => {
    const names = Array.from({ length: 1200 }, (_, at) => `role ${at}`)
    const roles = rolesOf(names)
    expect([rolesOf(JSON.stringify(names)).length, rolesOf(names.join(',')).length, roles.length]).toEqual([
      1200, 1200, 1200,
    ])
    const unasked = { ...real, core: { ...unknownFacts, accountLinking: true, totp: true, roles: null } }
    const given = [roles.slice(0, 1000), roles].map((some) => planned({ roles: some }, {}, unasked))
    expect(given.map((plan) => plan.calls.filter(({ kind }) => kind === 'role').length)).toEqual([1000, 1000])
    expect(given.map((plan) => outline(plan).findings)).toEqual([[], ['profile-not-kept:role-count']])
    expect(given[1]?.findings.map(({ detail }) => detail)).toEqual([
      'The export has 1,200 roles of this user. The first 1,000 are given.',
    ])
  })

  test('goes without a role whose name is longer than the core keeps, and says so', () => {
    const [longest, tooLong] = ['r'.repeat(255), 'r'.repeat(256)]
    const { findings, calls } = planned({ roles: [longest, tooLong] }, { roles: { [longest]: 'create' } })
    expect(calls.filter(({ kind }) => kind === 'role')).toEqual([{ kind: 'role', role: longest, create: true }])
    expect(findings.filter(({ code }) => code === 'profile-not-kept')).toMatchObject([
      { group: 'role-name', detail: 'A role name has more than 255 characters.', blocks: false },
    ])
  })

  test('is the same after it was written into a document and read again', () => {
    expect(readStoredUser(writeStoredUser(ann)).profile).toEqual(ann.profile)
    const { calls } = planned(profile, { keepUserIds: true })
    expect(readStoredCalls(writeCalls(calls))).toEqual(calls)
  })
})

describe('the secret of an authenticator app', () => {
  const doubtful = doubtfulTotp('totp_status=2', secret)

  test('that is not in use is counted and makes no call', () => {
    expect(profileParts({ profile: { totp: ['off'] } })).toBe('totp-off')
    expect(outline(planned({ totp: ['off'] })).calls).toEqual(['import ann@example.com bcrypt'])
  })

  test.each([
    ['undecided', {}, 'blocked', 1],
    ['in use', { 'totp_status=2': 'keep' }, 'ready', 1],
    ['not in use', { 'totp_status=2': 'ignore' }, 'ready', 0],
  ] as const)(
    'of which the export does not say whether it is in use waits for that answer: %s',
    (_, factors, state, apps) => {
      const plan = planned({ totp: [doubtful] }, { factors })
      const found = outline(plan)
      expect([found.state, found.findings.map((one) => one.replace('!', ''))]).toEqual([
        state,
        ['totp-doubtful:totp_status=2'],
      ])
      expect(plan.calls.filter(({ kind }) => kind === 'totp').length).toBe(apps)
      expect(JSON.stringify(plan.findings)).not.toContain(secret)
    },
  )

  test('is asked about no more where all stay behind', () => {
    const unlicensed = { ...real, core: { ...unknownFacts, totp: false } }
    expect(outline(planned({ totp: [doubtful] }, { profile: { totp: 'exclude' } })).findings).toEqual([])
    expect(outline(planned({ totp: [doubtful] }, {}, unlicensed)).findings).toEqual(['profile-not-kept:totp-license'])
  })
})

describe('columns', () => {
  const column = (path: string, value: unknown) => ({ path, read: () => value })

  test('become nested metadata by the dots of their paths, JSON in a text among it', () => {
    const columns = [
      column('plan', 'gold'),
      column('address.city', 'Ulm'),
      column('address.zip', 89073),
      column('flags', '{"beta":true,"since":null}'),
      column('empty', ''),
      column('__proto__', 'x'),
    ]
    const { metadata } = profileOf({}, { metadata: columns }) ?? {}
    expect(JSON.stringify(metadata)).toBe(
      '{"plan":"gold","address":{"city":"Ulm","zip":89073},"flags":{"beta":true},"__proto__":"x"}',
    )
  })

  test.each([
    ['admin, editor;guest|', ['admin', 'editor', 'guest']],
    ['["admin","editor"]', ['admin', 'editor']],
    [
      [{ name: 'admin' }, { role: 'editor', tenantIds: ['public'] }, 'admin'],
      ['admin', 'editor'],
    ],
  ])('become roles: %j', (value, roles) => {
    expect(profileOf({}, { roles: [column('roles', value)] })).toEqual({ roles })
  })

  test('with nothing in them add nothing', () => {
    expect(
      profileOf(
        {},
        {
          metadata: [column('a', null)],
          roles: [column('b', '')],
          totp: [column('c', [])],
          joined: [column('d', '0000-00-00 00:00:00')],
        },
      ),
    ).toBeNull()
  })

  test('never become anything that JSON does not have', () => {
    assert(property(jsonValue(), (value) => void JSON.stringify(jsonOf(value) ?? null)))
    expect(jsonOf({ big: 12n, huge: 9_007_199_254_740_993n, bytes: new Uint8Array(2), no: Number.NaN })).toEqual({
      big: 12,
      huge: '9007199254740993',
    })
  })
})

describe('a TOTP secret', () => {
  test.each([
    [secret, 30],
    ['jbsw y3dp-ehpk 3pxp', 30],
    [`otpauth://totp/Acme:ann?secret=${secret}&issuer=Acme`, 30],
    [`otpauth://totp/ann?secret=${secret}&period=60`, 60],
    [`otpauth://totp/ann?secret=${secret}&algorithm=SHA-1&digits=6`, 30],
    ['48656C6C6F21deadbeef'.toLowerCase(), 30],
  ])('is read as cores take it: %s', (text, period) => {
    expect(readTotp(text)).toEqual({ kind: 'device', secretKey: secret, period })
  })

  test.each([
    [`otpauth://totp/ann?secret=${secret}&algorithm=SHA256`, 'parameters'],
    [`otpauth://totp/ann?secret=${secret}&digits=8`, 'parameters'],
    [`otpauth://totp/ann?secret=${secret}&period=0`, 'parameters'],
    [`otpauth://hotp/ann?secret=${secret}&counter=1`, 'parameters'],
    ['otpauth://totp/ann?digits=6', 'broken'],
    ['0189', 'broken'],
    ['eyJpdiI6Im1hZGUiLCJ2YWx1ZSI6InVwIn0=', 'encrypted'],
    ['{"p":"bWFkZSB1cA==","h":{"iv":"bWFkZQ=="}}', 'encrypted'],
    ['', 'broken'],
  ])('is refused, and why: %s', (text, kind) => {
    expect(readTotp(text)).toEqual({ kind })
  })

  const encrypted = 'eyJpdiI6Im1hZGUiLCJ2YWx1ZSI6InVwIn0='
  test.each([
    [[secret], 'totp'],
    [[encrypted], 'totp-encrypted'],
    [['encrypted'], 'totp-encrypted'],
    [['not base 32!'], 'totp-broken'],
    [[`otpauth://totp/ann?secret=${secret}&digits=8`], 'totp-parameters'],
    [[encrypted, 'not base 32!', encrypted, secret], 'totp,totp-encrypted,totp-broken'],
  ])('is counted as kept only where a core takes it, else by what keeps it out: %j', (totp, groups) => {
    expect(profileParts({ profile: { totp } })).toBe(groups)
    expect(planned({ totp }).calls.filter(({ kind }) => kind === 'totp').length).toBe(totp.includes(secret) ? 1 : 0)
  })

  test('with a period of its own is sent with it', () => {
    const { calls } = planned({ totp: [`otpauth://totp/ann?secret=${secret}&period=60`] })
    expect(calls.at(-1)).toEqual({ kind: 'totp', secretKey: secret, deviceName: 'Imported', period: 60 })
    expect(readStoredCalls(writeCalls(calls))).toEqual(calls)
  })

  test('is masked in samples and in metadata, whatever its column is called', () => {
    const shown = [maskSample('app', secret), JSON.stringify(maskMetadata({ second: { factor: [secret], pin: 1234 } }))]
    expect(shown.join(' ')).not.toMatch(/JBSW|1234/)
    assert(
      property(constantFrom('otp', 'totp_secret'), string({ minLength: 8 }), (name, text) => {
        expect(JSON.stringify(maskMetadata({ [name]: `${text}-made-up` }))).not.toContain('-made-up')
      }),
    )
  })

  test('hides what is inside of a secret, and JSON in a text, and gives them to be taken out of replies', () => {
    const metadata = {
      password: { value: 'hunter2-of-ann' },
      mfa: { phone: '+14155550100', codes: [12345678] },
      settings: '{"theme":"dark","api_token":"made-up-token"}',
      private_metadata: { seat: 'window' },
    }
    const shown = JSON.stringify(maskMetadata(metadata))
    expect(shown).not.toMatch(/hunter2|4155550100|12345678|made-up-token/)
    expect(shown).toMatch(/dark.*window/)
    const secrets = secretsInMetadata(metadata)
    expect(['hunter2-of-ann', '12345678', 'made-up-token'].filter((secret) => !secrets.includes(secret))).toEqual([])
    expect(secrets).not.toContain('window')
  })
})
