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

const django = (note: (at: number) => string) => {
  const row = (at: number) => `${at},ann${at},user${at}@acme.example,bcrypt$${madeUpBcrypt(at)},1,0,0,,${note(at)}`
  const names = 'id,username,email,password,is_active,is_staff,is_superuser,last_login,note'
  return { 'auth_user.csv': [names, ...Array.from({ length: 6 }, (_, at) => row(at + 1))].join('\n') }
}
const entries = (description: (at: number) => string, count = 3) => ({
  'users.ldif': Array.from(
    { length: count },
    (_, at) =>
      `dn: uid=u${at},dc=acme,dc=example\nobjectClass: inetOrgPerson\ncn: U ${at}\nsn: U\nuid: u${at}\nmail: u${at}@acme.example\ndescription: ${description(at)}\n`,
  ).join('\n'),
})

test.each<readonly [string, Readonly<Record<string, string>>, string]>([
  ['django', django((at) => (at === 2 ? 'Inactive' : 'Active')), 'note=Inactive'],
  ['django', django((at) => (at > 4 ? 'gesperrt' : 'aktives Mitglied')), 'note=gesperrt'],
  ['ldap', entries((at) => (at === 1 ? 'Inactive' : 'Active')), 'description=Inactive'],
  ['ldap', entries((at) => (at === 350 ? 'suspended' : 'staff'), 400), 'description=suspended'],
])(
  'a status that only values say, in a column that %s does not read, is asked about',
  async (provider, files, field) => {
    const { json, out } = await inspect(files)
    expect(json, out).toMatchObject({
      files: [{ provider }],
      blocked: { 'unmapped-status': field.endsWith('gesperrt') ? 2 : 1 },
    })
    expect(JSON.stringify(json)).toContain(`unmapped-status:${field}`)
  },
)

test.each<readonly [string, Readonly<Record<string, string>>]>([
  ['words of something else', django((at) => (at % 2 === 0 ? 'Gold' : 'Silver'))],
  ['texts of their own', entries((at) => ['Inactive accounts are my job', 'I sing', 'Closed on Mondays'][at] ?? '')],
  ['users who are active', django(() => 'Usuario activo')],
])('a column that a format does not read keeps nobody out by %s', async (_, files) => {
  const { json, out } = await inspect(files)
  expect(json, out).toMatchObject({ blocked: {} })
  expect(out).not.toContain('unmapped-status')
})
