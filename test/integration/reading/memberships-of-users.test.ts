import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

const folder = join(import.meta.dirname, '../../fixtures/exports/workos')
const [users, memberships] = ['users.json', 'memberships.json'].map((name) => readFileSync(join(folder, name), 'utf8'))

test('memberships of WorkOS give their users tenants and roles, where they are active', async () => {
  const read = await usersOf({ 'memberships.json': memberships ?? '', 'users.json': users ?? '' })
  expect(read.map(({ tenants, profile, standing }) => [tenants, profile?.roles, standing])).toEqual([
    [['org_01E4ZCR3C56J083X43JQXF3JK5', 'org_01E4ZCR3C56J083X43JQXF3JK6'], ['admin', 'member'], 'active'],
    [undefined, undefined, 'active'],
  ])
})

test('records with a status whose IDs are of no users name the column that may have those of users', async () => {
  const some = [1, 2, 3]
  const people = some.map((at) => ({ id: `p${at}`, email: `user${at}@acme.example` }))
  const members = some.map((at) => ({ id: `m${at}`, user_id: `p${at}`, team: `t${at}`, status: 'active' }))
  const { err, out } = await inspect({ 'people.json': JSON.stringify(people), 'members.json': JSON.stringify(members) })
  expect(`${err}${out}`).not.toContain('no user in the other files has these IDs. Remove')
})

test.each([
  ['memberships', 'role', ['owner', 'member', 'admin']],
  ['user_roles', 'role', ['editor', 'reader', 'editor']],
  ['gruppen_mitglieder', 'rolle', ['leiter', 'gast', 'gast']],
])('roles in a table of its own that keep nobody out are not called read: %s', async (table, column, roles) => {
  const ids = [1, 2, 3]
  const rows = (own: readonly string[]) => own.map((role, at) => `(${at + 10}, ${ids[at]}, '${role}')`).join(', ')
  const dump = (own: readonly string[]) =>
    `INSERT INTO users (id, email, password) VALUES ${ids.map((id) => `(${id}, 'u${id}@acme.example', '${madeUpBcrypt(id)}')`).join(', ')};\n` +
    `INSERT INTO ${table} (id, user_id, ${column}) VALUES ${rows(own)};\n`
  const tablesIn = async (own: readonly string[]) => {
    const { json } = await inspect({ 'all.sql': dump(own) })
    return JSON.stringify(json).match(/"tables":\[[^\]]*\]/)?.[0]
  }
  expect(await tablesIn(roles)).toBe('"tables":["users"]')
  expect(await tablesIn([...roles.slice(1), 'banned'])).toBe(`"tables":["users","${table}"]`)
})
