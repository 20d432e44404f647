import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'

/* Passkeys in a table or a file of their own, beside the users. */

const numbers = [1, 2, 3, 4, 5, 6]
const key = (n: number) => createHash('sha256').update(`made up ${n}`).digest('base64url')
const csv = `id,email,password\n${numbers.map((n) => `${n},ann${n}@acme.example,${n < 5 ? madeUpBcrypt(n) : ''}\n`).join('')}`
const sql = numbers
  .map(
    (n) =>
      `INSERT INTO users (id, email, password) VALUES (${n}, 'ann${n}@acme.example', ${n < 5 ? `'${madeUpBcrypt(n)}'` : 'NULL'});\n`,
  )
  .join('')

type Row = Readonly<Record<string, string>>
const tables: readonly (readonly [name: string, row: (n: number) => Row])[] = [
  [
    'webauthn_credentials',
    (n) => ({
      id: `${n}`,
      user_id: `${n}`,
      credential_id: key(n),
      public_key: key(n + 9),
      sign_count: '4',
      transports: 'usb',
    }),
  ],
  [
    'passkeys',
    (n) => ({
      id: `pk${n}`,
      userId: `${n}`,
      name: 'Phone',
      publicKey: key(n),
      credentialID: key(n + 9),
      counter: '0',
      backedUp: 'true',
    }),
  ],
  [
    'user_authenticators',
    (n) => ({
      user_id: `${n}`,
      credential_id: key(n),
      provider_account_id: key(n),
      credential_public_key: key(n + 9),
      counter: '0',
    }),
  ],
  [
    'fido2_keys',
    (n) => ({ key_id: `${n}`, user_id: `${n}`, key_handle: key(n), pub_key: key(n + 9), attestation: key(n + 18) }),
  ],
  [
    'Authenticator',
    (n) => ({
      credentialID: key(n),
      userId: `${n}`,
      providerAccountId: key(n),
      credentialPublicKey: key(n + 9),
      counter: '3',
      credentialDeviceType: 'singleDevice',
      credentialBackedUp: 'false',
    }),
  ],
  ['u2f_registrations', (n) => ({ member_id: `${n}`, key_handle: key(n), public_key: key(n + 9), counter: '7' })],
]
/** Users 2, 2 again and 5 have a passkey. */
const rowsOf = (row: (n: number) => Row) => [row(2), { ...row(12), ...ownerOf(row(2)) }, row(5)]
const ownerOf = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => /^(?:user|member)_?id$/i.test(name)))
const csvOf = (rows: readonly Row[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((cells) => `${cells.join(',')}\n`).join('')
const sqlOf = (name: string, rows: readonly Row[]) =>
  rows
    .map(
      (row) => `INSERT INTO ${name} (${Object.keys(row).join(', ')}) VALUES ('${Object.values(row).join("', '")}');\n`,
    )
    .join('')

const counted = {
  users: 6,
  joined: 3,
  unreadable: 0,
  ready: 6,
  loginMethods: { emailPassword: 4, thirdParty: 0, passwordless: 2 },
}
const finding = [{ code: 'profile-not-kept', group: 'passkeys', users: 2 }]

async function told(files: Readonly<Record<string, string>>) {
  const { json, out } = await inspect(files)
  expect(out).not.toContain(key(2))
  const all = (json?.['findings'] ?? []) as readonly { code: string; group: string; users: number }[]
  const others = all.filter(({ code }) => code !== 'new-id').map(({ code, group, users }) => ({ code, group, users }))
  return { json, findings: others }
}

describe.each(tables)('%s', (name, row) => {
  test.each([
    ['a file of its own', { 'users.csv': csv, [`${name}.csv`]: csvOf(rowsOf(row)) }],
    ['JSON', { 'users.csv': csv, [`${name}.json`]: JSON.stringify(rowsOf(row)) }],
    ['a dump', { 'all.sql': `${sql}${sqlOf(name, rowsOf(row))}` }],
  ])('as %s is one finding about the users who have one, and asks nothing', async (_, files) => {
    const { json, findings } = await told(files)
    expect(json).toMatchObject(counted)
    expect(findings).toEqual(finding)
  })
})

test.each([
  ['CSV', 'passkeys.csv', (rows: readonly Row[]) => csvOf(rows)],
  ['JSON', 'webauthn.json', (rows: readonly Row[]) => JSON.stringify(rows)],
])('a list of passkeys may name users by their email, in %s', async (_, name, textOf) => {
  const rows = [2, 5].map((n) => ({
    email: n === 2 ? 'Ann2@Acme.example' : `ann${n}@acme.example`,
    credential_id: key(n),
    public_key: key(n + 9),
    sign_count: '4',
  }))
  const { json, findings } = await told({ 'users.csv': csv, [name]: textOf(rows) })
  expect(json).toMatchObject({ ...counted, joined: 2 })
  expect(findings).toEqual(finding)
})

test('a user who has only a passkey is named', async () => {
  const [, row] = tables[0] ?? ['', () => ({})]
  const users = csv.replace('5,ann5@acme.example,', '5,,')
  const cwd = folderOf({ 'users.csv': users, 'passkeys.csv': csvOf(rowsOf(row)) })
  const core = await startCore({ dialect: 'documented' })
  const command = ['run', 'users.csv', 'passkeys.csv', '--core', core.baseUrl, '--yes', '--report', 'report']
  expect((await cli(command, { cwd })).code).toBe(3)
  const blocked = readFileSync(join(cwd, 'report', 'blocked.csv'), 'utf8')
  expect(blocked.split('\n')[1]).toMatch(
    /^"5",.*The user has a passkey, which works only at the system that it was made for/,
  )
})

test.each([
  [
    'users with a passkey each',
    {
      'users.json': JSON.stringify(
        numbers.map((n) => ({
          id: n,
          email: `ann${n}@acme.example`,
          credentialID: key(n),
          public_key: key(n + 9),
          sign_count: n,
        })),
      ),
    },
    6,
  ],
  [
    'keys of a chat',
    {
      'users.csv': csv,
      'keys.csv': csvOf(numbers.map((n) => ({ user_id: `${n}`, public_key: key(n), identity_key: key(n + 9) }))),
    },
    6,
  ],
  [
    'credentials with passwords',
    {
      'users.csv': csv.replaceAll(/,\$2.*$/gm, ','),
      'credentials.csv': csvOf(
        numbers.map((n) => ({ credential_id: key(n), user_id: `${n}`, counter: '1', password_hash: madeUpBcrypt(n) })),
      ),
    },
    6,
  ],
])('%s are no table of passkeys', async (_, files, users) => {
  const { json, findings } = await told(files)
  expect(json).toMatchObject({ users })
  expect(findings).not.toContainEqual(expect.objectContaining({ group: 'passkeys' }))
})
