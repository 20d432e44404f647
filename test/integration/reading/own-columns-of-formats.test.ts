import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4]
const header = 'id,name,email,email_verified,image,user_pass,city'
const row = (at: number, hash: string) => `${at},Ann ${at},user${at}@acme.example,,,${hash},Bonn`

test('a table with the columns of a format and hashes in one of its own is read by its columns', async () => {
  const text = [header, ...some.map((at) => row(at, madeUpBcrypt(at)))].join('\n')
  expect((await inspect({ 'users.csv': text })).json).toMatchObject({
    users: 4,
    hashes: { bcrypt: 4 },
    files: [{ provider: 'generic' }],
  })
})

test('a table of the same format without hashes is still recognized', async () => {
  const text = [header, ...some.map((at) => row(at, ''))].join('\n')
  expect((await inspect({ 'users.csv': text })).json).toMatchObject({ users: 4, files: [{ provider: 'authjs' }] })
})

test('an entry of a directory of PingOne has its ID, and not its name, as the source ID', async () => {
  const entry = (at: number, id: string) =>
    `dn: cn=User ${at},dc=acme,dc=example\nobjectClass: inetOrgPerson\nid: ${id}\nmail: user${at}@acme.example\n`
  const id = (at: number) => `0d5c7b1e-1111-4000-8000-00000000000${at}`
  const columnsWith = async (idOf: (at: number) => string) => {
    const text = some.map((at) => entry(at, idOf(at))).join('\n')
    return JSON.stringify((await inspect({ 'users.ldif': text })).json?.['files'])
  }
  expect(await columnsWith(id)).toContain('"column":"id","becomes":"Source ID"')
  expect(await columnsWith((at) => `${at}`)).toContain('"column":"dn","becomes":"Source ID"')
})

test.each(['', 'ann.of.acme'])('a column of one product is none of another in the same format: %s', async (contact) => {
  const names = 'rowid,login,pass_crypted,email,statut,facebook,twitter'
  const users = some.map((at) => `${at},ann${at},${madeUpBcrypt(at)},user${at}@acme.example,1,${contact},${contact}`)
  const { json } = await inspect({ 'users.csv': [names, ...users].join('\n') })
  expect(json).toMatchObject({ files: [{ provider: 'other-products' }], loginMethods: { thirdParty: 0 } })
  const read = JSON.stringify(json?.['mapping'] ?? json?.['files'])
  expect(read).toContain('"column":"pass_crypted","becomes":"Password hash"')
  expect(read).not.toContain('"becomes":"Provider user ID"')
})

test.each(['approved', 'can_login', 'may_sign_in', 'allow_login', 'approved_by_admin', 'admin_approved'])(
  'a flag that another shape of a format reads, or none, is asked about: %s',
  async (flag) => {
    const columns = `id,email,encrypted_password,confirmed_at,sign_in_count,${flag}`
    const rows = [1, 2].map(
      (at) => `${at},u${at}@acme.example,${madeUpBcrypt(at)},2024-01-01,1,${at === 1 ? 't' : 'f'}`,
    )
    const { json, out } = await inspect({ 'users.csv': [columns, ...rows].join('\n') })
    expect(json, out).toMatchObject({ users: 2, ready: 1, files: [{ provider: 'rails' }] })
    expect(JSON.stringify(json)).toContain(`unmapped-status:${flag}=f`)
  },
)

test.each(['can_delete', 'approved_by', 'allow_comments', 'can_login_others'])(
  'a column about something else keeps nobody out: %s',
  async (column) => {
    const columns = `id,email,encrypted_password,confirmed_at,sign_in_count,${column}`
    const rows = [1, 2].map((at) => `${at},u${at}@acme.example,${madeUpBcrypt(at)},2024-01-01,1,${at === 1 ? 1 : 0}`)
    const { json, out } = await inspect({ 'users.csv': [columns, ...rows].join('\n') })
    expect(json, out).toMatchObject({ users: 2, ready: 2 })
  },
)
