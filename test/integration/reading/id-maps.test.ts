import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const people = [1, 2, 3, 4, 5, 6, 7, 8]
const mail = (n: number) => `u${n}@acme.example`
const key = (n: number) => `6f1b2c3d-0000-4000-8000-00000000000${n}`
const table = (header: string, ...rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`
const digest = (n: number) => `${n}`.repeat(32)

test('users of two files whose IDs a third file pairs are one person', async () => {
  const { json, out } = await inspect({
    'accounts.csv': table(
      'account_uuid,email,password_hash,state',
      ...people.slice(2).map((n) => `${key(n)},${mail(n)},${madeUpBcrypt(n)},${n === 8 ? 'locked' : 'open'}`),
    ),
    'id_map.csv': table('old_user_id,account_uuid', ...people.slice(2, 7).map((n) => `${n},${key(n)}`)),
    'old_users.csv': table(
      'user_id,email,password',
      ...people.slice(0, 7).map((n) => `${n},old${n}@acme.example,${digest(n)}`),
    ),
  })
  expect(json, out).toMatchObject({
    records: 18,
    users: 8,
    joined: 10,
    unmatched: 0,
    unreadable: 0,
    hashes: { bcrypt: 6 },
  })
  expect(json?.['blocked']).toMatchObject({ disabled: 1 })
})

test.each([
  ['numbers of one system alone', (n: number) => 500 + n],
  ['numbers that both systems have', (n: number) => 9 - n],
])('passwords by the ID in another system find their users through a map: %s', async (_, other) => {
  const files = {
    'ids.csv': table('user_id,legacy_id', ...people.map((n) => `${n},${other(n)}`)),
    'passwords.csv': table('legacy_id,hash', ...people.map((n) => `${other(n)},${madeUpBcrypt(n)}`)),
    'users.csv': table('user_id,email', ...people.map((n) => `${n},${mail(n)}`)),
  }
  const read = await usersOf(files)
  expect(read.map(({ email, hash }) => [email, hash?.hash])).toEqual(people.map((n) => [mail(n), madeUpBcrypt(n)]))
  const { json } = await inspect(files)
  expect(json).toMatchObject({ users: 8, joined: 16, unreadable: 0, ready: 8, hashes: { bcrypt: 8 } })
})

test('a map of IDs that no other file uses is told, and no row of it is called unreadable', async () => {
  const files = {
    'users.csv': table('id,email,password', ...people.map((n) => `${n},${mail(n)},${madeUpBcrypt(n)}`)),
    'map.csv': table('old_id,new_id', ...people.map((n) => `${n},${700 + n}`)),
  }
  const { json } = await inspect(files)
  expect(json).toMatchObject({ users: 8, joined: 8, unreadable: 0, ready: 8 })
  const { out } = await cli(['inspect', ...Object.keys(files)], { cwd: folderOf(files) })
  expect(out).toContain('its rows pair the IDs that users have in two systems (old_id, new_id)')
})

test.each([
  ['teams', 'user_id,team_id'],
  ['orders', 'user_id,order_id'],
])('IDs of things are no IDs of users in another system: %s', async (_, header) => {
  const { json } = await inspect({
    'users.csv': table('id,email,password', ...people.map((n) => `${n},${mail(n)},${madeUpBcrypt(n)}`)),
    'links.csv': table(header, ...people.map((n) => `${n},${n + 20}`)),
  })
  expect(JSON.stringify(json)).not.toContain('in two systems')
})
