import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

/** Three accounts, and the logins of two of them in a second table whose column `owner` refers to the accounts. */
function dump(owner: string, table = 'logins_ext', [provider, id] = ['provider', 'provider_id']) {
  const accounts =
    "INSERT INTO konten (kennung,mail) VALUES ('a1','a@acme.example'),('a2','b@acme.example'),('a3','c@acme.example');"
  const logins = `INSERT INTO ${table} (${owner},${provider},${id}) VALUES ('a1','github','5523188'),('a3','github','7719021');`
  return inspect({ 'accounts.sql': `${accounts}\n${logins}\n` })
}

test('logins of a second table belong to the users whose key has the name of their column', async () => {
  const { json } = await dump('kennung')
  expect(json).toMatchObject({ users: 3, ready: 3, loginMethods: { thirdParty: 2 } })
})

test.each(['id', 'ref', 'key', 'besitzer'])(
  'logins belong to the users whose keys all values of the only other column %s are',
  async (owner) => {
    const { json } = await dump(owner)
    expect(json).toMatchObject({ users: 3, ready: 3, loginMethods: { thirdParty: 2 } })
    expect(JSON.stringify(json)).toContain(
      `"logins_ext.${owner}","becomes":"Source ID of its user","confidence":"likely","reason":"it is the kennung of one row of konten"`,
    )
  },
)

const numbers = (
  users: number,
  owners: readonly (number | string)[],
  [owner = 'besitzer', more = '']: readonly string[] = [],
) => {
  const rows = Array.from({ length: users }, (_, at) => `(${at + 11},'user${at}@acme.example')`)
  const columns = more === '' ? '' : `,${more}`
  const logins = owners.map((of, at) => `(${of},'github','55231${at}'${more === '' ? '' : `,${of}`})`)
  return inspect({
    'dump.sql': `INSERT INTO nutzer (nr,mail) VALUES ${rows.join(',')};\nINSERT INTO zuordnung (${owner},provider,provider_id${columns}) VALUES ${logins.join(',')};\n`,
  })
}
const many = Array.from({ length: 200 }, (_, at) => 11 + ((at * 37) % 200))

test.each<readonly [string, number, readonly number[], readonly string[]]>([
  ['of a few users', 3, [13, 11, 11], []],
  ['of many users', 200, many, []],
])(
  'numbers of one column, all of which are keys of the users, join their logins: %s',
  async (_, users, owners, names) => {
    const { json } = await numbers(users, owners, names)
    expect(json).toMatchObject({ users, ready: users, loginMethods: { thirdParty: owners.length } })
  },
)

test.each<readonly [string, number, readonly number[], readonly string[]]>([
  ['one of them is no key', 200, [...many.slice(1), 999], []],
  ['they may count the rows', 30, [11, 12, 13, 14], []],
  ['they are few and come again', 30, [11, 12, 11, 12, 11, 12, 11, 12], []],
  ['another column has such numbers', 30, [13, 11, 17], ['besitzer', 'lage']],
])('numbers join no logins where %s, and the logins are named', async (_, users, owners, names) => {
  const { json, err } = await numbers(users, owners, names)
  expect(json).toMatchObject({ users, loginMethods: { thirdParty: 0 } })
  expect(`${JSON.stringify(json)}${err}`).toContain('provider user IDs in provider_id')
})

test('numbers that are IDs of something else by their name join no logins', async () => {
  const { json } = await numbers(30, [13, 11, 17], ['firma_id'])
  expect(json).toMatchObject({ users: 30, loginMethods: { thirdParty: 0 } })
})

test('logins are joined from a table of any name, by a column that says the ID at a provider', async () => {
  const { json } = await dump('besitzer', 'zuordnung', ['anbieter', 'fremd_id'])
  expect(json).toMatchObject({ users: 3, loginMethods: { thirdParty: 2 } })
})

test('numbers that may count the rows of a second table join no logins, and the logins are named', async () => {
  const accounts =
    "INSERT INTO konten (lauf,mail) VALUES (1,'a@acme.example'),(2,'b@acme.example'),(3,'c@acme.example');"
  const logins =
    "INSERT INTO logins_ext (lauf,provider,provider_id) VALUES (1,'github','5523188'),(2,'github','7719021');"
  const { json } = await inspect({ 'accounts.sql': `${accounts}\n${logins}\n` })
  expect(json).toMatchObject({ users: 3, loginMethods: { thirdParty: 0 } })
  expect(JSON.stringify(json)).toContain('provider user IDs in provider_id (2 rows)')
})

test('the settings of a provider are no logins', async () => {
  const accounts = "INSERT INTO konten (kennung,mail) VALUES ('a1','a@acme.example'),('a2','b@acme.example');"
  const settings = "INSERT INTO identity_provider (internal,provider_alias,provider_id) VALUES ('k7','google','oidc');"
  const { json } = await inspect({ 'accounts.sql': `${accounts}\n${settings}\n` })
  expect(JSON.stringify(json)).not.toContain('provider user IDs')
})

test('things at a provider are no logins of users', async () => {
  const accounts = "INSERT INTO konten (id,mail) VALUES (1,'a@acme.example'),(2,'b@acme.example'),(3,'c@acme.example');"
  const things =
    "INSERT INTO repositories (id,name,provider,external_id,url,created_at) VALUES (1,'web','github','8123411','https://github.example/web','2024-05-01 10:00:00'),(2,'api','gitlab','9123412','https://gitlab.example/api','2024-05-02 10:00:00');"
  const { json } = await inspect({ 'accounts.sql': `${accounts}\n${things}\n` })
  expect(json).toMatchObject({ users: 3 })
  expect(JSON.stringify(json)).not.toContain('provider user IDs')
})

const customers = "INSERT INTO kunder (id,epost) VALUES (1,'a@acme.example'),(3,'c@acme.example'),(4,'d@acme.example');"

test.each([
  ['of one third party', 'kund_koppling (id,kund_id,provider,extern_id)', ['facebook', 'facebook', 'facebook']],
  ['with one ID of a known form', 'kund_koppling (id,kund_id,provider,extern_id)', ['google', 'facebook', 'facebook']],
  ['with other words for all columns', 'koppling (nr,agare_id,tjanst,nyckel)', ['facebook', 'apple', 'github']],
  [
    'of a third party without a default',
    'kund_koppling (id,kund_id,tjanst,ref)',
    ['microsoft', 'microsoft', 'microsoft'],
  ],
  [
    'of a third party that no one knows',
    'kund_koppling (id,kund_id,provider,external_id)',
    ['skolan', 'skolan', 'skolan'],
  ],
])('all logins of a table that points to users are named: %s', async (_, table, [one, two, three]) => {
  const id = table.slice(table.lastIndexOf(',') + 1, -1)
  const first = one === 'google' ? '101584000000000000091' : '10158400000000009'
  const logins = `INSERT INTO ${table} VALUES (1,1,'${one}','${first}'),(2,3,'${two}','10158400000000001'),(3,4,'${three}','9f31c0aa72');`
  const { json } = await inspect({ 'kunder.sql': `${customers}\n${logins}\n` })
  expect(json).toMatchObject({ users: 3, loginMethods: { thirdParty: 0 } })
  expect(JSON.stringify(json)).toContain(`provider user IDs in ${id} (3 rows)`)
})

test('all logins of a table that points to users are named in XML as well', async () => {
  const rows = (table: string, all: readonly Readonly<Record<string, string>>[]) => {
    const fields = (row: Readonly<Record<string, string>>) =>
      Object.entries(row).map(([name, value]) => `<field name="${name}">${value}</field>`)
    const each = all.map((row) => `<row>${fields(row).join('\n')}</row>`)
    return `<table_data name="${table}">\n${each.join('\n')}\n</table_data>`
  }
  const users = rows('kunder', [
    { id: '1', epost: 'a@acme.example' },
    { id: '3', epost: 'c@acme.example' },
  ])
  const logins = rows('kund_koppling', [
    { id: '1', kund_id: '1', provider: 'facebook', extern_id: '10158400000000009' },
    { id: '2', kund_id: '3', provider: 'facebook', extern_id: '10158400000000001' },
  ])
  const dump = `<?xml version="1.0"?>\n<mysqldump>\n<database name="shop">\n${users}\n${logins}\n</database>\n</mysqldump>\n`
  const { json } = await inspect({ 'kunder.xml': dump })
  expect(json).toMatchObject({ users: 2 })
  expect(JSON.stringify(json)).toContain('provider user IDs in extern_id (2 rows)')
})

test('rows of the passwords here are no logins at a third party', async () => {
  const logins =
    "INSERT INTO kund_koppling (id,kund_id,provider,extern_id) VALUES (1,1,'local','1'),(2,3,'facebook','10158400000000001'),(3,4,'github','5512321');"
  const { json } = await inspect({ 'kunder.sql': `${customers}\n${logins}\n` })
  expect(JSON.stringify(json)).toContain('provider user IDs in extern_id (2 rows)')
})

test.each([
  ['purchases', "kop (id,kund_id,butik,transaction_id) VALUES (1,1,'apple','100000412'),(2,3,'google','900000812')"],
  ['devices', "enheter (id,kund_id,plattform,device_id) VALUES (1,1,'apple','a81b22'),(2,3,'google','c99d10')"],
  ['visits', "besok (id,kund_id,utm_source,ref) VALUES (1,1,'google','a81b22'),(2,3,'facebook','c99d10')"],
  ['amounts', "kop (id,kund_id,butik,belopp) VALUES (1,1,'apple','149.00'),(2,3,'google','219.50')"],
  ['groups', "grupp (id,kund_id,natverk,grupp_nr) VALUES (1,1,'facebook','4811'),(2,3,'facebook','7312')"],
  ['settings', "installning (id,provider,client_id) VALUES (1,'google','81223-abc'),(2,'facebook','99281')"],
])('what users have at a third party beside logins is named as none: %s', async (_, rows) => {
  const { json } = await inspect({ 'kunder.sql': `${customers}\nINSERT INTO ${rows};\n` })
  expect(json).toMatchObject({ users: 3 })
  expect(JSON.stringify(json)).not.toContain('provider user IDs')
})

test.each([
  ['of Laravel', 'remember_token'],
  ['of no known product', 'nickname'],
])(
  'a third party that is not known joins its users beside one that is, and is asked about: a dump %s',
  async (_, more) => {
    const some = Array.from({ length: 60 }, (_one, at) => at + 1)
    const members = some.map((n) => `(${n},'u${n}@acme.example','','2023-01-01 10:00:00','x${n}')`)
    const logins = some.map((n) => {
      const [provider, id] = [
        ['google', `1${20_000_000_000_000_000_000n + BigInt(n) * 7_919_000_003n}`],
        ['windowslive', `a9f3c${n}b7e2d1`],
        ['corp-sso', `emp-${n * 7}`],
      ][n % 3] ?? ['', '']
      return `(${n},${n},'${provider}','${id}')`
    })
    const text = [
      `INSERT INTO members (id,email,password,email_verified_at,${more}) VALUES ${members.join(',')};`,
      `INSERT INTO member_logins (id,member_id,provider,provider_user_id) VALUES ${logins.join(',')};`,
    ]
    const { json } = await inspect({ 'shop.sql': `${text.join('\n')}\n` })
    expect(json).toMatchObject({ users: 60, joined: 60, ready: 20, blocked: { 'provider-undecided': 40 } })
  },
)
