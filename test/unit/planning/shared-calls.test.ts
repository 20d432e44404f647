import { describe, expect, test } from 'vitest'
import type { Call } from '../../../shared/planning/call.ts'
import { callsTemplate, ownValues } from '../../../shared/planning/calls-template.ts'
import {
  comparedByContactText,
  changeTitle,
  deltaGroupFindings,
  heldChanges,
  shortChangeTitle,
} from '../../../shared/planning/delta-groups.ts'
import { unmappedCodes, unmappedField, unmappedKinds, unmappedTargets } from '../../../shared/planning/unmapped-key.ts'
import { bcrypt, identity, plan, user } from './made-users.ts'

const ann = user({
  sourceId: 'u1',
  email: 'ann@example.com',
  phone: '+4930123456',
  hash: { hash: bcrypt },
  identities: [identity('google', 'g1')],
})
const values: Readonly<Record<(typeof ownValues)[number], string>> = {
  email: 'ann@example.com',
  phone: '+4930123456',
  hash: bcrypt,
  sourceId: 'u1',
  thirdPartyUserId: 'g1',
  hashFromDollar: bcrypt,
}

/** The template with the values of a user in the place of its marks. */
function filled(template: string): unknown {
  const text = ownValues.reduce(
    (left, name, at) => left.replaceAll(String.fromCodePoint(at + 1), JSON.stringify(values[name])),
    template,
  )
  return JSON.parse(text)
}

const template = (calls: readonly Call[], of: typeof ann | null = ann) =>
  callsTemplate({ ...plan({}), email: ann.email, phone: ann.phone, calls: [...calls] }, of)

const imported: Call = { kind: 'import', email: values.email, passwordHash: bcrypt, family: 'bcrypt' }
const google: Call = {
  kind: 'third-party',
  thirdPartyId: 'google',
  thirdPartyUserId: 'g1',
  email: values.email,
  isVerified: true,
}
const own: readonly Call[] = [
  imported,
  { ...imported, family: 'argon2' },
  { ...imported, family: 'firebase-scrypt' },
  google,
  { ...google, isVerified: false },
  { kind: 'passwordless', contact: { kind: 'email', email: values.email } },
  { kind: 'passwordless', contact: { kind: 'phone', phoneNumber: values.phone } },
  { kind: 'verify-email', email: values.email },
  { kind: 'map-id', externalUserId: 'u1' },
  { kind: 'make-primary' },
  { ...imported, tenant: 'north' },
  { ...google, tenant: 'north' },
]

describe('the calls that many users share', () => {
  test.each(own)('%j has no value of the user in it, and all of them back', (call) => {
    const text = template([call])
    for (const value of Object.values(values)) expect(text).not.toContain(value)
    expect(filled(text)).toEqual([call])
    expect(template([call], null)).toBe('')
  })

  test.each([
    [`{CRYPT}${bcrypt}`, bcrypt, true],
    [`1|${bcrypt}`, bcrypt, true],
    [`bcrypt$${bcrypt}`, bcrypt, false],
    [`{CRYPT}${bcrypt}=`, bcrypt, false],
    [`{CRYPT}${bcrypt}`, bcrypt.slice(3), false],
    ['{CRYPT}$a"b', '$a"b', false],
  ])('an import of the hash %s as %s is shared: %s', (hash, passwordHash, isShared) => {
    const text = template([{ ...imported, passwordHash }], { ...ann, hash: { hash } })
    expect(text === '' ? null : filled(text)).toEqual(isShared ? [imported] : null)
  })

  test('several calls are one list', () => {
    expect(filled(template(own))).toEqual(own)
    expect([template([]), template([], null)]).toEqual(['[]', '[]'])
  })

  test.each<Call>([
    { ...imported, email: 'other@example.com' },
    { ...imported, passwordHash: 'other' },
    { ...google, email: 'other@example.com' },
    { ...google, thirdPartyUserId: 'other' },
    { ...google, thirdPartyId: 'a"b' },
    { kind: 'passwordless', contact: { kind: 'email', email: 'other@example.com' } },
    { kind: 'passwordless', contact: { kind: 'phone', phoneNumber: '+4930654321' } },
    { kind: 'verify-email', email: 'other@example.com' },
    { kind: 'map-id', externalUserId: 'other' },
    { ...imported, tenant: 'north', passwordHash: 'other' },
    { ...imported, tenant: 'no"rth' },
    { kind: 'role', role: 'admin', create: false },
    { kind: 'link', method: 'x' },
  ])('%j is of one user alone', (call) => {
    expect([template([call]), template([imported, call])]).toEqual(['', ''])
  })
})

describe('a field that nothing reads', () => {
  test('is known by its kind and its path, and shown in words', () => {
    expect(unmappedCodes).toEqual({
      'password-hash': 'unmapped-hash',
      'second-hash': 'second-hash',
      email: 'unmapped-email',
      phone: 'unmapped-phone',
      'provider-user-id': 'unmapped-provider-id',
      status: 'unmapped-status',
      provider: 'unmapped-provider',
    })
    expect([...unmappedKinds].toSorted()).toEqual(Object.keys(unmappedCodes).toSorted())
    expect(unmappedTargets).toEqual({
      'unmapped-hash': 'password-hash',
      'second-hash': 'password-hash',
      'unmapped-email': 'email',
      'unmapped-phone': 'phone',
      'unmapped-provider-id': 'provider-user-id',
      'unmapped-status': 'disabled',
      'unmapped-provider': 'provider',
    })
    for (const [kind, code] of Object.entries(unmappedCodes)) {
      const key = unmappedField.key(code, 'a:b')
      expect([key, unmappedField.parse(key), unmappedField.isCode(code)]).toEqual([
        `${code}:a:b`,
        { kind, field: 'a:b' },
        true,
      ])
    }
    expect([unmappedField.parse('other:x'), unmappedField.isCode('email')]).toEqual([null, false])
  })

  test.each([
    ['unmapped-hash:Passwort', 'Passwort (password hash)'],
    ['unmapped-email:a:b', 'a:b (email address)'],
    ['unmapped-phone:tel', 'tel (phone number)'],
    ['unmapped-provider-id:gid', 'gid (provider user ID)'],
    ['unmapped-status:flag', 'flag (status)'],
    ['unmapped-provider:via', 'via (provider)'],
    ['other:x', 'x (other)'],
  ])('%s is %s', (key, title) => {
    expect(unmappedField.title(key)).toBe(title)
  })
})

describe('a later export', () => {
  test('has users that are new, changed, unchanged, or still open, each with its findings', () => {
    const changes = ['password', 'contact', 'moved', 'other-id', 'added', 'profile', 'waits', 'gone']
    const changed = changes.map((group) => ({ code: 'changed-since', group }))
    const [unchanged, open] = [
      { code: 'unchanged-since', group: '' },
      { code: 'open-since', group: '' },
    ]
    expect(['changed', 'unchanged', 'open', 'new', 'other'].map(deltaGroupFindings)).toEqual([
      changed,
      [unchanged],
      [open],
      [...changed, unchanged, open],
      [],
    ])
    expect([...heldChanges].toSorted()).toEqual(['contact', 'moved', 'other-id', 'password'])
    for (const change of changes) expect([changeTitle(change), shortChangeTitle(change)]).not.toContain(change)
    expect([changeTitle('other'), shortChangeTitle('other')]).toEqual(['other', 'other'])
    for (const change of changes) expect(shortChangeTitle(change)).toMatch(/^[A-Z].+/)
    expect(new Set(changes.map(shortChangeTitle)).size).toBe(changes.length)
  })

  test.each([
    [0, ''],
    [1, '1 user without a source ID was compared'],
    [1200, '1,200 users without a source ID were compared'],
  ])('%i users are compared by a contact', (users, text) => {
    expect(comparedByContactText(users).slice(0, text.length)).toBe(text)
    expect(comparedByContactText(users) === '').toBe(users === 0)
  })
})
