import { expect, test } from 'vitest'
import { unreadTableText } from '../../../shared/mapping/login-likeness.ts'

test('a table that is not read is named with its columns and how many rows have such values', () => {
  const columns = [
    { column: 'digest', kind: 'password-hash', rows: 1 },
    { column: 'mobile', kind: 'phone', rows: 1000 },
  ] as const
  expect(unreadTableText({ table: 'logins', columns: [...columns] })).toBe(
    'password hashes in digest (1 row), phone numbers in mobile (1,000 rows)',
  )
})
