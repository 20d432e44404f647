import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Tables of one dump that name users by IDs in another form. */

const numbers = Array.from({ length: 60 }, (_, at) => at + 1)
const hash = madeUpBcrypt
const insert = (table: string, columns: string, row: (n: number) => string) =>
  `INSERT INTO ${table} (${columns}) VALUES\n${numbers.map((n) => `(${row(n)})`).join(',\n')};\n`
const hex = (n: number) => `${n.toString(16).padStart(8, '0')}4c5e4d7aa1b2c3d4e5f60718`
const dashed = (n: number) => hex(n).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const users = (id: (n: number) => string, email = (n: number) => `ann${n}@acme.example`) =>
  insert('users', 'id, email', (n) => `${id(n)}, '${email(n)}'`)
const padded = (n: number) => `'${String(n + 100).padStart(5, '0')}'`
const plain = (n: number) => String(n + 100)
const passwords = (id: (n: number) => string) =>
  insert('user_passwords', 'user_id, password_hash', (n) => `${id(n)}, '${hash(n)}'`)

const whole = { users: 60, joined: 60, unmatched: 0, hashes: { bcrypt: 60, none: 0 } }

describe('passwords are those of the users that they name', () => {
  test.each([
    ['by a number without zeros', users(padded), passwords(plain)],
    ['by a number with zeros', users(plain), passwords(padded)],
    ['by a number with a fraction', users(plain), passwords((n) => `'${n + 100}.0'`)],
    ['in quotation marks', users(plain), passwords((n) => `'"${n + 100}"'`)],
    ['behind a word for users', users(plain), passwords((n) => `'user_${n + 100}'`)],
    ['without that word', users((n) => `'user_${n + 100}'`), passwords(plain)],
    ['by a UUID in capitals', users((n) => `'${dashed(n)}'`), passwords((n) => `'${dashed(n).toUpperCase()}'`)],
    ['by a UUID without dashes', users((n) => `'${dashed(n)}'`), passwords((n) => `'${hex(n)}'`)],
    ['by a UUID with dashes', users((n) => `'${hex(n)}'`), passwords((n) => `'${dashed(n)}'`)],
    ['by a UUID in braces', users((n) => `'${dashed(n)}'`), passwords((n) => `'{${dashed(n).toUpperCase()}}'`)],
    ['with blanks behind it', users((n) => `'${dashed(n)}'`), passwords((n) => `'${dashed(n).toUpperCase()}   '`)],
  ])('%s', async (_, first, second) => {
    for (const dump of [first + second, second + first]) {
      const { json } = await inspect({ 'all.sql': dump })
      expect(json).toMatchObject(whole)
    }
  })

  test('as are logins at third parties', async () => {
    const logins = insert(
      'user_logins',
      'user_id, provider, provider_user_id',
      (n) => `${plain(n)}, 'google', 'g${n}x'`,
    )
    const { json } = await inspect({ 'all.sql': users(padded) + logins })
    expect(json).toMatchObject({ users: 60, joined: 60, loginMethods: { thirdParty: 60 } })
  })
})

describe('nobody gets the password of another', () => {
  const more = (table: string, columns: string, values: string) =>
    `INSERT INTO ${table} (${columns}) VALUES (${values});\n`
  test.each([
    [
      'where another user has the number as it is written',
      users(padded) + more('users', 'id, email', "'101', 'eve@acme.example'"),
      passwords(plain),
    ],
    [
      'where two users have one number',
      users(padded) + more('users', 'id, email', "'000101', 'eve@acme.example'"),
      passwords(plain),
    ],
    [
      'where one number comes in two forms',
      users(padded),
      passwords(plain) + more('user_passwords', 'user_id, password_hash', `'0101', '${hash(99)}'`),
    ],
    [
      'where the numbers count something else',
      users(padded),
      insert('tokens', 'id, password_hash', (n) => `${plain(n)}, '${hash(n)}'`),
    ],
  ])('%s', async (_, first, second) => {
    for (const dump of [first + second, second + first]) {
      const { json } = await inspect({ 'all.sql': dump })
      expect(json).toMatchObject({ joined: 0 })
    }
  })
})
