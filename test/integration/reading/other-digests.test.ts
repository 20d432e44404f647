import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6, 7]
const digest = (family: string, text: string) => createHash(family).update(text).digest('hex')
const insert = (table: string, columns: string, rows: readonly string[]) =>
  `INSERT INTO ${table} (${columns}) VALUES\n${rows.map((row) => `(${row})`).join(',\n')};\n`
const users = insert(
  'up_users',
  'id, email, password',
  some.map((at) => `${at}, 'u${at}@acme.example', '${madeUpBcrypt(at)}'`),
)

test.each([
  ['strapi_database_schema', 'id, time, hash', 'md5'],
  ['schema_version', 'installed_rank, description, hash', 'sha1'],
  ['drizzle_migrations', 'id, created_at, hash', 'sha256'],
  ['build_cache', 'id, label, digest', 'sha256'],
  ['commits', 'id, message, hash', 'sha1'],
])('digests of the state of a program are no passwords that nothing reads: %s', async (table, columns, family) => {
  const rows = some.map((at) => `${at}, '2024-01-0${at}', '${digest(family, `${table}${at}`)}'`)
  const { json } = await inspect({ 'dump.sql': users + insert(table, columns, rows) })
  expect(json).toMatchObject({ users: some.length, files: [{ unreadTables: [] }] })
})

const base64 = (family: string, text: string) => createHash(family).update(text).digest('base64')

describe('what a framework keeps beside the users of its app', () => {
  test.each([
    ['keys of a rate limiter', 'cache', 'key, value, expiration', `'${digest('md5', 'a')}:timer', 'i:1731186078;', 1`],
    ['a copy of a user', 'cache', 'key, value, expiration', `'user.1', 's:60:"${madeUpBcrypt(1)}";', 1`],
    ['a copy of a user', 'sessions', 'id, payload', `'x1', '{"password_hash_web":"${madeUpBcrypt(1)}"}'`],
    ['digests of pictures', 'active_storage_variant_records', 'id, variation_digest', `1, '${base64('sha1', 'v')}'`],
    ['checksums', 'active_storage_blobs', 'id, filename, checksum', `1, 'a.png', '${base64('md5', 'f')}'`],
    ['digests of texts', 'documents', 'id, title, content_digest', `1, 'A', '${base64('sha256', 't')}'`],
    ['digests of requests', 'idempotency', 'id, request_hash', `1, 'sha256:${digest('sha256', 'r')}'`],
    ['digests of tokens', 'knox_authtoken', 'token_key, digest, user_id', `'ab12cd34', '${digest('sha512', 't')}', 1`],
    [
      'a password of another program',
      'jobs',
      'id, queue, payload, attempts',
      `1, 'default', '{"data":{"password":"${digest('md5', 'j')}"}}', 0`,
    ],
  ])('is no password that nothing reads: %s in %s', async (_, table, columns, row) => {
    const { json } = await inspect({ 'dump.sql': users + insert(table, columns, [row]) })
    expect(json).toMatchObject({ users: some.length, files: [{ unreadTables: [] }] })
  })

  test.each([
    ['a hash under the name of a key', 'archive_accounts', 'id, login, key', `1, 'zoe', '${madeUpBcrypt(8)}'`],
    ['a digest of a user', 'portal_logins', 'id, login, user_digest', `1, 'zoe', '${base64('sha256', 'p')}'`],
    ['a digest with its salt', 'shop_extra', 'id, customer_id, value', `1, 1, '${digest('md5', 'p')}:Ab12'`],
    [
      'an account that is not made yet',
      'failed_jobs',
      'id, queue, payload, failed_at',
      `1, 'default', '{"hash":"${madeUpBcrypt(8)}"}', '2024-01-01'`,
    ],
  ])('but a password stays one: %s', async (_, table, columns, row) => {
    const { json } = await inspect({ 'dump.sql': users + insert(table, columns, [row]) })
    expect(json).toMatchObject({ files: [{ unreadTables: [expect.objectContaining({ table })] }] })
  })
})

test('a table of digests by user stays a question', async () => {
  const rows = some.map((at) => `${at}, ${at}, '${digest('sha1', `${at}`)}'`)
  const { json } = await inspect({ 'dump.sql': users + insert('old_logins', 'id, user_id, password_hash', rows) })
  expect(JSON.stringify(json)).toContain('password_hash')
})

describe('beside an email address', () => {
  const table = async (column: string, value: (at: number) => string) => {
    const rows = some.map((at) => `${at},u${at}@acme.example,${value(at)}`)
    const { json } = await inspect({ 'users.csv': `id,email,${column}\n${rows.join('\n')}\n` })
    return json
  }

  test.each(['row_hash', 'record_hash', 'doc_hash', 'content_hash'])(
    'a digest of a thing is not taken for the password: %s',
    async (column) =>
      expect(JSON.stringify(await table(column, (at) => digest('sha1', `${at}`)))).not.toContain(
        '"becomes":"password-hash"',
      ),
  )

  test.each(['otp_seed', 'totp_secret', 'mfa_key', 'oath_key', 'hotp', 'token_seed', 'two_factor_secret'])(
    'a secret of an authenticator app in hexadecimal is asked about as such, and holds nobody back: %s',
    async (column) => {
      const json = await table(column, (at) => digest('sha1', `${at}`))
      expect(json).toMatchObject({ users: 7, ready: 7 })
      expect(json).toMatchObject({
        findings: expect.arrayContaining([expect.objectContaining({ code: 'may-be-totp-secret', group: column })]),
      })
    },
  )

  const codes = (at: number) => `"[""${madeUpBcrypt(at)}"", ""${madeUpBcrypt(at + 30)}""]"`
  test.each<readonly [string, (at: number) => string]>([
    ['otp_hash', madeUpBcrypt],
    ['otp_backup_codes', codes],
    ['recovery_codes', codes],
    ['hashedRt', madeUpBcrypt],
    ['magic_link_hash', madeUpBcrypt],
    ['apiKeyIndex', (at) => digest('sha256', `${at}`)],
    ['email_bidx', (at) => digest('sha256', `${at}`)],
  ])(
    'a token, a code or an index is no password of a user who has none, and holds nobody back: %s',
    async (column, value) => {
      const json = await table(column, (at) => (at % 2 === 0 ? value(at) : ''))
      expect(json).toMatchObject({ users: 7, ready: 7, loginMethods: { passwordless: 7 } })
      expect(json).toMatchObject({ files: [{ controlTotals: { unreadHashes: null } }] })
    },
  )

  test.each(['zkw', 'login_key', 'pw_idx', 'user_idx'])('a password under an odd name is one: %s', async (column) =>
    expect(await table(column, madeUpBcrypt)).toMatchObject({ loginMethods: { emailPassword: 7 } }),
  )

  test.each(['access_code', 'secret_hash'])('and under that of a secret it is asked about: %s', async (column) =>
    expect(await table(column, madeUpBcrypt)).toMatchObject({ blocked: { 'unmapped-hash': 7 } }),
  )
})

test('a refresh token beside the password of its user is no second password', async () => {
  const rows = some.map((at) => `${at},u${at}@acme.example,${madeUpBcrypt(at)},${madeUpBcrypt(at + 30)}\n`).join('')
  const { json } = await inspect({ 'users.csv': `id,email,hash,hashedRt\n${rows}` })
  expect(json).toMatchObject({ users: 7, ready: 7, loginMethods: { emailPassword: 7 } })
})

test('a digest in the object of a thing is none of a user who has a password', async () => {
  const all = some.map((at) => ({
    id: at,
    email: `u${at}@acme.example`,
    password: madeUpBcrypt(at),
    avatar: { hash: digest('md5', `a${at}`), url: '/a.png' },
    logo: { md5: digest('md5', `l${at}`) },
    lastCommit: digest('sha1', `c${at}`),
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify({ users: all }) })
  expect(json).toMatchObject({ users: 7, ready: 7 })
  expect(JSON.stringify(json)).not.toContain('unmapped-hash')
})

test('a salt and a digest in base64 are a password under a name that says nothing, and none under that of a key', async () => {
  const pair = (at: number) => `${base64('md5', `s${at}`)}:${base64('sha256', `h${at}`)}`
  const found = async (name: string) => {
    const rows = some.map((at) => `${at},u${at}@acme.example,${madeUpBcrypt(at)},${pair(at)}\n`).join('')
    return JSON.stringify((await inspect({ 'users.csv': `id,email,password,${name}\n${rows}` })).json?.['findings'])
  }
  expect(await found('data2')).toMatch(/unmapped-hash|second-hash/)
  expect(await found('api_key')).not.toMatch(/unmapped-hash|second-hash/)
})
