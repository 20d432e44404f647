import { expect, test } from 'vitest'
import { loginLikenesses, unreadTableText } from '../../../shared/mapping/login-likeness.ts'
import { hintsOf } from '../../../shared/mapping/names/name-hints.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

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
