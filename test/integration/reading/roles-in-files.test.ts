import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { usersOf } from '../../support/read-users.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const people = (id: string) =>
  [id, '1', '2', '3'].map((at, row) => `${at},${row === 0 ? 'email' : `u${at}@acme.example`}\n`).join('')

test.each([
  ['user_id,authority_name', ''],
  ['benutzer_id,rolle', ''],
  ['id,usuario_id,nombre_rol,created_at', '2024-01-31'],
])('roles by the ID of a user in a file of their own are joined: %s', async (header, time) => {
  const rows = [
    ['1', 'admin'],
    ['1', 'teacher'],
    ['2', 'banned'],
  ].map(([id, name], at) => (time === '' ? `${id},${name}` : `${at + 70},${id},${name},${time}`))
  const files = { 'users.csv': people('id'), 'user_roles.csv': `${header}\n${rows.join('\n')}\n` }
  const users = await usersOf(files)
  expect(users.map(({ profile, standing }) => [profile?.roles, standing])).toEqual([
    [['admin', 'teacher'], 'active'],
    [['banned'], 'disabled'],
    [undefined, 'active'],
  ])
  const { json, out } = await inspect(files)
  expect(json).toMatchObject({ records: 6, users: 3, joined: 3, unreadable: 0 })
  expect(out).not.toContain('may be a key of the users')
  const roles = { mapping: { columns: [{ becomes: 'The user it belongs to' }, { becomes: 'role' }] } }
  expect(json).toMatchObject({ files: [{}, roles] })
})

test('the role of an unknown user is unmatched', async () => {
  const files = { 'users.csv': people('id'), 'user_roles.csv': 'user_id,role\n1,admin\n9,admin\n' }
  expect((await inspect(files)).json).toMatchObject({ users: 3, joined: 1, unmatched: 1 })
})

test.each([
  ['user_id,points,shirt', '1,250,red\n1,300,blue\n2,200,red', 'user_id'],
  ['sourcedId,userSourcedId,classSourcedId,role', 'e1,1,c1,teacher\ne2,2,c1,student', 'sourcedId'],
])('rows with IDs and no login say so: %s', async (header, rows, id) => {
  const files = { 'users.csv': people('id'), 'others.csv': `${header}\n${rows}\n` }
  const { out, err } = await cli(['inspect', ...Object.keys(files)], { cwd: folderOf(files) })
  const said = `${out}${err}`
  expect(said).not.toContain('No column looks like an email, a phone number or an ID')
  expect(said).toContain(`This row has an ID (“${id}”`)
  expect(said).toContain('Leave this file out if the users are in another one')
})

test('a file without any ID or login still says that no column looks like one', async () => {
  const files = { 'users.csv': people('id'), 'others.csv': 'color,size\nred,big\nred,small\n' }
  const { out, err } = await cli(['inspect', ...Object.keys(files)], { cwd: folderOf(files) })
  expect(`${out}${err}`).toContain('No column looks like an email, a phone number or an ID')
})
