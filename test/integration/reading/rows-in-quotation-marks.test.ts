import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpArgon2, madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Tables of which each row stands between quotation marks as a whole. */

const some = [1, 2, 3]
const row = (at: number, sign: string, hash = madeUpBcrypt(at)) =>
  [`user${at}@acme.example`, hash, `Ann ${at}`].join(sign)
const wrapped = (text: string) => `"${text.replaceAll('"', '""')}"`
const text = (...lines: readonly string[]) => `${lines.join('\n')}\n`

describe.each([',', ';', '\t'])('rows between quotation marks, of cells with %j between them,', (sign) => {
  const names = ['email', 'password', 'name'].join(sign)
  test.each([
    ['below names without', text(names, ...some.map((at) => wrapped(row(at, sign))))],
    ['below names in such as well', text(wrapped(names), ...some.map((at) => wrapped(row(at, sign))))],
    ['without names', text(...some.map((at) => wrapped(row(at, sign))))],
    [
      'with quotation marks within',
      text(
        names,
        ...some.map((at) => wrapped(`${row(at, sign)}${sign}"Lee${sign} Ann"`.replace(`Ann ${at}${sign}`, ''))),
      ),
    ],
  ])('are read: %s', async (_, content) => {
    const { json, out } = await inspect({ 'users.csv': content })
    expect(json, out).toMatchObject({ users: 3, ready: 3, unreadable: 0, hashes: { bcrypt: 3 } })
  })
})

test('so are those with hashes of Argon2', async () => {
  const content = text('email,password,name', ...some.map((at) => wrapped(row(at, ',', madeUpArgon2(at)))))
  const { json, out } = await inspect({ 'users.csv': content })
  expect(json, out).toMatchObject({ users: 3, unreadable: 0, hashes: { argon2: 3 } })
})

test('a row among others that is one text stays unreadable, unless it has the cells of a row', async () => {
  const content = text(
    'email,password,name',
    row(1, ','),
    wrapped('a note, and no user'),
    wrapped(row(2, ',')),
    row(3, ','),
  )
  const { json, out } = await inspect({ 'users.csv': content })
  expect(json, out).toMatchObject({ records: 4, users: 3, unreadable: 1, hashes: { bcrypt: 3 } })
})

test('names with commas in a table of one column are one value each', async () => {
  const { json } = await inspect({ 'names.csv': text('name', wrapped('Lee, Ann'), wrapped('Ray, Ben')) })
  expect(json?.['users'] ?? 0).toBe(0)
})
