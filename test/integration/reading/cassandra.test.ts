import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Scripts of Cassandra: UUIDs without quotation marks, and rows as JSON. */

const id = (at: number) => `0f8fad5b-d9cb-469f-a165-70867728950${at}`
const mail = (at: number) => `user${at}@acme.example`
const some = [1, 2, 3]

const statement = (at: number) =>
  `INSERT INTO shop.users (id, email, password, created) VALUES (${id(at)}, '${mail(at)}', '${madeUpBcrypt(at)}', toTimestamp(now()));\n`
const object = (at: number) => ({ id: id(at), email: mail(at), password: madeUpBcrypt(at), name: "Ann O'Neil" })
const asJson = (value: unknown, behind = '') =>
  `INSERT INTO shop.users JSON '${JSON.stringify(value).replaceAll("'", "''")}'${behind};\n`

describe('the users of Cassandra keep their IDs', () => {
  test.each([
    ['behind VALUES', some.map(statement).join('')],
    ['of which one is the last column', some.map((at) => statement(at).replace('toTimestamp(now())', id(9))).join('')],
    ['in JSON', some.map((at) => asJson(object(at))).join('')],
    ['in JSON with a condition', some.map((at) => asJson(object(at), ' DEFAULT UNSET IF NOT EXISTS')).join('')],
    ['in both', statement(1) + asJson(object(2)) + statement(3)],
  ])('%s', async (_, script) => {
    const { json, out } = await inspect({ 'users.cql': script })
    expect(json, out).toMatchObject({ records: 3, users: 3, ready: 3, unreadable: 0, hashes: { bcrypt: 3 } })
    expect(out).not.toContain('id-computed')
  })

  test('whose names are in quotation marks in JSON', async () => {
    const named = (at: number) => ({ '"userId"': id(at), email: mail(at), '"passwordHash"': madeUpBcrypt(at) })
    const { json, out } = await inspect({ 'users.cql': some.map((at) => asJson(named(at))).join('') })
    expect(json, out).toMatchObject({ users: 3, ready: 3, hashes: { bcrypt: 3 } })
    expect(out).toContain('"userId"')
  })
})

test('an ID that the database makes is one that the file does not have', async () => {
  const made = some.map((at) => statement(at).replace(id(at), 'uuid()'))
  expect((await inspect({ 'users.cql': made.join('') })).out).toContain('id-computed')
})

test('a row whose JSON is damaged is told, and the others are read', async () => {
  const broken = asJson(object(2)).replace('"email":', '"email"')
  const { json, out } = await inspect({ 'users.cql': asJson(object(1)) + broken + asJson(object(3)) })
  expect(json, out).toMatchObject({ records: 3, users: 2, unreadable: 1 })
})
