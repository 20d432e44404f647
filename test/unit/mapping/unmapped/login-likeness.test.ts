import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isNumberWithCountry,
  isWord,
  loginLikenesses,
  mayBeLogin,
} from '../../../../shared/mapping/unmapped/login-likeness.ts'
import { unreadTableText } from '../../../../shared/mapping/rows/unread-tables.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'

test('a table that is not read is named with its columns and how many rows have such values', () => {
  const columns = [
    { column: 'digest', kind: 'password-hash', rows: 1 },
    { column: 'mobile', kind: 'phone', rows: 1000 },
  ] as const
  expect(unreadTableText({ table: 'logins', columns: [...columns] })).toBe(
    'password hashes in digest (1 row), phone numbers in mobile (1,000 rows)',
  )
})

test('the ID of a password is none', () => {
  const id = 'password-live-0f8fad5b-d9cb-469f-a165-708677289501'
  expect(loginLikenesses(id, hintsOf('password.password_id'))).toBeNull()
  expect(loginLikenesses(madeUpBcrypt(1), hintsOf('password_id'))).toMatchObject([{ kind: 'password-hash' }])
})

test.each(['Ann Lee <ann@acme.example>; ben@acme.example', 'ann@acme.example, Ben <ben@acme.example>'])(
  'several addresses are logins, with or without names: %s',
  (text) => {
    const looks = loginLikenesses(text, hintsOf('contact')) ?? []
    expect(looks.map(({ value }) => value)).toEqual(['ann@acme.example', 'ben@acme.example'])
  },
)

test.each(['Ann Lee ann@acme.example', 'Ann (ann@acme.example)', 'ann@acme.example Ann'])(
  'an address beside the name of its user is one: %s',
  (value) => {
    expect(loginLikenesses(value, hintsOf('name'))).toMatchObject([{ kind: 'email', value: 'ann@acme.example' }])
  },
)

test.each([
  'ask ann@acme.example first',
  'see ann@acme.example',
  'Ann 2 ann@acme.example',
  'Ann bought 3 of ann@acme.example',
])('an address within a sentence is none of its user: %s', (value) => {
  expect(loginLikenesses(value, hintsOf('notes'))).toBeNull()
})

test('a name that Microsoft Entra makes of an ID is no address', () => {
  expect(loginLikenesses('0f8fad5b-d9cb-469f-a165-708677289501@acme.onmicrosoft.com', hintsOf('name'))).toBeNull()
  expect(loginLikenesses('ann@acme.onmicrosoft.com', hintsOf('name'))).toMatchObject([{ kind: 'email' }])
})

test.each(['new_pass', 'Password (initial)', 'plain_password', 'neues Passwort'])(
  'a word in a column that is called %s may be a password',
  (name) => {
    expect(loginLikenesses('7es2xGq1', hintsOf(name))).toMatchObject([{ kind: 'password-hash' }])
  },
)

test.each(['providerUserId', 'provider_account_id', 'userProviders[].providerUserId'])(
  '%s is an ID at a third party',
  (name) => {
    expect(loginLikenesses('1234567', hintsOf(name))).toMatchObject([{ kind: 'provider-user-id' }])
  },
)

test('a value within an object that is called a password is one, and what stands beside it is none', () => {
  const digest = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ'
  expect(loginLikenesses(digest, hintsOf('password.$crypto.value.data'))).toMatchObject([{ kind: 'password-hash' }])
  expect(loginLikenesses('SHA-256', hintsOf('password.$crypto.value.algorithm'))).toBeNull()
  expect(loginLikenesses(digest, hintsOf('picture.data'))).toBeNull()
})

const anyName = fc.constantFrom(
  'name',
  'provider',
  'provider_user_id',
  'google_id',
  'phone',
  'created_at',
  'token',
  'sub',
)

test('a short word or number is a login by the name of its field alone, or none', () => {
  const value = fc
    .oneof(fc.stringMatching(/^[A-Za-z\d][\w.-]{0,27}$/), fc.stringMatching(/^1?\d{1,27}$/))
    .filter(isWord)
  fc.assert(
    fc.property(value, anyName, (word, name) => {
      for (const { byName } of loginLikenesses(word, hintsOf(name)) ?? []) expect(byName).toBe(true)
    }),
  )
  expect(
    [
      '112345678901234567890',
      'ann@example.com',
      'a b',
      '+4915112345678',
      'google-oauth2|17',
      '',
      'a'.repeat(29),
    ].filter(isWord),
  ).toEqual([])
})

test('a phone number with its country is one under any name', () => {
  const value = fc.stringMatching(/^\+[0-9]{6,16}$/).filter(isNumberWithCountry)
  fc.assert(
    fc.property(value, fc.oneof(anyName, fc.constantFrom('password', 'new_pass')), (phone, name) => {
      expect(loginLikenesses(phone, hintsOf(name))).toMatchObject([{ kind: 'phone', value: phone }])
    }),
  )
  expect(['+0151123456', '+491511', '+49 1511 2345678', '4915112345678'].filter(isNumberWithCountry)).toEqual([])
})

test.each([
  ['tel:+4915112345678', true],
  ['ann@example.com', true],
  ['telephone', false],
  ['Noor Müller', false],
  ['uid=noor,ou=people,dc=acme,dc=example', false],
  ['cn=noor@acme.example,ou=people,dc=acme', true],
  ['x={SSHA}c2FsdGVkIGRpZ2VzdA==,dc=acme,dc=example', true],
])('under a name that says nothing, %s is looked at: %s', (value, isLookedAt) => {
  expect(mayBeLogin(value)).toBe(isLookedAt)
})

test('a value that is passed over under a name that says nothing is no login there', () => {
  const sign = fc.constantFrom(
    '=',
    ',',
    ' ',
    '|',
    ':',
    '@',
    '$',
    '{',
    '}',
    '.',
    '-',
    '1',
    'a',
    'Z',
    'google',
    madeUpBcrypt(2),
  )
  const text = fc.array(sign, { minLength: 1, maxLength: 50 }).map((signs) => signs.join(''))
  const entry = fc.tuple(text, text, text).map(([one, other, more]) => `uid=${one},ou=${other},dc=${more}`)
  fc.assert(
    fc.property(fc.oneof(text, entry), (value) => {
      if (!mayBeLogin(value)) expect(loginLikenesses(value, hintsOf('dn'))).toBeNull()
    }),
    { numRuns: 2000 },
  )
})

test('a long number under the name of a third party is an ID there, and an address or a name is none', () => {
  const kinds = (value: string, name: string) =>
    (loginLikenesses(value, hintsOf(name)) ?? []).map(({ kind, provider }) => [kind, provider])
  expect(kinds('10234567890123456', 'facebook')).toEqual([['provider-user-id', 'facebook']])
  const others = [
    kinds('ann.lee', 'facebook'),
    kinds('https://facebook.com/ann', 'facebook'),
    kinds('10234567890123456', 'qzt'),
  ]
  expect(others).toEqual([[], [], []])
})
