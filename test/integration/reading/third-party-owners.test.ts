import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

/** Three accounts, and the logins of two of them in a second table whose column `owner` refers to the accounts. */
function dump(owner: string, table = 'logins_ext', [provider, id] = ['provider', 'provider_id']) {
  const accounts =
    "INSERT INTO konten (kennung,mail) VALUES ('a1','a@x.example'),('a2','b@x.example'),('a3','c@x.example');"
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
  const accounts = "INSERT INTO konten (lauf,mail) VALUES (1,'a@x.example'),(2,'b@x.example'),(3,'c@x.example');"
  const logins =
    "INSERT INTO logins_ext (lauf,provider,provider_id) VALUES (1,'github','5523188'),(2,'github','7719021');"
  const { json } = await inspect({ 'accounts.sql': `${accounts}\n${logins}\n` })
  expect(json).toMatchObject({ users: 3, loginMethods: { thirdParty: 0 } })
  expect(JSON.stringify(json)).toContain('provider user IDs in provider_id (2 rows)')
})

test('the settings of a provider are no logins', async () => {
  const accounts = "INSERT INTO konten (kennung,mail) VALUES ('a1','a@x.example'),('a2','b@x.example');"
  const settings = "INSERT INTO identity_provider (internal,provider_alias,provider_id) VALUES ('k7','google','oidc');"
  const { json } = await inspect({ 'accounts.sql': `${accounts}\n${settings}\n` })
  expect(JSON.stringify(json)).not.toContain('provider user IDs')
})

test('things at a provider are no logins of users', async () => {
  const accounts = "INSERT INTO konten (id,mail) VALUES (1,'a@x.example'),(2,'b@x.example'),(3,'c@x.example');"
  const things =
    "INSERT INTO repositories (id,name,provider,external_id,url,created_at) VALUES (1,'web','github','8123411','https://github.example/web','2024-05-01 10:00:00'),(2,'api','gitlab','9123412','https://gitlab.example/api','2024-05-02 10:00:00');"
  const { json } = await inspect({ 'accounts.sql': `${accounts}\n${things}\n` })
  expect(json).toMatchObject({ users: 3 })
  expect(JSON.stringify(json)).not.toContain('provider user IDs')
})
