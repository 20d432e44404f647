import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noChoices, type Choices } from '../../../shared/planning/choices.ts'
import type { Correction } from '../../../shared/planning/correction.ts'
import { idleDecisionsSentence } from '../../../shared/planning/unmapped.ts'
import { unmappedCodes, unmappedField } from '../../../shared/planning/unmapped-key.ts'
import { planUser } from '../../../shared/planning/plan-user.ts'
import { emptyUser, type UnmappedValue, type User } from '../../../shared/users/user.ts'
import { clearTextMark } from '../../../shared/hashes/mask-hash.ts'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import { user as anyUser } from './arbitraries.ts'
import { bcrypt, pbkdf2 } from './made-users.ts'

const context = { scrypt: null, dialect: 'supertokens' } as const
const ann: User = { ...emptyUser, sourceId: '1', email: 'ann@example.com' }
const hash: UnmappedValue = { kind: 'password-hash', field: 'Passwort', value: bcrypt, asks: true }

function plan(user: Partial<User>, choices: Partial<Choices> = {}, correction: Correction | null = null) {
  const { state, calls, findings } = planUser({ ...ann, ...user }, correction, { ...noChoices, ...choices }, context)
  return {
    state,
    calls: calls.map(({ kind }) => kind),
    unmapped: findings
      .filter(({ code }) => code.startsWith('unmapped'))
      .map(({ code, group, blocks }) => [code, group, blocks]),
  }
}
const imported = (key: string) => ({ unmapped: { [key]: 'import' as const } })

describe('a possible hash in a field that nothing reads', () => {
  test('holds back a user without a password until it is decided', () => {
    expect(plan({ unmapped: [hash] })).toMatchObject({
      state: 'blocked',
      unmapped: [['unmapped-hash', 'Passwort', true]],
    })
  })
  test('is imported when that is decided', () => {
    expect(plan({ unmapped: [hash] }, imported('unmapped-hash:Passwort'))).toEqual({
      state: 'ready',
      calls: ['import'],
      unmapped: [['unmapped-hash', 'Passwort', false]],
    })
  })
  test('stays behind when that is decided, and stays counted', () => {
    expect(plan({ unmapped: [hash] }, { unmapped: { 'unmapped-hash:Passwort': 'exclude' } })).toEqual({
      state: 'ready',
      calls: ['passwordless'],
      unmapped: [['unmapped-hash', 'Passwort', false]],
    })
  })
  test('is only counted where the user has a hash that can be sent', () => {
    expect(plan({ hash: { hash: bcrypt }, unmapped: [{ ...hash, value: pbkdf2 }] })).toEqual({
      state: 'ready',
      calls: ['import'],
      unmapped: [['unmapped-hash', 'Passwort', false]],
    })
  })
  test('takes the place of a mapped hash that cannot be sent, never the other way round', () => {
    const decided = imported('unmapped-hash:Passwort')
    expect(plan({ hash: { hash: pbkdf2 }, unmapped: [hash] }, decided)).toMatchObject({
      state: 'ready',
      calls: ['import'],
    })
    expect(plan({ hash: { hash: '!' }, unmapped: [hash] }, decided)).toMatchObject({
      state: 'ready',
      calls: ['import'],
    })
    expect(plan({ hash: { hash: bcrypt }, unmapped: [{ ...hash, value: pbkdf2 }] }, decided).calls).toEqual(['import'])
    const other = `${bcrypt.slice(0, -2)}Au`
    const both = { ...ann, hash: { hash: bcrypt }, unmapped: [{ ...hash, value: other }] }
    const { calls } = planUser(both, null, { ...noChoices, ...decided }, context)
    expect(calls).toMatchObject([{ kind: 'import', passwordHash: bcrypt }])
  })
  test('gives way to a correction of the hash', () => {
    expect(plan({ unmapped: [hash] }, imported('unmapped-hash:Passwort'), { hash: null })).toMatchObject({
      state: 'ready',
      calls: ['passwordless'],
    })
  })
  test('is only counted in a field that nobody is asked about', () => {
    expect(plan({ unmapped: [{ ...hash, asks: false }] }).state).toBe('ready')
  })
})

describe('importing a hash', () => {
  const digest = 'c0ffee'.repeat(21).slice(0, 128)
  const values = {
    nothing: null,
    'a mark of none': '!',
    'a clear password': 'Kumquat7',
    'a mark of a clear password': clearTextMark,
    'a digest': digest,
    'a hash of another family': pbkdf2,
    bcrypt,
  }
  const own = Object.entries(values)
  const cases = own.flatMap(([mapped, text]) =>
    own.slice(2).map(([other, value]) => [mapped, other, text, value ?? ''] as const),
  )

  test.each(cases)(
    'of a user with %s is asked only where it changes what is sent or said: %s',
    (_, __, text, value) => {
      const user = { ...ann, hash: text === null ? null : { hash: text }, unmapped: [{ ...hash, value }] }
      const planned = (choices: Partial<Choices>) => {
        const { state, calls, bucket, findings } = planUser(user, null, { ...noChoices, ...choices }, context)
        return { state, calls, bucket, asks: findings.some(({ code, blocks }) => code === 'unmapped-hash' && blocks) }
      }
      const before = planned({})
      const after = planned(imported('unmapped-hash:Passwort'))
      expect(after.asks).toBe(false)
      if (before.asks) expect([after.calls, after.bucket]).not.toEqual([before.calls, before.bucket])
      else expect(after).toEqual(before)
    },
  )

  test('that cannot be sent takes the place of a clear password, and never of another hash', () => {
    const decided = imported('unmapped-hash:Passwort')
    const familyOf = (text: string, value: string) =>
      planUser(
        { ...ann, hash: { hash: text }, unmapped: [{ ...hash, value }] },
        null,
        { ...noChoices, ...decided },
        context,
      ).bucket
    expect(familyOf('Kumquat7', pbkdf2)).toMatchObject({ kind: 'unsupported', family: 'pbkdf2' })
    expect(familyOf(clearTextMark, pbkdf2)).toMatchObject({ kind: 'unsupported', family: 'pbkdf2' })
    expect(familyOf(digest, pbkdf2)).toEqual(familyOf(digest, bcrypt.slice(0, 20)))
  })
})

describe('a second hash of the user', () => {
  const made = (end: string) => `${bcrypt.slice(0, -2)}${end}u`
  const [first, second, last] = [made('a'), made('b'), made('c')]
  const listed = [second, last].map((value): UnmappedValue => ({ ...hash, kind: 'second-hash', value }))
  const user = (own: Partial<HashInput> = {}): User => ({ ...ann, hash: { hash: first, ...own }, unmapped: listed })
  const planned = (own: User, chosen?: 'import' | 'exclude', correction: Correction | null = null) => {
    const unmapped = chosen === undefined ? {} : { 'second-hash:Passwort': chosen }
    const { state, calls } = planUser(own, correction, { ...noChoices, unmapped }, context)
    return [state, ...calls.map((call) => (call.kind === 'import' ? call.passwordHash : call.kind))]
  }

  test('waits for the decision which one is sent', () => {
    expect(planned(user())[0]).toBe('blocked')
    expect(planned(user(), 'exclude')).toEqual(['ready', first])
    expect(planned(user(), 'import')).toEqual(['ready', last])
  })
  test('is no question where neither of the two can be sent', () => {
    const two = (mapped: string, value: string): User => ({
      ...user({ hash: mapped }),
      unmapped: [{ ...hash, kind: 'second-hash', value }],
    })
    const asks = (one: User) =>
      planUser(one, null, noChoices, context).findings.some(({ code, blocks }) => code === 'second-hash' && blocks)
    expect([asks(two(pbkdf2, 'a'.repeat(40))), asks(two('Kumquat7', pbkdf2))]).toEqual([false, false])
    expect([asks(two(pbkdf2, first)), asks(two(first, pbkdf2)), asks(two(first, 'Kumquat7'))]).toEqual([
      true,
      true,
      true,
    ])
  })
  test('gives way to a correction of the hash', () => {
    expect(planned(user(), undefined, { hash: { hash: second } })).toEqual(['ready', second])
    expect(planned(user(), 'import', { hash: { hash: second } })).toEqual(['ready', second])
  })
  test('is never sent with the salt of the first, nor as what is declared of it', () => {
    expect(planned(user({ salt: 'seasalt', declared: 'bcrypt' }), 'import')).toEqual(['ready', last])
    expect(planned(user({ declared: 'bcrypt_peppered' }), 'import')[0]).toBe('blocked')
    const bare = { ...hash, kind: 'second-hash', value: 'a'.repeat(40) } as const
    const salted = { ...user({ salt: 'seasalt' }), unmapped: [bare] }
    expect(planned(salted, 'import')[0]).toBe('blocked')
    const { findings } = planUser(
      salted,
      null,
      { ...noChoices, unmapped: { 'second-hash:Passwort': 'import' } },
      context,
    )
    expect(findings.flatMap(({ code, blocks }) => (blocks ? [code] : []))).toEqual(['unsupported-hash'])
    expect(
      planned({ ...user({ hash: 'b'.repeat(40), salt: 'seasalt', declared: 'sha1' }), unmapped: listed }, 'import'),
    ).toEqual(['ready', last])
  })
})

test('an answer to a question about a field settles it, whatever the field is', () => {
  const open = (own: User, choices: Choices) =>
    planUser(own, null, choices, context).findings.flatMap(({ code, group, blocks }) =>
      blocks && Object.values<string>(unmappedCodes).includes(code) ? [unmappedField.key(code, group)] : [],
    )
  fc.assert(
    fc.property(anyUser, fc.constantFrom('import', 'exclude'), (own, answer) => {
      for (const key of open(own, noChoices))
        expect(open(own, { ...noChoices, unmapped: { [key]: answer } })).not.toContain(key)
    }),
    { numRuns: 2000 },
  )
})

test('an email in such a field holds back a user without one, and becomes the email when decided', () => {
  const unmapped: readonly UnmappedValue[] = [{ kind: 'email', field: 'Kontakt', value: 'bo@example.com', asks: true }]
  expect(plan({ email: null, phone: '+14155552671', unmapped }).state).toBe('blocked')
  expect(plan({ email: null, unmapped }, imported('unmapped-email:Kontakt'))).toMatchObject({ calls: ['passwordless'] })
  expect(plan({ unmapped })).toMatchObject({ state: 'ready', unmapped: [['unmapped-email', 'Kontakt', false]] })
})

test('a phone number holds back only who has no other way to log in', () => {
  const unmapped: readonly UnmappedValue[] = [{ kind: 'phone', field: 'Tel', value: '+14155552671', asks: true }]
  expect(plan({ unmapped })).toMatchObject({ state: 'ready', unmapped: [['unmapped-phone', 'Tel', false]] })
  expect(plan({ email: null, unmapped }).unmapped).toEqual([['unmapped-phone', 'Tel', true]])
  expect(plan({ email: null, unmapped }, imported('unmapped-phone:Tel'))).toMatchObject({ state: 'ready' })
})

test('an id at a provider holds back who has no such login, and becomes one when decided', () => {
  const unmapped: readonly UnmappedValue[] = [
    { kind: 'provider-user-id', field: 'google_sub', value: '1'.repeat(21), provider: 'google', asks: true },
  ]
  expect(plan({ unmapped }).state).toBe('blocked')
  expect(plan({ unmapped }, imported('unmapped-provider-id:google_sub'))).toMatchObject({
    state: 'ready',
    calls: ['third-party'],
  })
})

test('an ID at another third party is another login, one at the same is none', () => {
  const identities = [{ provider: 'google-oauth2', userId: '7', email: null, emailVerified: null }]
  const at = (provider: string): Partial<User> => ({
    identities,
    unmapped: [{ kind: 'provider-user-id', field: `${provider}_id`, value: '1'.repeat(18), provider, asks: true }],
  })
  expect(plan(at('discord')).state).toBe('blocked')
  expect(plan(at('discord'), { unmapped: { 'unmapped-provider-id:discord_id': 'exclude' } })).toMatchObject({
    state: 'ready',
    calls: ['third-party'],
  })
  expect(plan(at('discord'), imported('unmapped-provider-id:discord_id')).calls).toEqual(['third-party', 'third-party'])
  expect(plan(at('google'), imported('unmapped-provider-id:google_id')).calls).toEqual(['third-party'])
})

test('a status whose meaning is not known holds back an active user, and disables the user when decided', () => {
  const unmapped: readonly UnmappedValue[] = [{ kind: 'status', field: 'Stand', value: 'gesperrt', asks: true }]
  const decided = imported('unmapped-status:Stand')
  expect(plan({ unmapped })).toMatchObject({ state: 'blocked', unmapped: [['unmapped-status', 'Stand', true]] })
  expect(plan({ unmapped }, { ...decided, disabled: 'exclude' }).state).toBe('excluded')
  expect(plan({ unmapped, standing: 'disabled' }, { disabled: 'migrate' })).toMatchObject({
    state: 'ready',
    unmapped: [['unmapped-status', 'Stand', false]],
  })
  expect(plan({ unmapped, standing: 'deleted' }, { ...decided, disabled: 'migrate' }).state).toBe('excluded')
})

test('a decision counts its values also in users that it excludes', () => {
  const unmapped: readonly UnmappedValue[] = [
    { kind: 'status', field: 'Stand=gesperrt', value: 'gesperrt', asks: true },
    hash,
  ]
  const decided = imported('unmapped-status:Stand=gesperrt')
  expect(plan({ unmapped }, { ...decided, disabled: 'exclude' })).toEqual({
    state: 'excluded',
    calls: [],
    unmapped: [['unmapped-status', 'Stand=gesperrt', false]],
  })
  expect(plan({ unmapped, standing: 'deleted' }, decided)).toMatchObject({
    state: 'excluded',
    unmapped: [['unmapped-status', 'Stand=gesperrt', false]],
  })
})

test.each(['name first', 'ID first'])('a provider and its ID from two columns become one login: %s', (order) => {
  const name = { kind: 'provider', field: 'Login=google', value: 'google', asks: true } as const
  const id = { kind: 'provider-user-id', field: 'LoginID', value: '1'.repeat(21), asks: true } as const
  const unmapped = order === 'name first' ? [name, id] : [id, name]
  const choices = {
    unmapped: { 'unmapped-provider:Login=google': 'import', 'unmapped-provider-id:LoginID': 'import' },
  } as const
  expect(plan({ unmapped }, choices)).toMatchObject({ state: 'ready', calls: ['third-party'] })
})

test('the name of a provider beside an id that it gave is asked about with the id alone', () => {
  const unmapped: readonly UnmappedValue[] = [
    { kind: 'provider', field: 'Anbieter=google', value: 'google', asks: true },
    { kind: 'provider-user-id', field: 'Anbieter-ID', value: '1'.repeat(21), asks: true },
  ]
  const id = 'unmapped-provider-id:Anbieter-ID'
  expect(plan({ unmapped }).unmapped).toEqual([
    ['unmapped-provider', 'Anbieter=google', false],
    ['unmapped-provider-id', 'Anbieter-ID', true],
  ])
  expect(plan({ unmapped }, imported(id))).toMatchObject({ state: 'ready', calls: ['third-party'] })
  expect(plan({ unmapped }, { unmapped: { [id]: 'exclude' } }).unmapped[0]).toEqual([
    'unmapped-provider',
    'Anbieter=google',
    true,
  ])
})

describe('the name of a provider in a column that is not mapped, beside an ID for which nothing else names one', () => {
  const ofGoogle: UnmappedValue = { kind: 'provider', field: 'Login Type=Google', value: 'Google', asks: true }
  const user: Partial<User> = {
    identities: [{ provider: 'unknown', userId: '1'.repeat(21), email: null, emailVerified: null }],
    unmapped: [ofGoogle],
  }
  const key = 'unmapped-provider:Login Type=Google'
  const findingsOf = (choices: Partial<Choices>, correction: Correction | null = null) =>
    planUser({ ...ann, ...user }, correction, { ...noChoices, ...choices }, context).findings.flatMap(
      ({ code, group, blocks }) => (blocks ? [`${code} ${group}`] : []),
    )

  test('is asked about, and no provider without a name beside it', () => {
    expect(findingsOf({})).toEqual(['unmapped-provider Login Type=Google'])
    expect(plan({ ...user, hash: { hash: bcrypt } }).state).toBe('blocked')
  })
  test('becomes that of the ID when that is decided', () => {
    expect(planUser({ ...ann, ...user }, null, { ...noChoices, ...imported(key) }, context)).toMatchObject({
      state: 'ready',
      calls: [{ kind: 'third-party', thirdPartyId: 'google', thirdPartyUserId: '1'.repeat(21) }],
    })
  })
  test('leaves the provider to another decision when it is ignored, or when a name is chosen', () => {
    expect(findingsOf({ unmapped: { [key]: 'exclude' } })).toEqual(['provider-undecided unknown'])
    const correction: Correction = { identities: [{ provider: 'unknown', name: 'facebook' }] }
    expect(findingsOf({}, correction)).toEqual([])
    expect(plan(user, {}, correction)).toMatchObject({ state: 'ready', calls: ['third-party'] })
  })
})

test('at most twenty decisions without effect are named, and the others counted', () => {
  const textFor = (count: number) =>
    idleDecisionsSentence(Array.from({ length: count }, (_, n) => unmappedField.key('unmapped-hash', `column${n}`)))
  expect([20, 21, 23].map((count) => / and (\d+) more\.$/.exec(textFor(count))?.[1])).toEqual([undefined, '1', '3'])
})
