import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const madeUpSecret = (at: number) => `JBSWY3DPEHPK3P${at + 2}${'ABCDEFGH'.charAt(at)}`

/** Of eight users, four have the secret of an app: two by the row that says `on`, two by the one that says `off`. */
const people = Array.from({ length: 8 }, (_, at) => ({ at, has: at < 4, on: at < 2 }))

type Person = (typeof people)[number]

function csv(columns: string, row: (person: Person) => readonly unknown[]): string {
  const lines = people.map((person) =>
    [
      person.at + 1,
      `u${person.at}@acme.example`,
      madeUpBcrypt(person.at),
      person.has ? madeUpSecret(person.at) : '',
      ...row(person),
    ].join(','),
  )
  return `id,email,password,${columns}\n${lines.join('\n')}\n`
}

async function parts(files: Readonly<Record<string, string>>, mapped: readonly string[] = []) {
  const columns = [
    { path: 'id', target: 'source-id' },
    { path: 'email', target: 'email' },
    { path: 'password', target: 'password-hash' },
    ...mapped.map((path) => ({ path, target: 'totp-secret' })),
  ]
  const mapping = JSON.stringify({ version: 1, columns, fixedProvider: null })
  const args = mapped.length === 0 ? [] : ['--mapping', 'mapping.json']
  const cwd = folderOf({ ...files, 'mapping.json': mapping })
  const { json, out } = await cli(['inspect', ...Object.keys(files), '--json', ...args], { cwd })
  const found = json?.['findings'] as { code: string; group: string; users: number }[]
  expect(out).not.toContain(madeUpSecret(2))
  return found
    .filter(({ code, group }) => code === 'totp-doubtful' || group.includes('totp'))
    .map(({ code, group, users }) => `${code} ${group} ${users}`)
    .toSorted()
}

const two = ['profile-data totp 2', 'profile-not-kept totp-off 2']

describe('the secret of an authenticator app that was never confirmed or is off stays behind with a count', () => {
  test.each<readonly [string, (person: Person) => readonly unknown[]]>([
    ['two_factor_secret,two_factor_confirmed_at', ({ on }) => [on ? '2024-03-01 10:00:00' : '']],
    ['totp_secret,totp_enabled', ({ on }) => [on ? 1 : 0]],
    ['mfa_secret,mfa_active', ({ on }) => [on]],
    ['google2fa_secret,google2fa_enabled', ({ on }) => [on ? 'Y' : 'N']],
    ['totp_secret,two_factor_status', ({ has, on }) => [on ? 'active' : has ? 'pending' : 'none']],
    ['otp_secret_key,otp_module', ({ on }) => [on ? 'enabled' : 'disabled']],
    ['mfa_secret,mfa_disabled_at', ({ on }) => [on ? '' : '2024-03-01 10:00:00']],
    ['totp_geheimnis_2fa,2fa_aktiv', ({ on }) => [on ? 'ja' : 'nein']],
  ])('%s', async (columns, row) => {
    expect(await parts({ 'users.csv': csv(columns, row) }, [columns.split(',')[0] ?? ''])).toEqual(two)
  })

  test('in a list of factors within each user', async () => {
    const users = people.map(({ at, has, on }) => ({
      id: at + 1,
      email: `u${at}@acme.example`,
      password: madeUpBcrypt(at),
      factors: has ? [{ type: 'totp', status: on ? 'verified' : 'unverified', secret: madeUpSecret(at) }] : [],
    }))
    expect(await parts({ 'users.json': JSON.stringify(users) })).toEqual(two)
  })

  test('in a list of enrollments within each user', async () => {
    const users = people.map(({ at, has, on }) => ({
      id: at + 1,
      email: `u${at}@acme.example`,
      password: madeUpBcrypt(at),
      enrollments: has ? [{ type: 'totp', status: on ? 'confirmed' : 'pending', secret: madeUpSecret(at) }] : [],
    }))
    expect(await parts({ 'users.json': JSON.stringify(users) })).toEqual(two)
  })

  test('in a table of factors beside that of users', async () => {
    const factors = people
      .filter(({ has }) => has)
      .map(({ at, on }) => `${at + 90},${at + 1},TOTP,${madeUpSecret(at)},${on ? 'ACTIVE' : 'PENDING_ACTIVATION'}`)
    const users = people.map(({ at }) => `${at + 1},u${at}@acme.example,${madeUpBcrypt(at)}`)
    const files = {
      'users.csv': `ID,EMAIL,PASSWORD\n${users.join('\n')}\n`,
      'factors.csv': `FACTOR_ID,USER_ID,FACTOR_TYPE,FACTOR_SECRET,FACTOR_STATUS\n${factors.join('\n')}\n`,
    }
    expect(await parts(files)).toEqual(two)
  })

  test('in an export of Devise', async () => {
    const text = csv('otp_secret,otp_required_for_login,reset_password_token', ({ on }) => [on ? 't' : 'f', ''])
    expect(await parts({ 'users.csv': text.replace('password,', 'encrypted_password,') })).toEqual(two)
  })
})

describe('a value that does not say whether the app is in use is asked about', () => {
  test('a number of a status, each one alone', async () => {
    const text = csv('totp_secret,totp_status', ({ has, on }) => [has ? (on ? 1 : 2) : 0])
    expect(await parts({ 'users.csv': text }, ['totp_secret'])).toEqual([
      'totp-doubtful totp_status=1 2',
      'totp-doubtful totp_status=2 2',
    ])
  })

  test('a time of confirmation that nobody has', async () => {
    const text = csv('two_factor_secret,two_factor_confirmed_at', () => [''])
    expect(await parts({ 'users.csv': text }, ['two_factor_secret'])).toEqual([
      'totp-doubtful two_factor_confirmed_at=(no value) 4',
    ])
  })
})

describe('nothing else says of the app that it is off', () => {
  test.each<readonly [string, (person: Person) => readonly unknown[]]>([
    ['totp_secret,sms_2fa_enabled', ({ on }) => [on ? 1 : 0]],
    ['totp_secret,is_active', () => [1]],
    ['totp_secret,mfa_last_used_at', ({ on }) => [on ? '2024-03-01 10:00:00' : '']],
    ['totp_secret,email_verified', ({ on }) => [on ? 1 : 0]],
  ])('%s', async (columns, row) => {
    expect(await parts({ 'users.csv': csv(columns, row) }, ['totp_secret'])).toEqual(['profile-data totp 4'])
  })
})

describe('the state of a second factor is none of its user', () => {
  test.each<readonly [string, (on: boolean) => unknown]>([
    ['enrollments', (on) => [{ id: 'dev_1', type: 'authenticator', status: on ? 'confirmed' : 'pending' }]],
    ['authenticators', (on) => [{ type: 'totp', state: on ? 'active' : 'blocked' }]],
    ['mfa', (on) => ({ status: on ? 'enabled' : 'disabled' })],
  ])('in %s', async (name, value) => {
    const users = people.map(({ at, on }) => ({
      id: at + 1,
      email: `u${at}@acme.example`,
      password: madeUpBcrypt(at),
      [name]: value(on),
    }))
    expect((await inspect({ 'users.json': JSON.stringify(users) })).json).toMatchObject({ ready: 8 })
  })

  test('and one beside the secret in the profile of a user is', async () => {
    const users = people.map(({ at, on }) => ({
      id: at + 1,
      email: `u${at}@acme.example`,
      password: madeUpBcrypt(at),
      security: { totp_secret: madeUpSecret(at % 8), status: on ? 'suspended' : 'active' },
    }))
    expect((await inspect({ 'users.json': JSON.stringify(users) })).json).toMatchObject({ blocked: { disabled: 2 } })
  })
})

test('a secret that its user has not confirmed is none that is offered', async () => {
  const text = csv('totp_secret,pending_totp_secret', ({ at }) => [at === 6 ? madeUpSecret(6) : ''])
  const { json } = await inspect({ 'users.csv': text })
  expect(json).toMatchObject({
    ready: 8,
    findings: expect.arrayContaining([expect.objectContaining({ group: 'totp_secret' })]),
  })
  expect(JSON.stringify(json?.['findings'])).not.toContain('pending_totp_secret')
})

test('of enrollments in a table that nothing reads, the confirmed ones are told', async () => {
  const rows = people.map(
    ({ at, on }) => `(${at + 90}, ${at + 1}, '${on ? 'confirmed' : 'pending'}', '${madeUpSecret(at)}')`,
  )
  const users = people.map(({ at }) => `(${at + 1}, 'u${at}@acme.example', '${madeUpBcrypt(at)}')`)
  const { json } = await inspect({
    'all.sql': `INSERT INTO users (id, email, password) VALUES ${users.join()};\nINSERT INTO enrollments (id, user_id, status, secret) VALUES ${rows.join()};\n`,
  })
  const columns = [{ column: 'secret', kind: 'totp-secret', rows: 2 }]
  expect(json).toMatchObject({ users: 8, files: [{ unreadTables: [{ table: 'enrollments', columns }] }] })
})

test.each([
  ['mfa_factors', 'account_ref, factor_type, secret', 'secret'],
  ['twofactor', 'owner, atype, data', 'data'],
  ['login_extras', 'owner, kind, totp_seed', 'totp_seed'],
])('secrets in a table that nothing reads are told, and its other rows are not: %s', async (table, columns, column) => {
  const people = [1, 2, 3].map((at) => `('p${at}', 'user${at}@acme.example', '${madeUpBcrypt(at)}')`).join(', ')
  const users = `INSERT INTO accounts (id, email, password) VALUES ${people};\n`
  const secret = madeUpSecret(1)
  const factors = (own: string, value: string) =>
    `INSERT INTO ${own} (${columns}) VALUES ('x1', 'totp', '${value}'), ('x2', 'sms', ''), ('x2', 'code', '123456');\n`
  const { json } = await inspect({ 'all.sql': `${users}${factors(table, secret)}` })
  expect(json).toMatchObject({
    users: 3,
    files: [{ unreadTables: [{ table, columns: [{ column, kind: 'totp-secret', rows: 1 }] }] }],
  })
  expect(JSON.stringify(json)).not.toContain(secret)
  const words = await inspect({ 'all.sql': `${users}${factors(table, 'BACKUPCODESOFTHEOFFICE')}` })
  expect(words.json).toMatchObject({ files: [{ unreadTables: [] }] })
})
