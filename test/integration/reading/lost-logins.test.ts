import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { engineOf } from '../../support/engine.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'

/* Logins in a file of their own without a user, while some users have no login. */

const numbers = Array.from({ length: 20 }, (_, at) => at + 1)
const id = (n: number) => `${500 + n}`
const email = (n: number) => `ann${n}@acme.example`
const users = `id,email\n${numbers.map((n) => `${id(n)},${email(n)}\n`).join('')}`
const rows = (header: string, row: (n: number) => string) => `${header}\n${numbers.map((n) => `${row(n)}\n`).join('')}`
const lines = (row: (n: number) => object | string) =>
  numbers
    .map((n) => row(n))
    .map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`)
    .join('')
const insert = (table: string, columns: string, row: (n: number) => string) =>
  `INSERT INTO ${table} (${columns}) VALUES\n${numbers.map((n) => `(${row(n)})`).join(',\n')};\n`

/** The sentences about the files. */
async function lostIn(files: Readonly<Record<string, string>>) {
  const { json, out } = await inspect(files)
  const all = (json?.['files'] ?? []) as readonly { readonly lostLogins: { readonly text: string } | null }[]
  return { json, out, texts: all.flatMap(({ lostLogins }) => lostLogins?.text ?? []) }
}

test('a row of a list of passwords that cannot be read holds the run until its user may go without', async () => {
  const cwd = folderOf({
    'users.csv': users,
    'hashes.csv': rows('user_id,password_hash', (n) =>
      n === 4 ? `"${id(n)}"x,"${madeUpBcrypt(n)}` : `${id(n)},${madeUpBcrypt(n)}`,
    ),
  })
  const core = await startCore({ dialect: 'documented' })
  const command = ['run', 'users.csv', 'hashes.csv', '--core', core.baseUrl, '--yes', '--document', 'm.migration']
  const held = await cli(command, { cwd })
  expect([held.code, usersIn(core).length]).toEqual([2, 0])
  expect(held.err).toMatch(
    /hashes\.csv has logins or bans that no user gets: 1 record that cannot be read \(line 5\); 1 user has no password\./,
  )
  expect(held.err).toContain('--decide lost-logins:hashes.csv=ignore')
  const sent = await cli([...command, '--decide', 'lost-logins:hashes.csv=ignore'], { cwd })
  expect([sent.code, usersIn(core).length], sent.err).toEqual([0, 20])
})

test('in the window, too', async () => {
  const engine = await engineOf({
    'users.csv': users,
    'hashes.csv': rows('email,password_hash', (n) => `${n === 7 ? 'ann7@acme.exmaple' : email(n)},${madeUpBcrypt(n)}`),
  })
  const core = await startCore({ dialect: 'documented' })
  await engine.connect(core.baseUrl)
  const start = () =>
    engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 4, confirmations: ['live', 'overwrite'] })
  const held = await start()
  expect(held.ok ? 'begun' : held.error.code).toBe('logins-undecided')
  must(await engine.ask('decisions:update', { choices: { lostLogins: { 'hashes.csv': 'ignore' } } }))
  must(await start())
  await engine.runEnded()
  expect(usersIn(core)).toHaveLength(21)
})

describe('is told with its line and the number of users without a password', () => {
  test.each([
    [
      'an address that no user has',
      {
        'users.csv': users,
        'hashes.csv': rows(
          'email,password_hash',
          (n) => `${n === 7 ? 'ann7@acme.exmaple' : email(n)},${madeUpBcrypt(n)}`,
        ),
      },
      /^1 password hash beside an email that no other file has \(line 8\), which becomes a user of its own; 1 user has no password$/,
    ],
    [
      'passwords in a dump for an ID that no user has',
      {
        'all.sql':
          insert('users', 'id, email', (n) => `${id(n)}, '${email(n)}'`) +
          insert('user_passwords', 'user_id, password_hash', (n) => `${n === 9 ? 9999 : id(n)}, '${madeUpBcrypt(n)}'`),
      },
      /^1 password hash \(line \d+\): no user in the other files matches; 1 user has no password$/,
    ],
    [
      'a list of passwords of which several name one user',
      {
        'users.json': `[${numbers.map((n) => `{"id":"u-${id(n)}","email":"${email(n)}"}`).join()}]`,
        'passwords.json': `[${[...numbers, ...numbers].map((n, at) => `{"user_id":"u-${id(n)}","password_hash":"${madeUpBcrypt(at)}"}`).join()}]`,
      },
      /^40 password hashes \(entry 1, entry 2, entry 3, entry 4, entry 5, and 35 more\) without an email or phone number, by which no user of another file is found; 20 users have no password$/,
    ],
    [
      'a list of passwords beside users who are known by other IDs, and a person without an address',
      {
        'users.csv': `${users}900,\n`,
        'hashes.csv': rows('user_id,password_hash', (n) => `x${id(n)},${madeUpBcrypt(n)}`),
      },
      /^20 password hashes \(line 2, line 3, line 4, line 5, line 6, and 15 more\) without an email or phone number, by which no user of another file is found; 20 users have no password$/,
    ],
    [
      'a list of passwords of which some have the number of a user and are asked about',
      {
        'users.csv': users,
        'hashes.csv': rows('id,name,password_hash', (n) => `${498 + n},n${n},${madeUpBcrypt(n)}`),
      },
      /^2 password hashes \(line 2, line 3\) without an email or phone number, by which no user of another file is found; 20 users have no password$/,
    ],
  ])('%s', async (_, files, text) => {
    const { texts, json, out } = await lostIn(files)
    expect(texts, `${JSON.stringify(json?.['blocked'])} ${out}`).toEqual([expect.stringMatching(text)])
  })
})

describe('is no question', () => {
  test.each([
    [
      'where most passwords of a known product find their users by its keys, and one is of a user who is gone',
      {
        'users.ndjson': lines((n) => ({
          user_id: `auth0|${id(n)}`,
          email: email(n),
          email_verified: true,
          identities: [{ provider: 'auth0', user_id: id(n), connection: 'db', isSocial: false }],
        })),
        'passwords.ndjson': lines((n) => ({
          _id: { $oid: n === 3 ? '9999' : id(n) },
          email: n === 3 ? 'nobody@acme.example' : email(n),
          passwordHash: madeUpBcrypt(n),
          email_verified: true,
          tenant: 'acme',
          connection: 'db',
        })),
      },
    ],
    [
      'where every user has a password, and the row is of a user who is gone',
      {
        'all.sql':
          insert('users', 'id, email', (n) => `${id(n)}, '${email(n)}'`) +
          insert('user_passwords', 'user_id, password_hash', (n) => `${id(n)}, '${madeUpBcrypt(n)}'`) +
          `INSERT INTO user_passwords (user_id, password_hash) VALUES (9999, '${madeUpBcrypt(99)}');\n`,
      },
    ],
    [
      'where passwords get their address from another file, but for a user who has none',
      {
        'users.csv': `${rows('id,login,password_hash', (n) => `${id(n)},ann${n},${madeUpBcrypt(n)}`)}900,,\n901,,\n`,
        'addresses.csv': rows('id,user_id,address', (n) => `${n},${n === 20 ? '' : id(n)},${n === 20 ? '' : email(n)}`),
      },
    ],
    [
      'where a row has no login',
      {
        'users.csv': users,
        'roles.csv': rows('user_id,role', (n) => `${n === 4 ? 9999 : id(n)},editor`),
      },
    ],
    [
      'where users simply have no password',
      {
        'users.csv': users,
        'hashes.csv': rows('user_id,password_hash', (n) => `${id(n)},${n > 3 ? madeUpBcrypt(n) : ''}`),
      },
    ],
    [
      'where rows without an ID are those of the users',
      {
        'users.csv': rows('id,email,password_hash', (n) =>
          n === 4 ? ',,' : `${id(n)},${email(n)},${n === 5 ? '' : madeUpBcrypt(n)}`,
        ),
      },
    ],
  ])('%s', async (_, files) => {
    const { texts } = await lostIn(files)
    expect(texts).toEqual([])
  })
})

test('of two password hashes of a user in one export, none is taken for the right one unasked', async () => {
  const passwords = (n: number, hash: string) => ({
    _id: { $oid: id(n) },
    email: email(n),
    passwordHash: hash,
    email_verified: true,
    tenant: 'acme',
    connection: 'db',
  })
  const files = {
    'users.ndjson': lines((n) => ({
      user_id: `auth0|${id(n)}`,
      email: email(n),
      email_verified: true,
      identities: [{ provider: 'auth0', user_id: id(n), connection: 'db', isSocial: false }],
    })),
    'passwords.ndjson': lines((n) => passwords(n, madeUpBcrypt(n))),
  }
  const again = `${JSON.stringify(passwords(3, madeUpBcrypt(3)))}\n`
  const same = await inspect({ ...files, 'passwords.ndjson': files['passwords.ndjson'] + again })
  expect(same.json).toMatchObject({ users: 20, joined: 21, unmatched: 0, blocked: {} })
  const other = `${JSON.stringify(passwords(3, madeUpBcrypt(93)))}\n`
  const two = await inspect({ ...files, 'passwords.ndjson': files['passwords.ndjson'] + other })
  expect(two.json).toMatchObject({ users: 20, joined: 21, unmatched: 0, blocked: { 'second-hash': 1 } })
})
