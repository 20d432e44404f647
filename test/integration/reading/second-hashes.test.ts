import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

type Row = Readonly<Record<string, unknown>>

const file = (row: (at: number) => Row) => ({
  'users.json': [1, 2, 3, 4, 5, 6]
    .map((at) => JSON.stringify({ id: 100 + at, email: `user${at}@acme.example`, ...row(at) }))
    .join('\n'),
})

/** All six users are held back until the decision about this field, and are ready with one hash each after any answer. */
async function expectQuestion(field: string, row: (at: number) => Row): Promise<void> {
  const { json } = await inspect(file(row))
  expect(json).toMatchObject({ users: 6, ready: 0, blocked: { 'second-hash': 6 } })
  for (const answer of ['this', 'mapped'])
    expect((await inspect(file(row), ['--decide', `second-hash:${field}=${answer}`])).json).toMatchObject({
      ready: 6,
      blocked: {},
      hashes: { bcrypt: 6 },
    })
}

const [old, current] = [(at: number) => madeUpBcrypt(at), (at: number) => madeUpBcrypt(20 + at)]

test.each<readonly [string, string, (at: number) => Row]>([
  ['a list of objects', 'passwords[].hash', (at) => ({ passwords: [{ hash: old(at) }, { hash: current(at) }] })],
  ['a list of hashes', 'password_hashes[]', (at) => ({ password_hashes: [old(at), current(at)] })],
  [
    'a list within an object',
    'auth.passwords[].hash',
    (at) => ({ auth: { passwords: [{ hash: old(at) }, { hash: current(at) }] } }),
  ],
  [
    'a list whose elements differ',
    'passwords[].digest',
    (at) => ({ passwords: [{ hash: old(at) }, { digest: current(at) }] }),
  ],
])('several hashes in %s wait for a decision which is sent', async (_, field, row) => {
  await expectQuestion(field, row)
})

test.each<readonly [string, string, (at: number) => Row]>([
  ['two columns of passwords', 'passwort_neu', (at) => ({ password: old(at), passwort_neu: current(at) })],
  ['a column whose name says nothing', 'field_17', (at) => ({ password: current(at), field_17: old(at) })],
  [
    'an object beside the password',
    'auth.local.pw',
    (at) => ({ password_hash: old(at), auth: { local: { pw: current(at) } } }),
  ],
])('a second hash in %s waits for a decision which is sent', async (_, field, row) => {
  await expectQuestion(field, row)
})

test('a digest in a second column of passwords waits for a decision, too', async () => {
  const row = (at: number) => ({ password: current(at), pwd_v2: `${at}`.repeat(40) })
  expect((await inspect(file(row))).json).toMatchObject({ ready: 0, blocked: { 'second-hash': 6 } })
})

test('users without the mapped hash are asked about apart from those with two', async () => {
  const row = (at: number) => ({ password: at <= 4 ? current(at) : null, pwd_import: at >= 4 ? old(at) : null })
  const { json } = await inspect(file(row))
  expect(json).toMatchObject({ ready: 3, blocked: { 'second-hash': 1, 'unmapped-hash': 2 } })
})

test('the column of an old password is never preferred', async () => {
  const row = (at: number) => ({ old_password: old(at), hash_of_password: current(at) })
  const { json } = await inspect(file(row))
  expect(json).toMatchObject({ ready: 6, blocked: {}, hashes: { bcrypt: 6 } })
  expect(JSON.stringify(json)).toContain('"column":"hash_of_password","becomes":"password-hash"')
})

test.each<readonly [string, (at: number) => Row]>([
  ['an old password', (at) => ({ password: current(at), old_password: old(at) })],
  ['a previous password', (at) => ({ password: current(at), passwordPrevious: old(at) })],
  ['an old password in German', (at) => ({ passwort: current(at), altes_passwort: old(at) })],
  ['a legacy digest', (at) => ({ password: current(at), legacy_pw_md5: `${at}`.repeat(32) })],
  ['a PIN', (at) => ({ password: current(at), pin_hash: old(at) })],
  ['a token', (at) => ({ password: current(at), remember_token_digest: old(at) })],
  ['a digest of something else', (at) => ({ password: current(at), avatar_hash: `${at}`.repeat(32) })],
  ['the same hash in two columns', (at) => ({ password: current(at), pw_copy: current(at) })],
  ['one hash in a list', (at) => ({ passwords: [{ hash: current(at) }] })],
  ['the same hash twice', (at) => ({ passwords: [{ hash: current(at) }, { hash: current(at) }] })],
  ['a history beside the password', (at) => ({ password: current(at), password_history: [old(at)] })],
  ['a token in the same list', (at) => ({ logins: [{ password: current(at) }, { reset_token: old(at) }] })],
])('%s needs no decision which is sent', async (_, row) => {
  expect((await inspect(file(row))).json).toMatchObject({ users: 6, ready: 6, blocked: {} })
})

const digestOf = (at: number, length: number) =>
  createHash('sha512').update(`${at}`).digest('hex').repeat(8).slice(0, length)

test.each<readonly [string, string, (at: number) => Row]>([
  ['its salt', 'hash', (at) => ({ password: `Kiwi${at}`, salt: digestOf(at + 9, 64), hash: digestOf(at, 1024) })],
  ['a name of its own', 'password_md5', (at) => ({ password: `Kiwi${at}`, password_md5: digestOf(at, 32) })],
  ['clear passwords of one character', 'hash', (at) => ({ password: `${at}`, hash: digestOf(at, 64) })],
])(
  'digests beside clear passwords are the hashes, with %s, and need no decision which is sent',
  async (_, column, row) => {
    const { json } = await inspect(file(row))
    expect(json).toMatchObject({ users: 6, blocked: { 'unsupported-hash': 6 }, hashes: { unsupported: {} } })
    expect(JSON.stringify(json)).toContain(`"column":"${column}","becomes":"password-hash"`)
    expect(JSON.stringify(json)).not.toContain('"plaintext"')
  },
)

test.each<readonly [string, (at: number) => Row]>([
  ['an avatar', (at) => ({ password: `Kiwi${at}`, avatar_hash: digestOf(at, 32) })],
  ['a token', (at) => ({ password: `Kiwi${at}`, reset_token_hash: digestOf(at, 64) })],
  ['a former password', (at) => ({ password: `Kiwi${at}`, old_password_hash: digestOf(at, 64) })],
  ['a digest that all users have', (at) => ({ password: `Kiwi${at}`, hash: digestOf(1, 64) })],
])('digests of %s take the place of no password', async (_, row) => {
  const { json } = await inspect(file(row))
  expect(json).toMatchObject({ users: 6, hashes: { unsupported: { plaintext: 6 } } })
})

test('the name of a picture with a digest in it is no hash, and neither are kinds of users in a column called pass', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => {
    const digest = `${at}5f4dcc3b5aa765d61d8327deb882cf9${at}5f4dcc3b5aa765d61d8327`.slice(0, 40)
    const kind = ['editor', 'viewer', 'administrator'][at % 3] ?? ''
    return `${at + 1},user${at}@acme.example,${madeUpBcrypt(at)},sha1$${digest}.png,sha1$x7$${digest}.jpeg,avatar_${digest}.jpg,${kind}`
  })
  const { json } = await inspect({ 'users.csv': `id,email,password,photo,picture,avatar,pass\n${rows.join('\n')}\n` })
  expect(json).toMatchObject({ users: 12, ready: 12, blocked: {}, hashes: { bcrypt: 12 } })
  expect(JSON.stringify(json)).not.toMatch(/second-hash|unaccounted|unread-hashes/)
})

test('clear passwords beside hashes are asked about as before', async () => {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `${at + 1},user${at}@acme.example,${madeUpBcrypt(at)},Wonder${at}land`,
  )
  const { json } = await inspect({ 'users.csv': `id,email,password,pass\n${rows.join('\n')}\n` })
  expect(JSON.stringify(json)).toContain('second-hash:pass')
})

test('a hash in the password of a SCIM user is its password hash, and a mask is none', async () => {
  const passwords = [madeUpBcrypt(1), `{bcrypt}${madeUpBcrypt(2)}`, '********']
  const users = passwords.map((password, at) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: `u${at}`,
    userName: `user${at}@acme.example`,
    active: true,
    password,
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify({ Resources: users }) })
  expect(json).toMatchObject({
    users: 3,
    ready: 2,
    hashes: { bcrypt: 2, redacted: 1 },
    blocked: { 'redacted-hash': 1 },
  })
})

test('a password hash that all users have is said to be one password', async () => {
  const rows = (hash: (at: number) => string) =>
    `id,email,password\n${[1, 2, 3, 4].map((at) => `${at},u${at}@acme.example,${hash(at)}`).join('\n')}\n`
  const said = 'all 4 values are the same, so these users share one password'
  const { json, out } = await inspect({ 'users.csv': rows(() => madeUpBcrypt(1)) })
  expect([json?.['ready'], out.includes(said)]).toEqual([4, true])
  expect((await inspect({ 'users.csv': rows(madeUpBcrypt) })).out).not.toContain(said)
  expect((await inspect({ 'users.csv': rows(() => 'x') })).out).not.toContain('share one password')
})

test.each(['pass_temp', 'pending_password', 'user_newpasswd', 'temp_password_hash', 'unconfirmedPassword'])(
  'a password that is not in force, beside the one that is, is named and holds nobody back: %s',
  async (column) => {
    const rows = [1, 2, 3].map(
      (at) => `${at},u${at}@acme.example,${madeUpBcrypt(at)},${at === 2 ? madeUpBcrypt(9) : ''}`,
    )
    const { json } = await inspect({ 'users.csv': `id,email,password,${column}\n${rows.join('\n')}\n` })
    expect(json).toMatchObject({ users: 3, ready: 3, blocked: {}, hashes: { bcrypt: 3 } })
    expect(json?.['findings']).toContainEqual(
      expect.objectContaining({ code: 'unmapped-hash', group: column, users: 1 }),
    )
  },
)

test('the only password of a user is asked about, also where it is not in force', async () => {
  const rows = [1, 2, 3].map(
    (at) => `${at},u${at}@acme.example,${at === 2 ? `,${madeUpBcrypt(9)}` : `${madeUpBcrypt(at)},`}`,
  )
  const { json } = await inspect({ 'users.csv': `id,email,password,pass_temp\n${rows.join('\n')}\n` })
  expect(json).toMatchObject({ users: 3, ready: 2, blocked: { 'unmapped-hash': 1 } })
})

test('a new password may be the current one', async () => {
  const rows = [1, 2, 3].map((at) => `${at},u${at}@acme.example,${madeUpBcrypt(at)},${madeUpBcrypt(at + 9)}`)
  const { json } = await inspect({ 'users.csv': `id,email,password,new_password\n${rows.join('\n')}\n` })
  expect(json).toMatchObject({ users: 3, ready: 0, blocked: { 'second-hash': 3 } })
})
