import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4]
const mail = (at: number) => `user${at}@acme.example`
const hash = madeUpBcrypt
const user = (at: number) => ({ id: `u-${at}`, email: mail(at), password: hash(at) })
const read = async (content: unknown) => (await inspect({ 'users.json': JSON.stringify(content, null, 1) })).json

const typed = (item: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, { S: value }]))
const member = (at: number) => ({
  PK: `USER#${at}`,
  SK: 'PROFILE',
  email: mail(at),
  passwordHash: hash(at),
  status: at === 2 ? 'suspended' : 'active',
})
const order = (at: number) => ({ PK: `ORDER#${at}`, SK: 'ORDER', status: 'shipped', customerEmail: mail(at) })
const social = { PK: 'USER#9', SK: 'PROFILE', email: mail(9), status: 'active' }

test('records of other kinds in a table of DynamoDB are counted by the beginning of their keys', async () => {
  const session = { PK: 'USER#1', SK: 'SESSION#1', expires: '1700000000' }
  const all = [...some.map(member), ...some.map(order), session, social]
  const expected = {
    users: 5,
    ready: 4,
    blocked: { disabled: 1 },
    other: { ORDER: 4, SESSION: 1 },
    files: [{ controlTotals: { emails: { counted: 9, accounted: 9 } } }],
  }
  expect(await read({ Items: all.map(typed) })).toMatchObject(expected)
  const lines = all.map((item) => `${JSON.stringify({ Item: typed(item) })}\n`).join('')
  expect((await inspect({ 'table.ndjson': lines })).json).toMatchObject(expected)
})

const profile = (at: number) => ({ PK: `USER#${at}`, SK: 'PROFILE', email: mail(at), name: `N ${at}` })
const login = (at: number, SK = 'CREDENTIALS') => ({ PK: `USER#${at}`, SK, passwordHash: hash(at) })

test.each(['CREDENTIALS', 'PASSWORD', 'AUTH#local'])(
  'the hash in an item of its own joins the user of its partition: %s',
  async (sort) => {
    const all = [...some.map(profile), ...some.slice(1).map((at) => login(at, sort)), ...some.map(order)]
    const expected = { users: 4, joined: 3, ready: 4, hashes: { bcrypt: 3, none: 1 }, other: { ORDER: 4 } }
    expect(await read({ Items: all.map(typed) })).toMatchObject(expected)
    expect(await read(all.toReversed())).toMatchObject(expected)
  },
)

const subject = (at: number) => `11300010575848864268${at}`
const there = (at: number, PK = `USER#${at}`) => ({
  PK,
  SK: 'LOGIN#google',
  entity_type: 'LOGIN',
  provider: 'google',
  provider_user_id: subject(at),
  user_id: `${at}`,
})

test.each([
  ['with the passwords beside them', some.map(member)],
  ['where users have no other login', some.map(profile)],
])('a login at a third party in an item of its own joins the user of its partition: %s', async (_, users) => {
  const all = [...users, ...[1, 3].map((at) => there(at)), ...some.map(order)]
  const expected = { users: 4, joined: 2, unmatched: 0, other: { ORDER: 4 }, loginMethods: { thirdParty: 2 } }
  expect(await read({ Items: all.map(typed) })).toMatchObject(expected)
  expect(await read(all)).toMatchObject(expected)
})

test('a login at a third party that belongs to no partition of a user holds the run back, and one of orders does not', async () => {
  const apart = [1, 3].map((at) => there(at, `LOGIN#${at}`))
  const found = await read([...some.map(member), ...apart])
  expect(found).toMatchObject({ users: 4, joined: 0, other: { LOGIN: 2 } })
  expect(found).toMatchObject({
    files: [{ unreadTables: [{ table: 'LOGIN', columns: [{ column: 'provider_user_id', rows: 2 }] }] }],
  })
  const payments = some.map((at) => ({
    ...order(at),
    provider: 'paypal',
    provider_id: `PAY-${at}00`,
    order_id: `${at}`,
  }))
  expect(await read([...some.map(member), ...payments])).toMatchObject({ files: [{ unreadTables: [] }] })
})

test('a hash whose partition has no user is unmatched, and former passwords join nobody', async () => {
  const all = [...some.map(profile), ...some.map((at) => login(at + 1))]
  expect(await read(all)).toMatchObject({ users: 4, joined: 3, unmatched: 1, hashes: { bcrypt: 3, none: 1 } })
})

test('a former password, and several hashes of one user, are asked about where the user has no other', async () => {
  const former = some.map((at) => login(at, 'OLD_PASSWORD'))
  const asked = { users: 4, joined: 4, ready: 0, hashes: { bcrypt: 0, none: 4 } }
  const old = await inspect({ 'table.json': JSON.stringify([...some.map(profile), ...former]) })
  expect(old.json).toMatchObject({ ...asked, blocked: { 'unmapped-hash': 4 } })
  expect(old.out).toContain('unmapped-hash:OLD_PASSWORD.passwordHash')
  const two = some.flatMap((at) => [login(at, 'LOGIN#1'), { ...login(at + 5, 'LOGIN#2'), PK: `USER#${at}` }])
  expect(await read([...some.map(profile), ...two])).toMatchObject({ ...asked, joined: 8 })
})

test.each(['refreshTokenHash', 'resetToken', 'apiKeyHash'])(
  'a hash in items of sessions is no password: %s',
  async (name) => {
    const sessions = some.flatMap((at) =>
      [1, 2].map((one) => ({ PK: `USER#${at}`, SK: `SESSION#${one}`, [name]: hash(at + one) })),
    )
    const own = some.map((at) => ({ ...profile(at), passwordHash: hash(at) }))
    expect(await read([...own, ...sessions])).toMatchObject({ users: 4, ready: 4, hashes: { bcrypt: 4 } })
  },
)

test('a former password beside the present one is no question, and another hash beside it is one', async () => {
  const former = some.map((at) => ({ ...login(at + 5, 'OLD_PASSWORD'), PK: `USER#${at}` }))
  const both = [...some.map(profile), ...some.map((at) => login(at)), ...former]
  expect(await read(both)).toMatchObject({ users: 4, joined: 8, ready: 4, hashes: { bcrypt: 4, none: 0 } })
  const own = some.map((at) => ({ ...profile(at), passwordHash: hash(at) }))
  expect(await read([...own, ...former])).toMatchObject({ users: 4, ready: 4, hashes: { bcrypt: 4 } })
  const others = some.flatMap((at) =>
    [1, 2].map((one) => ({ ...login(at + 5 * one, `LOGIN#${one}`), PK: `USER#${at}` })),
  )
  expect(await read([...own, ...others])).toMatchObject({ users: 4, ready: 0, hashes: { bcrypt: 4 } })
})

test('a record of another kind with an address in the field of users is asked about', async () => {
  const sold = some.map((at) => ({ PK: `SALE#${at}`, SK: 'SALE', email: `buyer${at}@acme.example` }))
  expect(await read([...some.map(member), ...sold])).toMatchObject({
    users: 8,
    ready: 3,
    blocked: { 'may-be-no-user': 4 },
  })
})

test('keys that begin with no kind tell no records apart, and a hash of another kind stays a user', async () => {
  const named = some.map((at) => ({
    pk: `name${at}`,
    email: mail(at),
    ...(at === 1 ? { passwordHash: hash(at) } : {}),
  }))
  expect(await read(named)).toMatchObject({ users: 4, ready: 4 })
  const admin = { PK: 'ADMIN#1', SK: 'LOGIN#1', email: mail(8), passwordHash: hash(8) }
  const further = Array.from({ length: 60 }, (_, at) => ({ ...member(at + 10), status: 'active' }))
  expect(await read([...some.map(member), ...some.map(order), ...further, admin])).toMatchObject({
    users: 65,
    ready: 64,
  })
})

test('an account beside a list of users is one of them', async () => {
  const root = { id: 'u-0', email: mail(0), password: hash(0) }
  const settings = { smtp: { user: mail(7), port: 25 }, owner: { email: mail(1) } }
  expect(await read({ admin: root, ...settings, users: some.map(user) })).toMatchObject({ users: 5, ready: 5 })
  expect(await read({ ...settings, users: some.map(user), superuser: root })).toMatchObject({ users: 5, ready: 5 })
  const yaml = `smtp:\n  user: ${mail(7)}\nadmin:\n  email: ${mail(0)}\n  password: ${hash(0)}\nusers:\n${some
    .map((at) => `  - email: ${mail(at)}\n    password: ${hash(at)}\n`)
    .join('')}`
  expect((await inspect({ 'users.yaml': yaml })).json).toMatchObject({ users: 5, ready: 5 })
})

test('a list of another tenant is named wherever it stands, and an empty one is not', async () => {
  const [one, other] = [{ users: [user(1), user(2)] }, { people: [user(3)] }]
  const named = { users: 2, other: { 'table globex.people': 1 }, files: [{ unreadTables: [{}] }] }
  expect(await read({ acme: one, globex: other })).toMatchObject(named)
  expect(await read({ globex: other, acme: one })).toMatchObject(named)
  expect(await read({ new: { users: [] }, acme: one })).toMatchObject({ users: 2, unreadable: 0 })
})

test('accounts whose fields have paths as keys are users by their names', async () => {
  const fields = (at: number, write: (text: string) => string) =>
    `  accounts.name${at}.password: ${write(hash(at))}\n` +
    (at === 2 ? `  accounts.name${at}.enabled: ${write('false')}\n` : '')
  const secret = (part: string, write: (text: string) => string) =>
    `apiVersion: v1\nkind: Secret\n${part}:\n  admin.password: ${write(hash(0))}\n${some
      .map((at) => fields(at, write))
      .join('')}  server.key: ${write('abc')}\n`
  const expected = { users: 5, hashes: { bcrypt: 5 }, blocked: { disabled: 1, 'hash-without-contact': 4 } }
  const encode = (text: string) => Buffer.from(text).toString('base64')
  expect((await inspect({ 'secret.yaml': secret('stringData', (text) => `"${text}"`) })).json).toMatchObject(expected)
  expect((await inspect({ 'secret.yaml': secret('data', encode) })).json).toMatchObject(expected)
  const data = (write: (text: string) => string) =>
    Object.fromEntries([
      ['admin.password', write(hash(0))],
      ...some.map((at) => [`accounts.name${at}.password`, write(hash(at))]),
      ['accounts.name2.enabled', write('false')],
      ['server.key', write('abc')],
    ])
  expect(await read({ kind: 'Secret', data: data(encode) })).toMatchObject(expected)
  expect(await read(data((text) => text))).toMatchObject(expected)
  const lines = Object.entries(data((text) => text)).map(([key, value]) => `${key}=${String(value)}\n`)
  const properties = `# accounts\n${lines.join('')}`
  expect((await inspect({ 'users.properties': properties })).json).toMatchObject({ ...expected, unreadable: 0 })
  const nested = `server:\n  port: 80\nlogin:\n  accounts:\n${some.map((at) => `    name${at}:\n      password: ${hash(at)}\n`).join('')}`
  expect((await inspect({ 'config.yaml': nested })).json).toMatchObject({ users: 4, hashes: { bcrypt: 4 } })
})

const digest = (at: number) => String(at).repeat(32).slice(0, 32)
const account = (name: string, password: string, isOn = true) =>
  `site.users.${name}.home=/srv/${name.length}\nsite.users.${name}.enabled=${isOn}\nsite.users.${name}.password=${password}\n`

test('users below one path of properties have names with dots, salted digests and no password', async () => {
  const text = [
    account('ann', `2048:${digest(1)}`),
    account('ben.nord', digest(2), false),
    account('ben', `77\\:${digest(3)}`),
    account('cleo.m@acme.example', digest(4)),
    account('dörte', digest(5)),
    account('guest', ''),
  ].join('')
  const { json, out } = await inspect({ 'accounts.properties': text })
  expect(json).toMatchObject({
    records: 6,
    users: 5,
    unreadable: 1,
    blocked: { disabled: 1, 'hash-without-contact': 4 },
    files: [{ controlTotals: { emails: { counted: 3, accounted: 3 } } }],
  })
  expect(out).not.toContain(digest(1))
  const salted = some.map((at) => account(`name${at}`, `10${at}:${digest(at)}`)).join('')
  expect((await inspect({ 'accounts.properties': salted })).json).toMatchObject({ users: 4, unreadable: 0 })
})

test('a key with a colon is split at its first equals sign', async () => {
  const text = some.map((at) => `users.a\\:name${at}.password = ${hash(at)}=x:y\n`).join('')
  expect((await inspect({ 'accounts.properties': text })).json).toMatchObject({ users: 4, unreadable: 0 })
})

test('an empty password of a service is no user beside those of one path', async () => {
  const services = 'smtp.relay.password=\nserver.ssl.key.password=\nusers.policy.minimum=8\n'
  const text = `${services}${some.map((at) => account(`name${at}`, digest(at))).join('')}`
  expect((await inspect({ 'accounts.properties': text })).json).toMatchObject({ records: 4, users: 4, unreadable: 0 })
})

test('a name in a realm of Kerberos is no address', async () => {
  const row = (at: number) => ({ uid: `u-${at}`, email: mail(at), principal_name: `user${at}@ACME.EXAMPLE` })
  expect(await read(some.map(row))).toMatchObject({ users: 4, ready: 4 })
})

test('readers beside the users of a blog are named', async () => {
  const readers = some.map((at) => ({ id: `m-${at}`, email: `reader${at}@acme.example`, status: 'free' }))
  const posts = some.map((at) => ({ id: `p-${at}`, title: 'x', user_id: 'u-1' }))
  const data = { posts, users: some.map(user), members: readers }
  expect(await read({ db: [{ meta: { version: '5' }, data }] })).toMatchObject({
    users: 4,
    ready: 4,
    other: { 'table db.data.posts': 4, 'table db.data.members': 4 },
    files: [{ unreadTables: [{ table: 'db.data.members' }] }],
  })
})

test('the phone at an address and the status of an order say nothing of the account', async () => {
  const row = (at: number) => ({
    ...user(at),
    status: at === 2 ? 'Awaiting Shipment' : 'Shipped',
    banner_dismissed: true,
  })
  expect(await read(some.map(row))).toMatchObject({ users: 4, ready: 4 })
  const bought = (at: number) => ({
    id: at,
    email: mail(at),
    addresses: [{ telephone: `03012345${at}`, city: 'Berlin' }],
  })
  expect(await read({ items: some.map(bought) })).toMatchObject({ users: 4, ready: 4 })
})

test('a hash of Jenkins is bcrypt', async () => {
  const row = (at: number) => ({ ...user(at), password: `#jbcrypt:${hash(at)}` })
  expect(await read(some.map(row))).toMatchObject({ users: 4, ready: 4, hashes: { bcrypt: 4 } })
})

test('records of a key-value store are told apart by the words before their numbers, if they have no login', async () => {
  const { id: _, ...fields } = user(1)
  const users = Object.fromEntries(some.map((at) => [`user:${at}`, { ...fields, email: mail(at), banned: at === 2 }]))
  const sessions = Object.fromEntries(some.map((at) => [`session:${at}`, { user: `${at}`, expires: '1700000000' }]))
  const social = { 'discord:9': { email: mail(9), banned: false } }
  expect(await read({ ...users, ...sessions, ...social })).toMatchObject({
    users: 5,
    ready: 4,
    blocked: { disabled: 1 },
    other: { session: 4 },
  })
})

test('settings behind the key of a user are no user, and the number in the key is the ID', async () => {
  const users = some.map((at) => ({
    _id: { $oid: `5f${String(at).padStart(22, '0')}` },
    _key: `konto:${at}`,
    nummer: at,
    email: mail(at),
    password: hash(at),
  }))
  const settings = some.map((at) => ({ _key: `konto:${at}:einstellungen`, sprache: 'de', lastMessage: at }))
  const { json, out } = await inspect({
    'objects.ndjson': [...users, ...settings].map((one) => JSON.stringify(one)).join('\n'),
  })
  expect(json).toMatchObject({ users: 4, ready: 4, other: { 'konto:einstellungen': 4 } })
  const column = {
    column: 'nummer',
    becomes: 'source-id',
    reason: expect.stringContaining('it is the number in “_key”'),
  }
  const columns = expect.arrayContaining([expect.objectContaining(column)])
  expect(json).toMatchObject({ files: [{ mapping: { columns } }] })
  expect(out).not.toContain('may be a key')
})

test('the name behind a tenant in a key is no kind', async () => {
  const users = ['acme:anna', 'acme:bela', 'beta:carl', 'beta:dora'].map((name, at) => ({
    _key: `user:${name}`,
    username: name,
    email: mail(at),
    password: hash(at),
  }))
  const locked = { _key: 'user:beta:emil', username: 'emil', password: hash(9) }
  expect(await read([...users, locked])).toMatchObject({ users: 5, other: {} })
})

test.each([
  ['docType', 'benutzer', 'benutzer_einstellungen'],
  ['_class', 'com.acme.model.User', 'com.acme.model.UserSession'],
  ['type', 'member', 'MemberPreferences'],
])('a kind of entries that extends the kind of the users is none: %s', async (name, kind, other) => {
  const users = some.map((at) => ({ ...user(at), [name]: kind }))
  const others = some.map((at) => ({ id: `x-${at}`, [name]: other, language: 'de' }))
  expect(await read([...users, ...others])).toMatchObject({
    users: 4,
    ready: 4,
    other: { [other.replace(/^.*[.]/, '')]: 4 },
  })
  const premium = some.map((at) => ({ ...user(at + 4), [name]: `${kind}_premium` }))
  expect(await read([...users, ...premium])).toMatchObject({ users: 8, ready: 8, other: {} })
})

test('a list of accounts of a YAML file comes before a list of programs', async () => {
  const yaml = `clients:\n- id: app\n  name: App\nlogins:\n${some
    .map((at) => `- email: ${mail(at)}\n  hash: ${hash(at)}\n`)
    .join('')}`
  expect((await inspect({ 'dex.yaml': yaml })).json).toMatchObject({ users: 4, ready: 4 })
})

test('programs that sign in for users are no users, whatever their secrets look like', async () => {
  const program = (at: number) => ({ id: `app${at}`, redirectURIs: ['https://a.example/cb'], secret: hash(at) })
  const kind = 'program that signs in for users'
  expect(await read(some.map(program))).toMatchObject({ users: 0, blocked: {}, other: { [kind]: 4 } })
  expect(await read([...some.map(user), ...some.map(program)])).toMatchObject({ users: 4, other: { [kind]: 4 } })
})

test('an empty column, and one of pictures beside passwords of the table alone, are not asked about', async () => {
  const row = (at: number) => ({ ...user(at), provider: 'local', providerId: null, picture: `images/a${at}b.jpg` })
  expect(JSON.stringify(await read(some.map(row)))).not.toContain('may-be-')
})
