import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

const some = [1, 2, 3, 4, 5, 6]
const lines = (header: string, row: (at: number) => string) => `${[header, ...some.map(row)].join('\n')}\n`
const mail = (at: number) => `user${at}@acme.example`
const there = (at: number) => `10215647382910456${at}`
/** The person of a row has never its number. */
const personOf = (at: number) => (at % 6) + 1

const members = lines('id,email,name', (at) => `${at},${mail(at)},User ${at}`)
const decided = (answer: string) => ['--decide', `same-id-in-files=${answer}`]
const ofPeople = [
  'person_id',
  'account_id',
  'member_id',
  'customer_id',
  'usuario_id',
  'kunden_id',
  'owner',
  'owner_id',
  'uid_fk',
]

test.each(ofPeople)('identities with a number of their own belong to the person that %s names', async (column) => {
  const identities = lines(`id,${column},provider,uid`, (at) => `${at},${personOf(at)},google,${there(at)}`)
  const files = { 'members.csv': members, 'identities.csv': identities }
  expect((await inspect(files)).json).toMatchObject({ users: 6, joined: 6, ready: 6 })
  for (const args of [[], decided('join')]) {
    const users = await usersOf(files, args)
    expect(users.map(({ email, identities: [one] }) => [email, one?.userId])).toEqual(
      some.map((at) => [mail(at), there(at === 1 ? 6 : at - 1)]),
    )
  }
})

test.each(['profile_id', 'identity'])(
  'the numbers in %s may be those of other rows, so nothing is joined',
  async (column) => {
    const identities = lines(`id,${column},provider,uid`, (at) => `${at},${personOf(at)},google,${there(at)}`)
    const { json } = await inspect({ 'members.csv': members, 'identities.csv': identities })
    expect(json).toMatchObject({ users: 12, joined: 0 })
    expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'same-id-in-files' }))
  },
)

test.each([
  ['names of services', 'provider', (at: number) => (at % 2 === 0 ? 'github' : 'google')],
  ['names of services in another column', 'service', (at: number) => (at % 2 === 0 ? 'github' : 'google')],
  ['numbers of services', 'service', (at: number) => `${at % 2}`],
])('identities beside %s belong to users without any contact as well', async (_, column, nameOf) => {
  const users = lines('id,username,email,phone', (at) => `${at},name${at},${at < 4 ? mail(at) : ''},`)
  const identities = lines(
    `id,user_id,${column},oauth_user_id,created_at`,
    (at) => `${at},${personOf(at)},${nameOf(at)},${1337 + Math.ceil(at / 2)},2019-07-11 00:00:00`,
  )
  const { json } = await inspect({ 'users.csv': users, 'oauth_factors.csv': identities })
  expect(json).toMatchObject({ users: 6, joined: 6 })
  expect(JSON.stringify(json?.['blocked'])).not.toContain('no-login')
  const asked = expect.objectContaining({ code: 'provider-undecided' })
  if (column === 'service' && nameOf(1) === '1') expect(json?.['findings']).toContainEqual(asked)
  else expect(json?.['findings']).not.toContainEqual(asked)
})

test('the ID at a provider is no Source ID beside the person that it belongs to', async () => {
  const hashes = lines('id,given_name,encrypted_password', (at) => `${at},User ${at},${madeUpBcrypt(at)}`)
  const labels = ['one', 'two', 'three', 'four', 'five', 'six']
  const identities = some
    .map((at) => `${labels[at - 1]}:\n  provider: facebook\n  uid: "12345${at}"\n  person_id: ${personOf(at)}\n`)
    .join('')
  const users = await usersOf({ 'people.csv': hashes, 'identities.yml': identities })
  expect(users.map(({ sourceId, identities: [one] }) => [sourceId, one?.userId])).toEqual(
    some.map((at) => [`${at}`, `12345${at === 1 ? 6 : at - 1}`]),
  )
})

const hashes = lines('id,given_name,encrypted_password', (at) => `${at},User ${at},${madeUpBcrypt(at)}`)
const labels = ['ann', 'ben', 'cleo', 'dora', 'erik', 'fay']
const entries = (row: (at: number) => string) => some.map((at) => `${labels[at - 1]}:\n${row(at)}`).join('')

test.each([
  [
    'a table',
    'csv',
    hashes,
    lines('id,primary,address,person_id', (at) => `${at},true,${mail(personOf(at))},${personOf(at)}`),
  ],
  [
    'fixtures',
    'yml',
    entries((at) => `  id: ${at}\n  encrypted_password: ${madeUpBcrypt(at)}\n`),
    entries((at) => `  id: ${10 + at}\n  address: ${mail(personOf(at))}\n  person_id: ${personOf(at)}\n`),
  ],
])(
  'addresses of %s belong to the people that they name, and to nobody by number or label',
  async (_, ext, people, addresses) => {
    for (const args of [[], decided('join')]) {
      const users = await usersOf({ [`people.${ext}`]: people, [`addresses.${ext}`]: addresses }, args)
      expect(users.map(({ email, hash }) => [email, hash?.hash])).toEqual(
        some.map((at) => [mail(at), madeUpBcrypt(at)]),
      )
    }
  },
)

const fixtures = entries(
  (at) => `  username: name${at}\n  email: ${mail(at)}\n  encrypted_password: ${madeUpBcrypt(at)}\n`,
)

test('fixtures refer to each other by their labels', async () => {
  const profiles = some
    .map((at) => `row${at}:\n  email: public${at}@acme.example\n  user: ${labels[personOf(at) - 1]}\n`)
    .join('')
  const bans = `first:\n  user: ben\n  reason: spam\n  banned_at: 2024-01-01\n`
  const { json } = await inspect({ 'users.yml': fixtures, 'profiles.yml': profiles, 'bans.yml': bans })
  expect(json).toMatchObject({ users: 6, joined: 7, ready: 5, blocked: { disabled: 1 } })
  expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'unmapped-email', users: 6 }))
})

test('a label like that of banned users is the label of an account', async () => {
  const { json } = await inspect({ 'users.yml': fixtures.replace('ben:', 'banned_user:') })
  expect(json).toMatchObject({ records: 6, users: 6, other: {} })
})

const oid = (list: number, at: number) => ({ $oid: `65f0c0ffee00000000000${list}0${at}` })

test.each([
  [
    'documents',
    JSON.stringify(
      some.map((at) => ({ _id: oid(0, at), email: mail(at), password: madeUpBcrypt(at), user: oid(1, at) })),
    ),
    JSON.stringify(some.map((at) => ({ _id: oid(1, at), banished: at === 2, identity: oid(0, at), givenName: 'A' }))),
  ],
  ['tables', members, lines('id,member,city,banned', (at) => `${at},${personOf(at)},Ulm,${personOf(at) === 2}`)],
])('a ban in profiles reaches the user that they name, in %s', async (_, people, profiles) => {
  const users = await usersOf({ 'people.txt': people, 'profiles.txt': profiles })
  expect(users.map(({ standing }) => standing)).toEqual(some.map((at) => (at === 2 ? 'disabled' : 'active')))
})

test.each([
  ['a name to sign in with', 'user', (at: number) => `name${at}`],
  ['the company, which many share', 'account_id', (at: number) => `${Math.ceil(at / 4)}`],
  ['a number of another kind', 'company_id', (at: number) => `${at}`],
])('users are joined by their own ID beside %s', async (_, column, valueOf) => {
  const users = lines(`id,${column},email`, (at) => `${100 + at},${valueOf(at)},${mail(at)}`)
  const secrets = lines('id,password_hash', (at) => `${100 + at},${madeUpBcrypt(at)}`)
  expect((await inspect({ 'users.csv': users, 'hashes.csv': secrets })).json).toMatchObject({ users: 6, joined: 6 })
})

test.each([
  ['user_id', 'provider', 'identifier'],
  ['benutzer_id', 'anbieter', 'identifier'],
  ['member_id', 'service', 'subject'],
])('logins in a file of their own have the ID of %s, beside a %s and an %s there', async (owner, provider, id) => {
  const logins = lines(`id,${owner},${provider},${id},created_at`, (at) => {
    const name = at % 2 === 0 ? 'github' : 'google'
    return `${at},${personOf(at)},${name},${name === 'github' ? `5832${at}7` : there(at)},2024-01-01 10:00:00`
  })
  const { json } = await inspect({ 'logins.csv': logins })
  const text = JSON.stringify(json)
  expect(json).toMatchObject({ users: 6, unreadable: 0 })
  expect(text).toContain(`"column":"${owner}","becomes":"source-id"`)
  expect(text).toContain(`"column":"${id}","becomes":"provider-user-id"`)
  expect(await inspect({ 'members.csv': members, 'logins.csv': logins })).toMatchObject({
    json: { users: 6, joined: 6, loginMethods: { thirdParty: 6 } },
  })
})

test.each([
  ['network', 'network_user_id'],
  ['platform', 'platform_uid'],
  ['channel', 'channel_account_id'],
  ['source', 'sourceUserId'],
  ['platform', 'identifier'],
  ['network', 'external_id'],
])('rows with numbers of their own are logins at what %s names, by the ID in %s', async (provider, id) => {
  const customers = lines('id,email,password', (at) => `${at},${mail(at)},${madeUpBcrypt(at)}`)
  const logins = lines(
    `id,customer_id,${provider},${id}`,
    (at) => `${at + 500},${personOf(at)},${at % 2 === 0 ? 'google' : 'facebook'},22073887000${at}77`,
  )
  const users = await usersOf({ 'customers.csv': customers, 'social_logins.csv': logins })
  expect(users.map(({ identities }) => identities.map(({ userId }) => userId))).toEqual(
    some.map((at) => [`22073887000${some.find((one) => personOf(one) === at)}77`]),
  )
})

test.each([
  ['channel', 'channel_order_id'],
  ['platform', 'tracking_code'],
])('rows of orders are no logins at what %s names: %s', async (provider, id) => {
  const orders = lines(
    `id,customer_id,${provider},${id}`,
    (at) => `${at + 500},${personOf(at)},${at % 2 === 0 ? 'google' : 'facebook'},A-2207388${at}`,
  )
  expect(JSON.stringify((await inspect({ 'orders.csv': orders })).json)).not.toContain('"becomes":"provider-user-id"')
})

test('orders name where a customer came from, and no login there', async () => {
  const orders = lines('id,customer_id,source,identifier,total', (at) => `${at},${personOf(at)},google,AB-58${at},3.50`)
  expect(JSON.stringify((await inspect({ 'orders.csv': orders })).json)).not.toContain('"becomes":"provider-user-id"')
})

test.each([
  ['uzivatel_id', 'poskytovatel_id'],
  ['id_usuario', 'id_proveedor'],
  ['benutzer_nr', 'anbieter_nr'],
  ['utilisateur_id', 'fournisseur_id'],
])('rows belong to the user that %s names, beside the provider of the login in %s', async (column, provider) => {
  const states = lines(
    `id,${column},${provider},status`,
    (at) => `${at},${personOf(at)},${at % 3},${at === 3 ? 'banned' : 'active'}`,
  )
  const accounts = lines('id,email,password', (at) => `${at},${mail(at)},${madeUpBcrypt(at)}`)
  const users = await usersOf({ 'users.csv': accounts, 'states.csv': states })
  expect(users.map(({ standing }) => standing)).toEqual(some.map((at) => (at === personOf(3) ? 'disabled' : 'active')))
})

describe('the number of a customer in another language', () => {
  const six = [1, 2, 3, 4, 5, 6]
  const number = (n: number) => n + 1000
  const table = (header: string, row: (n: number) => string, some: readonly number[] = six) =>
    `${header}\n${some.map((n) => `${row(n)}\n`).join('')}`
  const people = (key: string) =>
    table(`${key},email,password_hash`, (n) => `${number(n)},user${n}@acme.example,${madeUpBcrypt(n)}`)

  test.each([
    ['kundennr', 'adressen', 'id,kundennr,strasse,ort,telefon', true],
    ['Kundennummer', 'adressen', 'id,Kundennummer,strasse,ort,telefon', true],
    ['cod_cliente', 'direcciones', 'id,cod_cliente,calle,ciudad,telefono', true],
    ['codigo_cliente', 'enderecos', 'id,rua,codigo_cliente,cidade,telefone', true],
    ['klantnummer', 'adressen', 'klantnummer,straat,plaats,telefoon', false],
  ])('joins its addresses with the customer: %s', async (key, name, header, hasOwn) => {
    const cells = (n: number) =>
      header.split(',').map((column, at) => {
        if (column === key) return number(n)
        if (hasOwn && at === 0) return n
        return column.startsWith('tele') ? `+4930123456${n}` : `Weg ${n}`
      })
    const files = { 'people.csv': people(key), [`${name}.csv`]: table(header, (n) => cells(n).join(',')) }
    for (const given of [files, Object.fromEntries(Object.entries(files).toReversed())]) {
      const { json, out } = await inspect(given)
      expect(json, out).toMatchObject({ users: 6, joined: 6, ready: 6, blocked: {} })
    }
  })

  test.each([
    ['gesperrte_kunden', 'kundennr', 'id,kundennr,grund', (n: number) => `${n},${number(n)},Betrug`],
    ['clientes_bloqueados', 'cod_cliente', 'id,cod_cliente,motivo', (n: number) => `${n},${number(n)},fraude`],
  ])('bans the customer, and not the one with the number of the row: %s', async (name, key, header, row) => {
    const { json } = await inspect({ 'people.csv': people(key), [`${name}.csv`]: table(header, row, [2, 4]) })
    expect(json).toMatchObject({ users: 6, joined: 2, unmatched: 0, ready: 4, blocked: { disabled: 2 } })
  })

  test('gives roles to the customer', async () => {
    const roles = table('kundennr,rolle', (n) => `${number(n)},vip`, [2, 4])
    const { json } = await inspect({ 'people.csv': people('kundennr'), 'rollen.csv': roles })
    expect(json).toMatchObject({ users: 6, joined: 2, ready: 6 })
  })

  test('is no ID of users that another column has', async () => {
    const users = table('id,email,password_hash', (n) => `${n},user${n}@acme.example,${madeUpBcrypt(n)}`)
    const contacts = table('id,kundennr,telefon', (n) => `${n + 20},${n},+4930123456${n}`)
    const { json } = await inspect({ 'users.csv': users, 'kontakte.csv': contacts })
    expect(json).toMatchObject({ joined: 0, ready: 6 })
  })
})
