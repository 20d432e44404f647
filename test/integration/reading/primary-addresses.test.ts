import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* Addresses in a file of their own, several of some users, of which a column marks the one that counts. */

const people = [1, 2, 3, 4, 5, 6]
const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`
const number = (n: number) => `${n + 3}`
const code = (n: number) => `U-${n + 100}`

/** Two addresses of every second person, the primary one last. */
const rowsOf = (keyOf: (n: number) => string, mark: readonly [string, string]) =>
  people.flatMap((n) => [
    ...(n % 2 === 0 ? [`${keyOf(n)},old${n}@acme.example,${mark[1]}`] : []),
    `${keyOf(n)},u${n}@acme.example,${mark[0]}`,
  ])
const numbered = (rows: readonly string[]) => rows.map((row, at) => `${at + 1},${row}`)
const passwords = (key: string, keyOf: (n: number) => string) =>
  csv(`${key},password`, ...people.map((n) => `${keyOf(n)},${madeUpBcrypt(n)}`))

describe('the primary address of each user counts', () => {
  test.each([
    ['beside the number of the row', 'id,user_id,email,is_primary', numbered(rowsOf(number, ['1', '0']))],
    ['in a list that mentions the users', 'id,utente_id,mail,principale', numbered(rowsOf(number, ['yes', 'no']))],
    ['by the owner alone', 'klant_nr,emailadres,standaard', rowsOf(number, ['1', '0'])],
    ['by whom it belongs to', 'id,belongs_to,email,main', numbered(rowsOf(number, ['true', 'false']))],
    ['in another language', 'id,gehoert_zu,mail,ist_haupt', numbered(rowsOf(number, ['1', '0']))],
  ])('%s', async (_, header, rows) => {
    const key = header.split(',').find((one) => /_(?:id|nr)$/.test(one)) ?? 'id'
    for (const file of ['email_utenti.csv', 'a.csv', 'emails.csv']) {
      const files = { 'people.csv': passwords(key, number), [file]: csv(header, ...rows) }
      const users = await usersOf(files)
      const found = users.map(({ sourceId, email, hash }) => [sourceId, email, hash?.hash])
      expect(found, file).toEqual(people.map((n) => [number(n), `u${n}@acme.example`, madeUpBcrypt(n)]))
    }
  })

  test('by codes that are no numbers, with people and passwords in files of their own', async () => {
    const files = {
      'people.csv': csv('member_id,mobile', ...people.map((n) => `${code(n)},${n < 4 ? `+49151123450${n}` : ''}`)),
      'passwords.csv': passwords('member_id', code),
      'emails.csv': csv('member_id,email,is_primary', ...rowsOf(code, ['1', '0'])),
    }
    const { json, out } = await inspect(files)
    expect(json, out).toMatchObject({ users: 6, ready: 6, blocked: {} })
    const found = (await usersOf(files)).map(({ sourceId, email, hash }) => [sourceId, email, hash?.hash])
    expect(found).toEqual(people.map((n) => [code(n), `u${n}@acme.example`, madeUpBcrypt(n)]))
  })
})

test('nobody is asked whether the mark of an address keeps people out, or for the address of a password', async () => {
  const files = {
    'people.csv': passwords('id', number),
    'emails.csv': csv('user_id,email,is_primary', ...rowsOf(number, ['1', '0'])),
  }
  const { json, out } = await inspect(files)
  expect(json, out).toMatchObject({ users: 6, ready: 6, blocked: {} })
  expect(out).not.toContain('Does it keep people out')
  expect(out).not.toContain('logins or bans that no user gets')
})

test('persons of a household are no addresses of one user', async () => {
  const rows = people.map((n) => `${Math.ceil(n / 2)},u${n}@acme.example,Ann${n},${n % 2}`)
  const { json } = await inspect({ 'people.csv': csv('account_id,email,first_name,is_primary', ...rows) })
  expect(json).toMatchObject({ users: 6, ready: 6 })
})

test('the numbers of rows of addresses are the IDs of no user', async () => {
  const objectId = (n: number) => `64b7f0c2a1d3e4f5a6b7c8d${n}`
  const files = {
    'emails.csv': csv('id,user_id,email', ...numbered(rowsOf(objectId, ['1', '0']).map((row) => row.slice(0, -2)))),
    'users.csv': passwords('user_id', objectId),
  }
  const users = await usersOf(files)
  expect(users.map(({ sourceId }) => sourceId)).toEqual(people.map(objectId))
})
