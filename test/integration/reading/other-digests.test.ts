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
