import { describe, expect, test } from 'vitest'
import { usersOf } from '../../support/read-users.ts'
import { inspect } from '../../support/cli.ts'
import { engineOf } from '../../support/engine.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6]
const decided = (answer: string) => ['--decide', `same-id-in-files=${answer}`]
const id = (at: number) => 100 + at
const mail = (at: number) => `user${at}@acme.example`
const lines = (header: string, row: (at: number) => string) => `${[header, ...some.map(row)].join('\n')}\n`
const users = lines('user_id,full_name,email', (at) => `${id(at)},User ${at},${mail(at)}`)
const seeded = (at: number) => (at === 1 ? 'user_1' : oid(0, at))
const oid = (list: number, at: number) => `65f0c0ffee00000000000${list}0${at}`

async function counts(files: Readonly<Record<string, string>>) {
  const { json } = await inspect(files)
  const { users: read, joined, unmatched, loginMethods } = json ?? {}
  return { read, joined, unmatched, loginMethods }
}

const withPasswords = { read: 6, joined: 6, unmatched: 0, loginMethods: { emailPassword: 6, passwordless: 0 } }
const apart = { read: 12, joined: 0 }

test.each([
  ['beside the same ID', users, lines('user_id,hash', (at) => `${id(at)},${madeUpBcrypt(at)}`)],
  [
    'beside a reference and an ID of their own',
    users,
    lines('id,user,digest', (at) => `${at},${id(at)},${madeUpBcrypt(at)}`),
  ],
  ['beside the address', users, lines('email;hash', (at) => `${mail(at)};${madeUpBcrypt(at)}`)],
  ['beside both', users, lines('user_id,email,hash', (at) => `${id(at)},${mail(at)},${madeUpBcrypt(at)}`)],
  [
    'in documents that refer to others',
    JSON.stringify(some.map((at) => ({ _id: oid(0, at), email: mail(at), name: `User ${at}` }))),
    JSON.stringify(some.map((at) => ({ _id: oid(1, at), userId: oid(0, at), hash: madeUpBcrypt(at) }))),
  ],
  [
    'in documents that refer to others, one of which has a word in place of its ID',
    JSON.stringify(some.map((at) => ({ id: seeded(at), email: mail(at), password: madeUpBcrypt(at) }))),
    JSON.stringify(some.map((at) => ({ id: oid(1, at), auth_user_id: seeded(at), email: mail(at), plan: 'free' }))),
  ],
])('password hashes of another file are joined with their users: %s', async (_, one, other) => {
  expect(await counts({ 'one.txt': one, 'other.txt': other })).toMatchObject(withPasswords)
  expect(await counts({ 'other.txt': other, 'one.txt': one })).toMatchObject(withPasswords)
})

test('identities of another file are joined with their users, several with one', async () => {
  const identities = lines('user_id,provider,provider_uid', (at) => `${id(at)},google,10354799159714281734${at}`)
  const more = `${identities}${id(6)},github,583231\n`
  expect(await counts({ 'users.csv': users, 'identities.csv': more })).toMatchObject({
    read: 6,
    joined: 7,
    loginMethods: { thirdParty: 7, passwordless: 0 },
  })
})

test('identities in a dump of their own are read whatever the provider is called', async () => {
  const dump = `INSERT INTO third_party_auth (id, provider, providerId, userId) VALUES (1, 'feishu', 'ou_f29bdbeb9ac557eb0ad6b6ec', ${id(2)});\n`
  const { json } = await inspect({ 'users.csv': users, 'third_party_auth.sql': dump })
  expect(json).toMatchObject({ users: 6, joined: 1, blocked: { 'provider-undecided': 1 } })
})

test('identities with a mere ID are asked about where it may be their own number', async () => {
  const people = lines('id,email', (at) => `${at},${mail(at)}`)
  const identities = lines('id,provider,provider_user_id', (at) => `${at},google,10354799159714281734${at}`)
  const files = { 'users.csv': people, 'identities.csv': identities }
  const { json } = await inspect(files)
  expect(json).toMatchObject({ users: 12, joined: 0, ready: 0, blocked: { 'same-id-in-files': 12 } })
  const joined = await inspect(files, decided('join'))
  expect(joined.json).toMatchObject({ users: 6, joined: 6, loginMethods: { thirdParty: 6 } })
  const made = (file: string) => file.replaceAll(/^(\d),/gm, '5f0c0ffe-1234-4abc-8def-00000000000$1,')
  expect(await counts({ 'users.csv': made(people), 'identities.csv': made(identities) })).toMatchObject({
    read: 6,
    joined: 6,
  })
})

test.each([
  [
    'whose IDs are counted in both',
    lines('id,email', (at) => `${at},${mail(at)}`),
    lines('id,login,hash', (at) => `${at},u${7 - at},${madeUpBcrypt(at)}`),
  ],
  ['of other people', users, lines('user_id,hash', (at) => `${900 + at},${madeUpBcrypt(at)}`)],
  [
    'of whom the address differs',
    users,
    lines('user_id,email,hash', (at) => `${id(at)},x${mail(at)},${madeUpBcrypt(at)}`),
  ],
])('rows are not joined with users %s', async (_, one, other) => {
  expect(await counts({ 'one.csv': one, 'other.csv': other })).toMatchObject(apart)
})

test('logins are joined with no user by the number of a profile, which has the ID of its user beside it', async () => {
  const profiles = lines('id,user_id,email', (at) => `${at},${7 - at},${mail(7 - at)}`)
  const hashes = lines('id,password_hash', (at) => `${at},${madeUpBcrypt(at)}`)
  expect(await counts({ 'profiles.csv': profiles, 'users.csv': hashes })).toMatchObject(withPasswords)
  const elsewhere = lines('id,user_id,email', (at) => `${at},${900 + at},${mail(at)}`)
  expect(await counts({ 'profiles.csv': elsewhere, 'users.csv': hashes })).toMatchObject(apart)
  const referring = lines('user_id,password_hash', (at) => `${at},${madeUpBcrypt(at)}`)
  expect(await counts({ 'profiles.csv': elsewhere, 'users.csv': referring })).toMatchObject(apart)
  const identities = lines('user_id,provider,uid', (at) => `${at},google,10354799159714281734${at}`)
  // The profile that names the user is that of the user.
  const read = await usersOf({ 'profiles.csv': profiles, 'identities.csv': identities })
  expect(read.map(({ email, identities: [one] }) => [email, one?.userId])).toEqual(
    [6, 5, 4, 3, 2, 1].map((at) => [mail(at), `10354799159714281734${at}`]),
  )
  const mapped = lines('user_id,email', (at) => `${at},${mail(at)}`)
  expect(await counts({ 'profiles.csv': mapped, 'users.csv': hashes })).toMatchObject(withPasswords)
})

test.each([
  ['a name beside the ID', lines('id,username,email', (at) => `${id(at)},name${at},${mail(at)}`)],
  ['a name as the ID', lines('username,email', (at) => `name${at},${mail(at)}`)],
  ['a name in JSON', some.map((at) => JSON.stringify({ id: id(at), login: `name${at}`, email: mail(at) })).join('\n')],
])('hashes behind names are joined with the users who sign in with them: %s', async (_, content) => {
  const htpasswd = some.map((at) => `name${at}:${madeUpBcrypt(at)}\n`).join('')
  const csv = lines('username,password', (at) => `name${at},${madeUpBcrypt(at)}`)
  for (const hashes of [htpasswd, csv]) {
    expect(await counts({ 'hashes.txt': hashes, 'users.txt': content })).toMatchObject(withPasswords)
    const { json } = await inspect({ 'users.txt': content, 'hashes.txt': hashes })
    expect(json).toMatchObject({ joined: 6 })
  }
})

test.each([
  ['of other people', lines('id,username,email', (at) => `${id(at)},person${at},${mail(at)}`)],
  ['who spell them otherwise', lines('id,username,email', (at) => `${id(at)},Name${at},${mail(at)}`)],
  ['who share them', lines('id,username,email', (at) => `${id(at)},name${Math.ceil(at / 2)},${mail(at)}`)],
])('hashes behind names are not joined with users %s', async (_, content) => {
  const htpasswd = some.map((at) => `name${at}:${madeUpBcrypt(at)}\n`).join('')
  expect(await counts({ 'hashes.txt': htpasswd, 'users.txt': content })).toMatchObject(apart)
})

test('several hashes of one user, and a second hash of users that have one, are not joined', async () => {
  const history = some.flatMap((at) => [`${id(at)},${madeUpBcrypt(at)}`, `${id(at)},${madeUpBcrypt(10 + at)}`])
  const old = `user_id,hash\n${history.join('\n')}\n`
  expect(await counts({ 'users.csv': users, 'old.csv': old })).toMatchObject({ read: 18, joined: 0 })
  const whole = lines('user_id,email,password', (at) => `${id(at)},${mail(at)},${madeUpBcrypt(at)}`)
  const second = lines('user_id,hash', (at) => `${id(at)},${madeUpBcrypt(20 + at)}`)
  expect(await counts({ 'users.csv': whole, 'second.csv': second })).toMatchObject(apart)
})

test.each(['{"hash":{"a":1}}', '{"file":{"hash":{}}}', '[{"hash":{"of":"avatar"}}]', '{"hash":"none"}'])(
  'a setting that is called hash is no password: %s',
  async (settings) => {
    const key = (at: number) => `0f8fad5b-d9cb-469f-a165-70867728950${at}`
    const cell = `"${settings.replaceAll('"', '""')}"`
    const people = lines(
      'instance_id,id,aud,email,encrypted_password,email_confirmed_at,raw_app_meta_data,raw_user_meta_data',
      (at) => `,${key(at)},authenticated,${mail(at)},,2024-01-01 10:00:00+00,"{""provider"":""email""}",${cell}`,
    )
    const passwords = lines('user_id,hash', (at) => `${key(at)},${madeUpBcrypt(at)}`)
    expect(await counts({ 'users.csv': people, 'passwords.csv': passwords })).toMatchObject({ read: 6, joined: 6 })
  },
)

describe('a UUID of zeros names nobody', () => {
  const nil = '00000000-0000-0000-0000-000000000000'
  const made = (at: number) => (at === 1 ? nil : `5f0c0ffe-1234-4abc-8def-00000000000${at}`)
  const people = lines('id,email', (at) => `${made(at)},${mail(at)}`)

  test('in logins at third parties', async () => {
    const rows = lines(
      'user_id,provider,provider_uid',
      (at) => `${at === 2 ? nil : made(at)},google,1035479915971428173${at}`,
    )
    expect(await counts({ 'users.csv': people, 'identities.csv': rows })).toMatchObject({
      read: 7,
      loginMethods: { thirdParty: 4, passwordless: 2 },
    })
  })

  test('in passwords', async () => {
    const hashes = lines('user_id,hash', (at) => `${made(at)},${madeUpBcrypt(at)}`)
    expect(await counts({ 'users.csv': people, 'hashes.csv': hashes })).toMatchObject({ read: 7, joined: 5 })
  })

  test('and a zero that comes again are no versions of one person', async () => {
    for (const nobody of [nil, '0']) {
      const several = lines('id,email,hash', (at) => `${at < 4 ? nobody : made(at)},${mail(at)},${madeUpBcrypt(at)}`)
      const { json } = await inspect({ 'users.csv': several })
      expect(json).toMatchObject({ users: 6, ready: 6, blocked: {} })
    }
  })
})

test('a login that is disabled in its file keeps its user out', async () => {
  const logins = lines(
    'user_id,hash,status',
    (at) => `${id(at)},${madeUpBcrypt(at)},${at === 2 ? 'disabled' : 'active'}`,
  )
  const { json } = await inspect({ 'users.csv': users, 'logins.csv': logins })
  expect(json).toMatchObject({ users: 6, joined: 6, ready: 5, blocked: { disabled: 1 } })
})

const accounts = lines('id,login,hash,blocked', (at) => `${id(at)},u${at},${madeUpBcrypt(at)},${at === 2}`)

test.each([
  ['addresses', lines('user_id,email', (at) => `${id(at)},${mail(at)}`), { emailPassword: 6, passwordless: 0 }],
  ['numbers', lines('user_id,phone', (at) => `${id(at)},+4915112345${at}00`), { emailPassword: 0, passwordless: 0 }],
  [
    'addresses and numbers',
    lines('user_id,email,phone', (at) => `${id(at)},${mail(at)},+4915112345${at}00`),
    { emailPassword: 6, passwordless: 0 },
  ],
])(
  '%s of another file are those of the users without any, and nobody gets in who was blocked',
  async (_, other, loginMethods) => {
    for (const files of [
      { 'a.csv': accounts, 'b.csv': other },
      { 'a.csv': other, 'b.csv': accounts },
    ]) {
      const { json } = await inspect(files)
      expect(json).toMatchObject({ users: 6, joined: 6, blocked: { disabled: 1 }, loginMethods })
    }
  },
)

test('addresses and numbers of users without any come from two files in any order', async () => {
  const emails = lines('user_id,email', (at) => `${id(at)},${mail(at)}`)
  const numbers = lines('user_id,email,phone', (at) => `${id(at)},${mail(at)},+4915112345${at}00`)
  for (const [one, two, three] of [
    [accounts, emails, numbers],
    [numbers, accounts, emails],
    [emails, numbers, accounts],
  ] as const) {
    const { json } = await inspect({ 'a.csv': one, 'b.csv': two, 'c.csv': three })
    expect(json).toMatchObject({ records: 18, users: 6, joined: 12, ready: 5, blocked: { disabled: 1 } })
  }
})

test.each([
  ['IDs of their own', (at: number) => `${at}`],
  ['keys of their own', (at: number) => `5f0c0ffe-1234-4abc-8def-00000000000${at}`],
])('contacts in profiles with %s are those of the users without any', async (_, key) => {
  const profiles = lines('id,user_id,email,city', (at) => `${key(7 - at)},${id(at)},${mail(at)},Ulm`)
  for (const files of [
    { 'a.csv': accounts, 'b.csv': profiles },
    { 'a.csv': profiles, 'b.csv': accounts },
  ]) {
    const { json } = await inspect(files)
    expect(json).toMatchObject({
      users: 6,
      joined: 6,
      ready: 5,
      blocked: { disabled: 1 },
      loginMethods: { emailPassword: 6 },
    })
  }
})

const counted = lines('id,email', (at) => `${at},${mail(at)}`)
const others = lines('id,login,hash', (at) => `${at},u${7 - at},${madeUpBcrypt(at)}`)

test('users of two files with the same ID are asked about where one has the contact and the other one the hash', async () => {
  const files = { 'a.csv': counted, 'b.csv': others }
  const open = await inspect(files)
  expect(open.json).toMatchObject({ records: 12, users: 12, joined: 0, ready: 0 })
  expect(open.json?.['findings']).toContainEqual(expect.objectContaining({ code: 'same-id-in-files', users: 12 }))
  const joined = await inspect(files, decided('join'))
  expect(joined.json).toMatchObject({ users: 6, joined: 6, ready: 6, loginMethods: { emailPassword: 6 } })
  const separate = await inspect(files, decided('separate'))
  expect(separate.json).toMatchObject({ users: 12, joined: 0, ready: 6, blocked: { 'hash-without-contact': 6 } })
})

test('users of two files with the same ID are asked about where one of them is kept out, and only they', async () => {
  const one = lines('id,email,status', (at) => `${at},${mail(at)},${at === 2 ? 'disabled' : 'active'}`)
  const other = lines('id,email,deleted', (at) => `${at},other${mail(at)},${at === 5}`)
  const files = { 'a.csv': one, 'b.csv': other }
  const open = await inspect(files)
  expect(open.json).toMatchObject({ users: 12, ready: 8, excluded: 1 })
  expect(open.json?.['findings']).toContainEqual(expect.objectContaining({ code: 'same-id-in-files', users: 3 }))
  // Users with two addresses are not joined.
  expect((await inspect(files, decided('join'))).json).toMatchObject({ users: 12, joined: 0, ready: 8 })
  expect((await inspect(files, decided('separate'))).json).toMatchObject({ users: 12, ready: 10 })
})

const key = (at: number) => `u-${at}`
const withLogins = (of: (at: number) => string | number) =>
  lines('id,email,hash', (at) => `${of(at)},${mail(at)},${madeUpBcrypt(at)}`)
const privateMail = (at: number) => `home${at}@mail.example`

test.each([
  ['keys that are no mere numbers', withLogins(key), lines('id,email', (at) => `${key(at)},${privateMail(at)}`), 6],
  ['private addresses', withLogins(id), lines('id,private_email', (at) => `${id(at)},${privateMail(at)}`), 6],
  ['references to users', withLogins(id), lines('user_id,email', (at) => `${id(at)},${privateMail(at)}`), 6],
  [
    'numbers of which one has the same address in both',
    withLogins(id),
    lines('id,email', (at) => `${id(at)},${at === 3 ? mail(at) : privateMail(at)}`),
    5,
  ],
])('users of two files with other addresses are asked about: %s', async (_, one, other, asked) => {
  const files = { 'a.csv': one, 'b.csv': other }
  const open = await inspect(files)
  expect(open.json?.['findings']).toContainEqual(
    expect.objectContaining({ code: 'same-id-in-files', users: 2 * asked, blocks: true }),
  )
  const joined = await inspect(files, decided('join'))
  expect(joined.json).toMatchObject({ users: 6, joined: 6, loginMethods: { emailPassword: 6, passwordless: 0 } })
  expect(JSON.stringify(joined.json)).not.toContain('same-id-in-files')
  const separate = await inspect(files, decided('separate'))
  expect(separate.json).toMatchObject({ users: 12, joined: 0 })
})

test.each([
  [
    'numbers of which no address is the same',
    withLogins(id),
    lines('id,email', (at) => `${id(at)},${privateMail(at)}`),
  ],
  [
    'logins in both',
    withLogins(key),
    lines('id,email,hash', (at) => `${key(at)},${privateMail(at)},${madeUpBcrypt(10 + at)}`),
  ],
  [
    'logins in neither',
    lines('id,email', (at) => `${key(at)},${mail(at)}`),
    lines('id,email', (at) => `${key(at)},${privateMail(at)}`),
  ],
])('users of two files with other addresses are not asked about: %s', async (_, one, other) => {
  const { json } = await inspect({ 'a.csv': one, 'b.csv': other })
  expect(json).toMatchObject({ users: 12 })
  expect(JSON.stringify(json)).not.toContain('same-id-in-files')
})

test('of several rows with one ID none is joined by decision, and its user stays blocked', async () => {
  const history = `${others.replace('id', 'user_id')}3,u9,${madeUpBcrypt(9)}\n`
  const { json } = await inspect({ 'a.csv': counted, 'b.csv': history }, decided('join'))
  expect(json).toMatchObject({ records: 13, users: 8, joined: 5, ready: 5 })
})

test('of several logins of one user, the only one with a hash is joined by decision', async () => {
  const logins = `id,user_id,openid_url,hash\n${some
    .flatMap((at) => [`${at},${at},http://${at}.openid.example/,`, `${10 + at},${at},,${madeUpBcrypt(at)}`])
    .join('\n')}\n`
  const { json } = await inspect({ 'a.csv': counted, 'b.csv': logins }, decided('join'))
  expect(json).toMatchObject({ users: 6, joined: 12, loginMethods: { emailPassword: 6 } })
})

test.each([
  ['have a contact and are active in both', lines('id,email', (at) => `${at},other${mail(at)}`)],
  ['have a contact and a hash in both', lines('id,email,hash', (at) => `${at},other${mail(at)},${madeUpBcrypt(at)}`)],
])('users of two files with the same ID are not asked about as such where they %s', async (_, other) => {
  const { json } = await inspect({ 'a.csv': counted, 'b.csv': other })
  expect(json).toMatchObject({ users: 12 })
  expect(JSON.stringify(json)).not.toContain('same-id-in-files')
})

const nameOf = (at: number) => `name${at}`
const ofNames = (row: (at: number) => string) => some.map(row).join('\n')
const partial = `username,email\n${[1, 4].map((at) => `${nameOf(at)},${mail(at)}`).join('\n')}\n`

test.each([
  ['a list of names and hashes', ofNames((at) => `${nameOf(at)}:${madeUpBcrypt(at)}`)],
  ['a table without IDs', lines('username,password', (at) => `${nameOf(at)},${madeUpBcrypt(at)}`)],
  ['a table that numbers its rows', lines('id,username,password', (at) => `${at},${nameOf(at)},${madeUpBcrypt(at)}`)],
  ['names in other letters', lines('login,password', (at) => `${nameOf(at).toUpperCase()},${madeUpBcrypt(at)}`)],
])('a file with the emails of some is asked about by name: %s', async (_, hashes) => {
  for (const files of [
    { 'a.txt': hashes, 'b.csv': partial },
    { 'b.csv': partial, 'c.txt': hashes },
  ]) {
    const open = await inspect(files)
    expect(open.json).toMatchObject({ records: 8, users: 8, joined: 0, ready: 0 })
    expect(open.json?.['findings']).toContainEqual(expect.objectContaining({ code: 'same-id-in-files', users: 4 }))
    const joined = await inspect(files, decided('join'))
    expect(joined.json).toMatchObject({ users: 6, joined: 2, ready: 2, loginMethods: { emailPassword: 2 } })
    const separate = await inspect(files, decided('separate'))
    expect(separate.json).toMatchObject({ users: 8, joined: 0, ready: 2, blocked: { 'hash-without-contact': 6 } })
  }
})

const bothNames = Object.fromEntries(
  some.map((at) => [nameOf(at), { name: nameOf(at), password: madeUpBcrypt(at), locked: false }]),
)
const dumped = some.map((at) => ({
  model: 'auth.user',
  pk: at,
  fields: { username: nameOf(at), email: '', password: madeUpBcrypt(at), is_active: at !== 4 },
}))

test.each([
  ['a column that is called name', ofNames((at) => `${nameOf(at)}:${madeUpBcrypt(at)}`), 'name,email', 2],
  ['two columns with the same names', JSON.stringify(bothNames), 'username,email', 2],
  ['names in a known export', JSON.stringify(dumped), 'username,email', 1],
])('a file with the emails of some is asked about by %s', async (_, accounts, header, ready) => {
  const files = { 'a.txt': accounts, 'b.csv': partial.replace('username,email', header) }
  const open = await inspect(files)
  expect(open.json).toMatchObject({ records: 8, users: 8, joined: 0, ready: 0 })
  expect(open.json?.['findings']).toContainEqual(expect.objectContaining({ code: 'same-id-in-files', users: 4 }))
  expect((await inspect(files, decided('join'))).json).toMatchObject({ users: 6, joined: 2, ready })
})

test.each(['bejelentkezes', 'tunnus', 'kadi', 'pseudo'])(
  'a column whose words are the user names of another file says whose the hashes are: %s',
  async (column) => {
    const hashes = lines(`id,${column},password`, (at) => `${at},${nameOf(at)},${madeUpBcrypt(at)}`)
    const emails = lines('username,email', (at) => `${nameOf(7 - at)},${mail(at)}`)
    for (const files of [
      { 'a.csv': hashes, 'b.csv': emails },
      { 'a.csv': emails, 'b.csv': hashes },
    ])
      expect(await counts(files)).toMatchObject(withPasswords)
  },
)

test.each([
  ['of which only some are such', 'tunnus', (at: number) => (at < 4 ? nameOf(at) : `other${at}`)],
  ['beside other words', 'tunnus,osasto', (at: number) => `${nameOf(at)},room${at}`],
])('a column of words %s says of no hash whose it is', async (_, columns, words) => {
  const hashes = lines(`id,${columns},password`, (at) => `${at},${words(at)},${madeUpBcrypt(at)}`)
  const emails = lines('username,email', (at) => `${nameOf(at)},${mail(at)}`)
  expect(await counts({ 'a.csv': hashes, 'b.csv': emails })).toMatchObject(apart)
})

test('other words beside the same IDs keep no hash from its user', async () => {
  const hashes = lines('user_id,osasto,password', (at) => `${id(at)},room${at},${madeUpBcrypt(at)}`)
  const emails = lines('user_id,username,email', (at) => `${id(at)},${nameOf(at)},${mail(at)}`)
  expect(await counts({ 'a.csv': hashes, 'b.csv': emails })).toMatchObject(withPasswords)
})

test('names of people are no names to sign in with', async () => {
  const people = `name,email\n${[1, 4].map((at) => `Ann ${at},${mail(at)}`).join('\n')}\n`
  const accounts = ofNames((at) => `Ann ${at}:${madeUpBcrypt(at)}`)
  const { json } = await inspect({ 'a.txt': accounts, 'b.csv': people })
  expect(JSON.stringify(json)).not.toContain('same-id-in-files')
})

test('a question about a column counts the users of its file alone', async () => {
  const hashes = lines('username,password', (at) => `${nameOf(at)},${madeUpBcrypt(at)}`)
  const { json } = await inspect({ 'a.csv': hashes, 'b.csv': partial })
  const asked = (file: string, users: number) =>
    expect.objectContaining({ title: `This column may be a key of the users: username (${file})`, users })
  expect(json?.['findings']).toEqual(expect.arrayContaining([asked('a.csv', 6), asked('b.csv', 2)]))
})

test('two files that number their rows and name the same users are joined by name', async () => {
  const hashes = lines('id,username,password', (at) => `${at},${nameOf(at)},${madeUpBcrypt(at)}`)
  const emails = lines('id,username,email', (at) => `${at},${nameOf(7 - at)},${mail(at)}`)
  expect(await counts({ 'a.csv': hashes, 'b.csv': emails })).toMatchObject(withPasswords)
})

describe('the IDs of a file that is joined by name', () => {
  const hashes = (id: (at: number) => number) =>
    lines('id,username,password', (at) => `${id(at)},${nameOf(at)},${madeUpBcrypt(at)}`)
  const code = 'may-be-source-id'

  test.each([
    ['have others', lines('id,username,email', (at) => `${at},${nameOf(at)},${mail(at)}`)],
    ['have none', lines('username,email', (at) => `${nameOf(at)},${mail(at)}`)],
  ])('stay behind with a finding where its users %s', async (_, people) => {
    for (const names of [['a.csv', 'b.csv'] as const, ['b.csv', 'a.csv'] as const]) {
      const { json, out } = await inspect({ [names[0]]: hashes((at) => at + 500), [names[1]]: people })
      const title = `This column may be a key of the users: id (${names[0]})`
      expect(json, out).toMatchObject({ users: 6, joined: 6, ready: 6 })
      expect(json?.['findings']).toContainEqual(expect.objectContaining({ code, title, users: 6, blocks: false }))
    }
  })

  test('need no word where they are those of its users', async () => {
    const people = lines('id,username,email', (at) => `${at},${nameOf(at)},${mail(at)}`)
    const { json, out } = await inspect({ 'a.csv': hashes((at) => at), 'b.csv': people })
    expect(json).toMatchObject({ users: 6, joined: 6 })
    expect(out).not.toContain(code)
  })
})

test.each(['Login', 'username'])('a name of digits beside an ID is no ID of another file: %s', async (column) => {
  const hashes = lines(`Id,${column},Password`, (at) => `${at},${at === 6 ? 1 : at + 1},${madeUpBcrypt(at)}`)
  const mails = lines('id,email', (at) => `${at},${mail(at)}`)
  const { json } = await inspect({ 'hashes.csv': hashes, 'mails.csv': mails })
  expect(json).toMatchObject({ users: 12, joined: 0, ready: 0 })
})

test('a name of digits alone may be the ID of another file', async () => {
  const hashes = lines('username,password', (at) => `202300${at},${madeUpBcrypt(at)}`)
  const mails = lines('id,email', (at) => `202300${at},${mail(at)}`)
  expect(await counts({ 'hashes.csv': hashes, 'mails.csv': mails })).toMatchObject(withPasswords)
})

test('users with other names are not joined by a number, also not by decision', async () => {
  const hashes = lines('user_id,username,password', (at) => `${at},${nameOf(at)},${madeUpBcrypt(at)}`)
  const emails = lines('user_id,username,email', (at) => `${at},other${at},${mail(at)}`)
  for (const args of [[], decided('join')]) {
    const { json } = await inspect({ 'a.csv': hashes, 'b.csv': emails }, args)
    expect(json).toMatchObject({ users: 12, joined: 0, ready: 6, blocked: { 'hash-without-contact': 6 } })
  }
})

const contacts = (row: (at: number) => string) => lines('id;mail;mobile;newsletter', row)

test.each([
  ['the same ID and address', contacts((at) => `${id(at)};${mail(at).toUpperCase()};+4915112345${at}00;no`)],
  ['the ID of their account alone', lines('id,user_id,phone', (at) => `${at},${id(at)},+4915112345${at}00`)],
  ['the same address', lines('mail;mobile', (at) => `${mail(at)};+4915112345${at}00`)],
])('contacts in another file are those of the users with %s', async (_, other) => {
  const { json } = await inspect({ 'users.csv': users, 'other.csv': other })
  expect(json).toMatchObject({ users: 6, joined: 6, loginMethods: { passwordless: 6 } })
})

test('a user who is disabled in one of two files of the same people is so', async () => {
  const whole = lines('user_id,email,is_active', (at) => `${id(at)},${mail(at)},${at === 2 ? 'no' : 'yes'}`)
  const other = contacts((at) => `${id(at)};${mail(at)};;no`)
  for (const files of [
    { 'a.csv': whole, 'b.csv': other },
    { 'a.csv': other, 'b.csv': whole },
  ]) {
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 6, joined: 6, ready: 5, blocked: { disabled: 1 } })
  }
})

test('another number of a user in a second file is asked about', async () => {
  const whole = lines('user_id,email,phone', (at) => `${id(at)},${mail(at)},+4915112345${at}00`)
  const other = contacts((at) => `${id(at)};${mail(at)};+49 151 12345 ${at}0${at === 3 ? 7 : 0};no`)
  const { json } = await inspect({ 'a.csv': whole, 'b.csv': other })
  expect(json).toMatchObject({ users: 6, joined: 6 })
  expect(json?.['findings']).toContainEqual(
    expect.objectContaining({ code: 'unmapped-phone', group: 'mobile', users: 1 }),
  )
})

test('a file of users, one of whom has only a password in the other file, stays a file of users', async () => {
  const people = JSON.stringify(
    some.map((at) => ({ userId: oid(0, at), email: at === 6 ? null : mail(at), disabled: false })),
  )
  const passwords = lines('userId,hash', (at) => `${oid(0, at)},${madeUpBcrypt(at)}`)
  for (const names of [
    ['a.json', 'b.csv'],
    ['b.json', 'a.csv'],
  ] as const) {
    const engine = await engineOf({ [names[0]]: people, [names[1]]: passwords })
    const files = engine.view.files.map(({ name, role, reason }) => [name, role, reason])
    expect(engine.view.totals).toMatchObject({ users: 6, joined: 6 })
    expect(files).toContainEqual([names[0], 'users', expect.not.stringContaining('its rows')])
    expect(files).toContainEqual([names[1], 'parts', expect.stringContaining('its rows add logins to')])
  }
})

test('rows of which only some are of the same people stay users', async () => {
  const other = contacts((at) => `${id(at)};${at < 4 ? mail(at) : `other${at}@acme.example`};;no`)
  expect(await counts({ 'users.csv': users, 'other.csv': other })).toMatchObject(apart)
})

const statuses = (first: number) => lines('id,status', (at) => `${at + first},${at === 2 ? 'banned' : 'active'}`)
const ofDevise = lines(
  'id,email,encrypted_password,reset_password_token,sign_in_count',
  (at) => `${id(at)},${mail(at)},${madeUpBcrypt(at)},,3`,
)

test.each([
  ['of the operator', users],
  ['of a known product', ofDevise],
])('a file with IDs and statuses alone says who is disabled among the users %s', async (_, whole) => {
  for (const files of [
    { 'a.csv': whole, 'b.csv': statuses(100) },
    { 'a.csv': statuses(100), 'b.csv': whole },
  ]) {
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 6, joined: 6, unmatched: 0, ready: 5, blocked: { disabled: 1 } })
  }
})

test('statuses of other IDs belong to nobody, and say so', async () => {
  const { json } = await inspect({ 'users.csv': users, 'other.csv': statuses(900) })
  expect(json).toMatchObject({ users: 6, joined: 0, unmatched: 6, ready: 6 })
})

const hashOf = (name: string) => madeUpBcrypt(name.charCodeAt(0))
const people = ['anna', 'ben', 'carl', 'dora']
const addressed = (header: string) =>
  `${header}\n${people.map((name, at) => `${at + 1},N${at},${name}@acme.example`).join('\n')}\n`
const named = (header: string, names: readonly string[]) =>
  `${header}\n${names.map((name, at) => `${at + 1},${name},${hashOf(name)}`).join('\n')}\n`
const turned = ['carl', 'dora', 'anna', 'ben']

test.each([
  ['orders', 'id_commande,nom,email', 'commandes.csv', 'id_compte,username,password_hash'],
  ['orders of another language', 'BestellungNr,Name,E-Mail', 'bestellungen.csv', 'konto_id,username,password_hash'],
  ['users with a number of their own', 'user_no,nom,email', 'users.csv', 'id_compte,username,password_hash'],
  ['users with a mere number', 'id,name,email', 'people.csv', 'account_id,username,password_hash'],
])('accounts that only count as others do are never the users of the same number: %s', async (_, one, file, other) => {
  for (const files of [
    { [file]: addressed(one), 'accounts.csv': named(other, turned) },
    { 'accounts.csv': named(other, turned), [file]: addressed(one) },
  ])
    expect(await counts(files)).toMatchObject({ joined: 0, loginMethods: { emailPassword: 0 } })
})

test('and are these users where their names are in the addresses, though one is in that of another user', async () => {
  const names = ['anna', 'ben', 'carl', 'anna']
  expect(
    await counts({
      'users.csv': addressed('user_no,nom,email'),
      'accounts.csv': named('id_compte,username,password_hash', names),
    }),
  ).toMatchObject({ joined: 4, loginMethods: { emailPassword: 4 } })
})
