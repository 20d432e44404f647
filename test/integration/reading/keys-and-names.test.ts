import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6]
const mail = (at: number) => `user${at}@acme.example`
const text = (row: (at: number) => string) => `${some.map(row).join('\n')}\n`

test('the key that a bulk load gives to its users is their ID', async () => {
  const lines = text((at) => `{"index":{"_index":"users","_id":${at + 40}}}\n{"email":"${mail(at)}"}`)
  const { json } = await inspect({ 'users.ndjson': lines })
  expect(json).toMatchObject({ users: 6, ready: 6, other: { 'bulk action': 6 } })
  expect(JSON.stringify(json)).toContain('"column":"_id","becomes":"source-id"')
})

test('long numbers under the name of a third party are the IDs of users there', async () => {
  const row = (at: number) => ({ github: `user${at}`, email: mail(at), discord: `44488969400274124${at}` })
  const { json } = await inspect({ 'users.json': JSON.stringify(some.map(row)) })
  expect(json).toMatchObject({ users: 6, ready: 6, loginMethods: { thirdParty: 6 } })
  const names = some.map((at) => ({ ...row(at), discord: `user${at}` }))
  expect((await inspect({ 'users.json': JSON.stringify(names) })).json).toMatchObject({
    ready: 6,
    loginMethods: { thirdParty: 0, passwordless: 6 },
  })
})

test('keys of SCRAM are a hash of their own, beside clear passwords of others', async () => {
  const scram = (at: number) =>
    `<scram-credentials mechanism="SCRAM-SHA-1"><iter-count>4096</iter-count><salt>q5rb0j+IFWlvaSokb9+64A==</salt>` +
    `<server-key>NBvVu4KkgVv/RJOxJWR6msW6Xo${at}=</server-key><stored-key>EwOHhI2+Sb+0/iUkgf7oLP/7yd${at}=</stored-key></scram-credentials>`
  const ofScram = (at: number) => `<user name="u${at}">${scram(at)}</user>`
  const read = async (user: (at: number) => string) =>
    (await inspect({ 'users.xml': `<server-data><host jid="acme.example">${text(user)}</host></server-data>` })).json
  expect(await read(ofScram)).toMatchObject({ users: 6, ready: 0, hashes: { unsupported: { scram: 6 } } })
  const mixed = await read((at) => (at > 3 ? `<user name="u${at}" password="wonderland${at}"/>` : ofScram(at)))
  expect(mixed).toMatchObject({ users: 6, ready: 0, unreadable: 0, hashes: { unsupported: { plaintext: 3 } } })
  expect(JSON.stringify(mixed?.['findings'])).toContain('unmapped-hash:scram-credentials.stored-key')
  expect(JSON.stringify(mixed)).not.toContain('The kind of entry')
})

test('whether a user is online, may only read, is no test or has phones of others asks nothing', async () => {
  const phones = [1, 2].map((at) => ({ name: `n${at}`, tel: `0301234567${at}` }))
  const row = (at: number) => ({
    userId: `u-${at}`,
    password: madeUpBcrypt(at),
    online: { status: at > 1 },
    ...(at === 1 ? { readonly: true, reserved: true, isTest: false, membership: 1 } : { __v: 0 }),
    addressList: phones,
  })
  const { json } = await inspect({ 'users.json': JSON.stringify(some.map(row)) })
  expect(json).toMatchObject({ users: 6, blocked: { 'hash-without-contact': 6 } })
  expect(JSON.stringify(json?.['findings'])).not.toMatch(/unmapped-status|may-keep-out/)
})

test('of tables that look alike, the one whose rows hold logins is read', async () => {
  const table = (name: string, row: (at: number) => string) =>
    `CREATE TABLE ${name} (id int PRIMARY KEY, email text, pwd text);\n${text((at) => `INSERT INTO ${name} VALUES (${row(at)});`)}`
  const demo = table('demo.account', (at) => `${at},'email${at}','pwd${at}'`)
  const live = table('public.account', (at) => `${at},'${mail(at)}','${madeUpBcrypt(at)}'`)
  for (const dump of [demo + live, live + demo])
    expect((await inspect({ 'dump.sql': dump })).json).toMatchObject({ ready: 6, other: { 'table demo.account': 6 } })
})

test('users of whom some have no hash, and accounts of other languages, are users', async () => {
  const users = `CREATE TABLE users (uid int, id text, secret text);
INSERT INTO users VALUES (1,'admin',NULL),${[2, 3, 4].map((at) => `(${at},'${mail(at)}','${madeUpBcrypt(at)}')`).join()};\n`
  expect((await inspect({ 'users.sql': users })).json).toMatchObject({ users: 4, hashes: { bcrypt: 3 } })
  const accounts = `CREATE TABLE Tbl_TaiKhoan (In_MaTaiKhoan int PRIMARY KEY, St_MaSinhVien text, St_MatKhau text);
${text((at) => `INSERT INTO Tbl_TaiKhoan VALUES (${at},'DP${at}','${`0${at}`.repeat(16)}');`)}
CREATE TABLE Tbl_Sach (In_MaSach int, St_Ten text);\nINSERT INTO Tbl_Sach VALUES (1,'Toan');\n`
  expect((await inspect({ 'library.sql': accounts })).json).toMatchObject({ users: 6, other: { 'table Tbl_Sach': 1 } })
  const members = `CREATE TABLE KhachHang (MaKH int PRIMARY KEY, Email text);
${text((at) => `INSERT INTO KhachHang VALUES (${at},'${mail(at)}');`)}
CREATE TABLE ThanhVien (MaTV int PRIMARY KEY, TaiKhoan text, MatKhau text, Email text);
${text((at) => `INSERT INTO ThanhVien VALUES (${at},'user${at}','${at === 1 ? 'Secret1pass' : ''}',${at === 1 ? `'${mail(at)}'` : 'NULL'});`)}`
  expect((await inspect({ 'shop.sql': members })).json).toMatchObject({ users: 6, other: { 'table KhachHang': 6 } })
})

test('the line of a shell above a dump is none of it', async () => {
  const dump = `me@db:~$ pg_dump shop\n--\n-- PostgreSQL database dump\n--\n
SET client_encoding = 'UTF8';\nCOPY users (id, email, password) FROM stdin;
${text((at) => `${at}\t${mail(at)}\t${madeUpBcrypt(at)}`)}\\.\n`
  expect((await inspect({ 'dump.sql': dump })).json).toMatchObject({ users: 6, ready: 6, unreadable: 0 })
})

test('a family named before a whole hash is taken off', async () => {
  const { json } = await inspect({
    'list.csv': `email,passwd\n${text((at) => `${mail(at)},bcrypt:${madeUpBcrypt(at)}`)}`,
  })
  expect(json).toMatchObject({ ready: 6, hashes: { bcrypt: 6, malformed: 0 } })
})

test('of several numbers of things none is the ID of its user without a question, and a login is asked about as well', async () => {
  const asked = async (more: (at: number) => object) => {
    const rows = some.map((at) => ({ username: `user${at}x`, email: mail(at), ...more(at) }))
    const { json } = await inspect({ 'users.json': JSON.stringify(rows) })
    const files = (json?.['files'] ?? []) as readonly { mapping: Mapped }[]
    const { columns = [], unused = [] } = files[0]?.mapping ?? {}
    const asks = unused.filter(({ reason }) => reason.includes('source ID')).map(({ column }) => column)
    return [columns.filter(({ becomes }) => becomes === 'source-id').map(({ column }) => column), asks]
  }
  type Mapped = {
    readonly columns: readonly { readonly column: string; readonly becomes: string }[]
    readonly unused: readonly { readonly column: string; readonly reason: string }[]
  }
  const card = (at: number) => `896143${at}`
  expect(await asked((at) => ({ car_number: `AB78573${at}`, loyalty_card_number: card(at) }))).toEqual([
    [],
    ['username', 'car_number', 'loyalty_card_number'],
  ])
  expect(await asked((at) => ({ locker_no: `L-${at}7`, badge_number: card(at) }))).toEqual([
    [],
    ['username', 'locker_no', 'badge_number'],
  ])
  expect(await asked((at) => ({ employee_no: `E-${at}7`, badge_number: card(at) }))).toEqual([
    ['employee_no'],
    ['badge_number'],
  ])
  expect(await asked((at) => ({ membership_number: card(at) }))).toEqual([['membership_number'], []])
  expect(await asked((at) => ({ id: at, car_number: card(at) }))).toEqual([['id'], ['car_number']])
})

test('a dash alone keeps nobody out, and the name of a guest of Entra is no address', async () => {
  const row = (at: number) =>
    `${at},${mail(at)},${at % 2 === 0 ? '-' : ''},guest${at}_partner.test#EXT#@acme.onmicrosoft.com`
  const { json } = await inspect({ 'users.csv': `id,email,home,upn\n${text(row)}` })
  expect(json).toMatchObject({ users: 6, ready: 6 })
  expect(JSON.stringify(json)).not.toContain('unmapped-email')
  expect(JSON.stringify(json?.['findings'])).not.toContain('keep people out')
})

test('numbers of a table without column names are no status of each user, and zero and one may be', async () => {
  const lines = (column: (at: number) => number) => text((at) => `${at},${mail(at)},${madeUpBcrypt(at)},${column(at)}`)
  const blocked = async (content: string) => (await inspect({ 'users.csv': content })).json?.['blocked']
  expect(await blocked(lines((at) => (at % 3) + 2))).toEqual({})
  expect(await blocked(lines((at) => at % 2))).toEqual({ 'unmapped-status': 6 })
})

test('a call of the database in place of a hash is named as one', async () => {
  const rows = ['ann', 'ben'].map((name) => `('${name}', MD5('kumquats'))`).join(', ')
  const { json } = await inspect({ 'users.sql': `INSERT INTO users (login, password) VALUES ${rows};` })
  expect(json).toMatchObject({ users: 2, hashes: { unsupported: { computed: 2 } } })
})

test('a column of phone numbers that begins with dashes is one of phone numbers', async () => {
  const row = (at: number) => `${at},${mail(at)},${at < 4 ? '-' : `+4930123456${at}`},${at < 4 ? '一' : 'x'}`
  const { json } = await inspect({ 'users.csv': `id,email,Мобильный телефон,note\n${text(row)}` })
  expect(json).toMatchObject({ users: 6, ready: 6 })
  expect(JSON.stringify(json)).toContain('"column":"Мобильный телефон","becomes":"phone"')
})

test('several phone numbers in one cell are asked about, with whatever stands between them', async () => {
  const cells = [
    '0301234561 / 0301234562',
    '0301234563, 0301234564',
    '0301234565;0301234566',
    '0301234567',
    '',
    'none / later',
  ]
  const row = (at: number) => `${at},${mail(at)},"${cells[at - 1]}"`
  const { json } = await inspect({ 'users.csv': `id,email,telefonos\n${text(row)}` })
  expect(json?.['findings']).toContainEqual(
    expect.objectContaining({ code: 'unmapped-phone', group: 'telefonos', users: 4 }),
  )
})

test('contacts that are emails of some users and phone numbers of the others are both', async () => {
  const contact = (at: number) => (at < 3 ? mail(at) : `+4930123456${at}`)
  const read = async (name: string) =>
    (await inspect({ 'users.csv': `no,${name},note\n${text((at) => `${at},${contact(at)},x`)}` })).json
  for (const name of ['contact', 'login', 'email'])
    expect(await read(name)).toMatchObject({ users: 6, ready: 6, unreadable: 0, loginMethods: { passwordless: 6 } })
})

test.each(['Date of exit', 'date_of_leaving', 'exit date'])(
  'users are disabled when their %s has passed',
  async (name) => {
    const row = (at: number) => `${at},${mail(at)},${at < 3 ? '2020-01-31' : ''}`
    const { json } = await inspect({ 'staff.csv': `id,email,${name}\n${text(row)}` })
    expect(json).toMatchObject({ users: 6, ready: 4, blocked: { disabled: 2 } })
  },
)

test.each(['provider,external_id', 'auth_provider,uid', 'proveedor,id_externo'])(
  'IDs that are filled where %s names a third party are the IDs of users there',
  async (names) => {
    const third = (at: number) =>
      at < 3 ? ['local', ''] : at < 5 ? ['google', `10376655442233${at}`] : ['facebook', `fb-${at}x`]
    const row = (at: number) => `${at},${mail(at)},${third(at).join(',')},${at < 3 ? madeUpBcrypt(at) : ''}`
    const { json } = await inspect({ 'users.csv': `id,email,${names},password\n${text(row)}` })
    expect(json).toMatchObject({ users: 6, ready: 6, loginMethods: { emailPassword: 2, thirdParty: 4 } })
  },
)

test('what is deep within the profile at a third party is no ID of the user there', async () => {
  const own = (at: number) => ({ id: `${at}`, email: mail(at), provider: 'local', hash: madeUpBcrypt(at) })
  const far = {
    id: '7',
    email: mail(7),
    provider: 'twitter',
    twitter: { name: 'Ann', status: { place: { id: '07d9f' } } },
  }
  const { json } = await inspect({ 'users.json': JSON.stringify([...[1, 2, 3].map(own), far]) })
  expect(JSON.stringify(json)).not.toContain('third party: twitter.status.place.id')
})

describe('a number that another party gave out', () => {
  const list = async (names: readonly string[], row: (at: number) => readonly (string | number)[]) => {
    const { json } = await inspect({ 'people.csv': `${names.join()}\n${text((at) => row(at).join())}` })
    return JSON.stringify(json)
  }

  test.each([
    ['Account', ['BankName', 'IBAN']],
    ['Konto', ['Bank', 'BIC']],
    ['Kontonummer', ['BLZ', 'Kreditinstitut']],
    ['account_no', ['sort_code', 'branch']],
    ['compte', ['banque', 'titre']],
  ])(
    'is neither a reference to a user nor a key, as of an account at a bank: %s',
    async (name, [first = '', second = '']) => {
      const bank = (at: number) => [1002003000 + at * 7, `B${at % 2}`, `X${at % 3}`]
      const beside = [name, first, second]
      const withId = await list(['id', 'email', ...beside], (at) => [at, mail(at), ...bank(at)])
      expect(withId).toContain('"column":"id","becomes":"source-id"')
      const without = await list(['email', ...beside], (at) => [mail(at), ...bank(at)])
      for (const said of [withId, without]) {
        expect(said).not.toContain(`"column":"${name}","becomes"`)
        expect(said).not.toContain('may-be-source-id')
      }
    },
  )

  test('is not the ID of the user as of a customer at a supplier, unless the operator says so', async () => {
    const names = ['email', 'customer_no', 'supplier']
    const said = await list(names, (at) => [mail(at), 77000 + at, `S${at % 2}`])
    expect(said).toContain('may-be-source-id')
    expect(said).not.toContain('"column":"customer_no","becomes"')
    const own = await list(names.slice(0, 2), (at) => [mail(at), 77000 + at])
    expect(own).toContain('"column":"customer_no","becomes":"source-id"')
  })

  test('is no key as of a meter', async () => {
    expect(await list(['email', 'meter_no'], (at) => [mail(at), 77000 + at * 3])).not.toContain('may-be-source-id')
  })

  test('is the ID of the user where nothing of a bank stands beside it', async () => {
    const said = await list(['phone', 'account'], (at) => [`+49301234567${at}`, 77000 + at])
    expect(said).toContain('"column":"account","becomes":"source-id"')
  })
})

test.each([
  ['username', 'username'],
  ['user', 'username'],
  ['login', 'login'],
])('names by which two files were joined are no question: %s and %s', async (one, other) => {
  const rows = (cells: readonly string[]) => cells.map((cell, at) => `user${at},${cell}`).join('\n')
  const { json, out } = await inspect({
    'hashes.csv': `${one},password\n${rows([0, 1, 2, 3].map(madeUpBcrypt))}\n`,
    'people.csv': `${other},email\n${rows([0, 1, 2, 3].map((at) => `u${at}@acme.example`))}\n`,
  })
  expect(json, out).toMatchObject({ users: 4, joined: 4, ready: 4 })
  expect(JSON.stringify(json?.['findings'])).not.toContain('may-be-source-id')
  expect(out).toContain('it has the IDs or names of users in another file, with whom its rows were joined')
})

test('names of a file that was joined with no other may still be a key', async () => {
  const rows = [0, 1, 2, 3].map((at) => `user${at},u${at}@acme.example`).join('\n')
  const { out } = await inspect({ 'people.csv': `username,email\n${rows}\n` })
  expect(out).toContain('may-be-source-id')
})

test.each([
  ['user', 'id'],
  ['owner', '_id'],
  ['account', 'uuid'],
])('the ID within the object of a user is that of the user, and not that of the row: %s.%s', async (object, key) => {
  const secrets = some.map((at) => ({ id: at, [object]: { [key]: 7 - at }, hash: madeUpBcrypt(at) }))
  const users = some.map((at) => ({ id: at, email: mail(at) }))
  const { json, out } = await inspect({
    'users.json': JSON.stringify(users),
    'secrets.json': JSON.stringify(secrets),
  })
  expect(json, out).toMatchObject({ users: 6, joined: 6, ready: 6 })
  expect(out).toContain('its rows were joined with users of another file, who have their ID there')
  expect(out).not.toContain('may-be-source-id')
})

test('an object of another thing beside the rows has none', async () => {
  const rows = some.map((at) => ({ id: at, team: { id: 7 - at }, email: mail(at), hash: madeUpBcrypt(at) }))
  const { json } = await inspect({ 'users.json': JSON.stringify(rows) })
  expect(JSON.stringify(json)).toContain('"column":"id","becomes":"source-id"')
})
