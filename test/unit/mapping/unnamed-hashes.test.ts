import { expect, test } from 'vitest'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

const bcrypt = `$2b$10$${'e'.repeat(53)}`
const django = 'pbkdf2_sha256$390000$c2VhLXNhbHQ$WGg3bm90YXJlYWxoYXNoYXRhbGxidXRsb25nZW5vdWdo'

function mapped(name: string, values: readonly string[]) {
  const records = values.map((value, index) => ({ mail: `user${index}@example.com`, [name]: value }))
  return suggestMapping({ header: ['mail', name], records }).mapping.columns
}

test('a column of nothing but hashes is taken for the password hash, whatever it is called', () => {
  expect(mapped('geheim', [bcrypt, django])).toContainEqual({ path: 'geheim', target: 'password-hash' })
})

test('a column that says more of itself than password is not taken for it', () => {
  expect(mapped('password_reset_token', [bcrypt, bcrypt])).not.toContainEqual(
    expect.objectContaining({ target: 'password-hash' }),
  )
})

test('values that only might be hashes are left to the operator', () => {
  expect(
    mapped('checksum', ['0cc175b9c0f1b6a831c399e269772661', '92eb5ffee6ae2fec3ad71c777531578f']),
  ).not.toContainEqual(expect.objectContaining({ target: 'password-hash' }))
})
