import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

type Cell = string | number

function table(name: string, columns: string, rows: readonly (readonly Cell[])[]): string {
  const values = rows.map((row) => `(${row.map((cell) => (typeof cell === 'number' ? cell : `'${cell}'`)).join(', ')})`)
  return `INSERT INTO ${name} (${columns}) VALUES\n${values.join(',\n')};\n`
}

const some = [1, 2, 3, 4, 5, 6]
const id = (of: string, at: number) => `5f${of}a7c0d1e2f3b4a${at}`
const mail = (at: number) => `user${at}@acme.example`

/** As CRMs keep them: contacts have addresses in the same table, and a user has a second one. */
function crm({ link = 'email_addr_bean_rel', kinds = ['Users', 'Contacts'], ids = id } = {}) {
  const [users = '', contacts = ''] = kinds
  return [
    table(
      'users',
      'id, user_name, user_hash',
      some.map((at) => [ids('aa', at), `user${at}`, madeUpBcrypt(at)]),
    ),
    table(
      'email_addresses',
      'id, email_address, email_address_caps, invalid_email',
      [...some, 7, 8].map((at) => [ids('ee', at), mail(at), mail(at).toUpperCase(), 0]),
    ),
    table(link, 'id, email_address_id, bean_id, bean_module, primary_address, deleted', [
      ...some.map((at) => [ids('bb', at), ids('ee', at), ids('aa', at), users, 1, 0]),
      [ids('bb', 7), ids('ee', 7), ids('cc', 1), contacts, 1, 0],
      [ids('bb', 8), ids('ee', 8), ids('aa', 1), users, 0, 0],
    ]),
  ]
}

const found = async (parts: readonly string[]) => (await inspect({ 'crm.sql': parts.join('') })).json

test('users get the address that a table of links names as theirs', async () => {
  expect(await found(crm())).toMatchObject({
    users: 6,
    joined: 6,
    unmatched: 0,
    ready: 6,
    loginMethods: { emailPassword: 6 },
    files: [
      {
        mapping: {
          tables: ['users', 'email_addresses', 'email_addr_bean_rel'],
          columns: expect.arrayContaining([
            expect.objectContaining({ column: 'email_addr_bean_rel.bean_id', becomes: 'Source ID of its user' }),
            expect.objectContaining({ column: 'email_addresses.email_address', becomes: 'email' }),
          ]),
        },
      },
    ],
  })
})

test('and where the links stand behind the addresses, or the address has any name', async () => {
  const [users = '', addresses = '', links = ''] = crm()
  expect(await found([links, users, addresses])).toMatchObject({ users: 6, joined: 6, ready: 6 })
  const named = addresses.replace('email_address, email_address_caps', 'name, lower')
  expect(await found([named, links, users])).toMatchObject({ users: 6, joined: 6, ready: 6 })
})

test('but not where the links are of other people, or two of them name one user', async () => {
  const numbers = (of: string, at: number) => String(of === 'cc' ? 100 + at : at)
  expect(await found(crm({ kinds: ['Leads', 'Contacts'], ids: numbers }))).toMatchObject({ joined: 0, ready: 0 })
  const [users = '', addresses = '', links = ''] = crm()
  const twice = links.replace("'Users', 0, 0", "'Users', 1, 0")
  expect(await found([users, addresses, twice])).toMatchObject({ joined: 0, ready: 0 })
})
