import { expect, test } from 'vitest'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { inspect } from '../../support/cli.ts'
import { usersOf } from '../../support/read-users.ts'

/* A board whose tables begin their columns with letters of their own. */

const members = ['ann', 'fcb_2207388700000001', 'ben', 'fcb_2207388700000002']
const board = (logins: string, more = '') => `
CREATE TABLE x_member (mb_no int PRIMARY KEY, mb_id varchar(20), mb_password varchar(255), mb_email varchar(255), mb_level int);
INSERT INTO x_member (mb_no, mb_id, mb_password, mb_email, mb_level) VALUES ${members.map((name, at) => `(${at + 1}, '${name}', '${madeUpBcrypt(at)}', 'u${at}@acme.example', 2)`).join(', ')};
INSERT INTO x_social_member (sm_no, sm_id, mb_id, sm_service, sm_ip, sm_datetime, mb_level) VALUES ${logins};
${more}`

async function unread(dump: string) {
  const { json } = await inspect({ 'all.sql': dump })
  const files = json?.['files'] as readonly { unreadTables: readonly { table: string }[] }[]
  return { json, unread: files[0]?.unreadTables }
}

const row = (no: number, id: string, member: string) =>
  `(${no}, '${id}', '${member}', 'facebook', '::1', '2024-01-01 10:00:00', 2)`

test.each([
  ['its own IDs', row(1, '2207388700000001', 'fcb_2207388700000001')],
  ['the names of the members', row(1, 'fcb_2207388700000001', 'fcb_2207388700000001')],
  ['several', `${row(1, '2207388700000009', 'ann')}, ${row(2, 'fcb_2207388700000002', 'fcb_2207388700000002')}`],
])('a table of logins at third parties is joined or named, with %s', async (_, logins) => {
  const { json, unread: tables } = await unread(board(logins))
  const named = tables?.some(({ table }) => table === 'x_social_member') === true
  expect(named || JSON.stringify(json).includes('x_social_member.sm_id')).toBe(true)
})

test('settings name third parties and have none of their users', async () => {
  const settings =
    "INSERT INTO x_config (cf_title, cf_admin, cf_theme, cf_register_point, cf_login_point, cf_cert, cf_social) VALUES ('Acme', 'ann', 'basic', 1000, 100, 'facebook', 1);"
  const { unread: tables } = await unread(board(row(1, '77', 'ann'), settings))
  expect(tables?.filter(({ table }) => table === 'x_config')).toEqual([])
})

test.each([
  ['external_logins', 'external_login_id', 'external_user_id'],
  ['social_accounts', 'social_account_id', 'social_id'],
])('the key of a row in %s is no ID at a third party where another column has that', async (table, key, id) => {
  const users = [1, 2, 3].map((n) => `(${n}, 'u${n}@acme.example', '${madeUpBcrypt(n)}')`).join(', ')
  const rows = [1, 2, 3].map((n) => `(${n + 40}, ${n}, 'google', '11628974821634000000${n}')`).join(', ')
  const dump = `INSERT INTO users (id, email, password) VALUES ${users};\nINSERT INTO ${table} (${key}, user_id, provider, ${id}) VALUES ${rows};\n`
  const found = (await usersOf({ 'all.sql': dump })).map(({ identities }) => identities.map(({ userId }) => userId))
  expect(found).toEqual([1, 2, 3].map((n) => [`11628974821634000000${n}`]))
})

test.each([
  ['user_id', 'provider', 'extern_id'],
  ['account_id', 'network', 'identifier'],
  ['userid', 'service', 'uid_at_provider'],
  ['benutzer_id', 'dienst', 'fremd_id'],
  ['id_cliente', 'servicio', 'id_externo'],
])(
  'logins at third parties in a file belong to the users that they name, several of some: %s, %s, %s',
  async (...names) => {
    const there = [
      '1,google,1162897482163400000',
      '2,github,558677',
      '2,google,1162897482163400000',
      '3,facebook,1086207184871',
    ]
    for (const more of names[2] === 'id_externo' || names[2] === 'uid_at_provider' ? [false] : [false, true]) {
      const rows = there.map((row, at) => `${row}${at}0${more ? `,u${row[0]}@acme.example` : ''}`)
      const files = {
        'people.csv': `id,email,password\n${[3, 1, 2].map((n) => `${n},u${n}@acme.example,${madeUpBcrypt(n)}`).join('\n')}\n`,
        'linked.csv': `${names.join(',')}${more ? ',email' : ''}\n${rows.join('\n')}\n`,
      }
      const users = await usersOf(files)
      const found = users.map(({ sourceId, email, identities }) => [sourceId, email, identities.length])
      expect(found.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual(
        [1, 2, 3].map((n) => [`${n}`, `u${n}@acme.example`, n === 2 ? 2 : 1]),
      )
    }
  },
)
