import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import {
  madeUpArgon2,
  madeUpBcrypt,
  madeUpCsv,
  madeUpScrypt,
  usersOfProvider,
  usersWithHashes,
  usersWithoutHash,
  folderWith,
} from '../../support/made-up-csv.ts'
import { fileIn, folderOf, temporaryFolder } from '../../support/temporary-folder.ts'

test('inspect says why hashes go out with a warning, and how many', async () => {
  const cwd = temporaryFolder()
  const spare = '$2b$10$abcdefghijklmnopqrstuvKq0rIYs9hhVlTuqKJY7mYV8Gq00001O'
  const large = '$argon2id$v=19$m=8388608,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$' + 'A'.repeat(43)
  fileIn(cwd, 'users.csv', `id;email;password_hash\n1;ann@acme.example;${spare}\n2;ben@acme.example;${large}\n`)
  const { out } = await cli(['inspect', 'users.csv'], { cwd })
  expect(out).toMatch(/1 user: .*spare bits/)
  expect(out).toMatch(/1 user: Argon2 with 8 GiB of memory/)
  const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd })
  expect(json?.['findings']).toContainEqual(
    expect.objectContaining({
      group: 'argon2',
      reasons: [{ reason: expect.stringContaining('8 GiB') as unknown, users: 1 }],
    }),
  )
})

test('inspect shows no finding without a way out, questions about columns among them', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => {
    const email = at === 3 ? 'nobody' : at === 5 ? 'ann@localhost' : `user${at}@acme.example`
    const hash = madeUpBcrypt(at)
    return `u${at},${email},${hash},member${at * 7919},${at === 1 ? 1 : 0},${at === 2 ? '1.5555E+10' : `+4917112345${10 + at}`}`
  })
  const cwd = folderOf({ 'users.csv': ['id,email,password,card_key,is_gone,phone', ...rows, ''].join('\n') })
  const { out, json } = await cli(['inspect', 'users.csv', '--json'], { cwd })
  const findings = json?.['findings'] as readonly {
    readonly code: string
    readonly option: string | null
    readonly next: string | null
  }[]
  expect(findings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['email-invalid', 'email-odd', 'phone-not-carried', 'new-id', 'may-keep-out']),
  )
  expect(findings.filter(({ option, next }) => option === null && next === null)).toEqual([])
  const decided = await cli(['inspect', 'users.csv', '--decide', 'email-invalid=exclude'], { cwd })
  expect(out).toContain('--decide email-invalid=exclude')
  expect(decided.out).toContain('Ready 11, excluded 1, blocked until decided 0')
  // The answer in force stands beside the option.
  expect(decided.out).toContain('1  Invalid email  (now: exclude; --decide email-invalid=exclude)')
  expect(out.includes('now:')).toBe(false)
})

test('inspect says of values that nobody needs to sign in why they stay behind, and of others what they are needed for', async () => {
  const rows = Array.from({ length: 6 }, (_, at) =>
    [`u${at}`, `user${at}@acme.example`, madeUpBcrypt(at), at % 2 === 0 ? madeUpBcrypt(90 + at) : ''].join(','),
  )
  const own = folderOf({ 'users.csv': ['id,email,password,otp_hash', ...rows, ''].join('\n') })
  const idle = await cli(['inspect', 'users.csv'], { cwd: own })
  expect(idle.out).toMatch(
    /3 {2}Possible password hash in an unmapped column: otp_hash .*\n +These values stay behind, and no user waits/,
  )
  expect(idle.out).not.toContain('would lose')
  const both = Array.from({ length: 6 }, (_, at) =>
    [`u${at}`, `user${at}@acme.example`, at < 4 ? madeUpBcrypt(at) : '', madeUpBcrypt(80 + at)].join(','),
  )
  const some = folderOf({ 'users.csv': ['id,email,pw_new,pw_old', ...both, ''].join('\n') })
  const mixed = await cli(['inspect', 'users.csv'], { cwd: some })
  expect(mixed.out).toContain('Ready 4, excluded 0, blocked until decided 2')
  expect(mixed.out).toContain('would lose their passwords. 2 of them wait; the others do not need it.')
  const notes = Array.from({ length: 230 }, (_, at) =>
    [`u${at}`, `user${at}@acme.example`, at === 220 ? madeUpBcrypt(at) : `calls back on day ${at}`].join(','),
  )
  const needed = folderOf({ 'users.csv': ['id,email,note', ...notes, ''].join('\n') })
  const open = await cli(['inspect', 'users.csv'], { cwd: needed })
  expect(open.out).toContain('Without them, these users would lose their passwords.')
  expect(open.out).not.toContain('no user waits')
})

test('inspect counts the users with a value in a column that it asks about', async () => {
  const secret = (at: number) => `JBSWY3DPEHPK3PXPJBSWY3DPEHPK${['AAAA', 'BBBB', 'CCCC', 'DDDD'][at % 4] ?? ''}`
  const rows = Array.from({ length: 12 }, (_, at) => `u${at},user${at}@acme.example,${at < 4 ? secret(at) : ''}`)
  const { out } = await cli(['inspect', 'users.csv'], {
    cwd: folderOf({ 'users.csv': ['id,email,totp_secret', ...rows, ''].join('\n') }),
  })
  expect(out).toMatch(/^ +4 {2}This column may hold secrets of authenticator apps: totp_secret/m)
})

describe('inspect --json', () => {
  test('prints one object with every number, in the order that scripts rely on', async () => {
    const folder = temporaryFolder()
    const users = [
      ...usersWithHashes(2),
      { id: 'a', email: 'a@example.com', password_hash: madeUpArgon2(1) },
      { id: 's', email: 's@example.com', password_hash: madeUpScrypt(1) },
      { id: 'md', email: 'md@example.com', password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' },
      { id: 'cut', email: 'cut@example.com', password_hash: '$2b$10$cut' },
      ...usersOfProvider(1),
      ...usersWithoutHash(2),
      { id: 'both', email: 'both@example.com', email_verified: 'true', phone: '+491711234567' },
      { id: 'gone', email: 'gone@example.com', deleted: 'true' },
      { id: 'nobody' },
    ]
    fileIn(folder, 'users.csv', `${madeUpCsv(users)}x,a,row,with,more,cells,than,there,are,columns\n`)
    const { code, out, err } = await cli(['inspect', 'users.csv', '--json'], { cwd: folder })
    const found: unknown = JSON.parse(out)
    expect([code, err, found, readdirSync(folder)]).toEqual([
      0,
      '',
      {
        files: [
          {
            path: 'users.csv',
            problem: null,
            format: 'csv',
            compression: 'none',
            encoding: 'utf-8',
            provider: 'generic',
            records: 13,
            unreadable: 1,
            other: {},
            truncation: null,
            zipMember: null,
            offers: null,
            unreadTables: [],
            unappliedChanges: null,
            lostLogins: null,
            controlTotals: {
              emails: { counted: 11, accounted: 11 },
              hashes: { counted: 4, accounted: 4 },
              accounts: [{ kind: 'users', name: null, emails: 11, hashes: 4, places: [] }],
              unreadHashes: null,
            },
            mapping: {
              tables: [],
              unusedTables: [],
              columns: [
                ['id', 'source-id'],
                ['mail', 'email'],
                ['verified', 'email-verified', 'likely'],
                ['phone', 'phone'],
                ['provider', 'provider'],
                ['provider_user_id', 'provider-user-id'],
                ['password_hash', 'password-hash'],
                ['deleted', 'deleted'],
              ].map(([column, becomes, confidence = 'exact']) => ({
                column,
                becomes,
                confidence,
                reason: expect.stringContaining(`it is called “${column}”`),
              })),
              unused: [],
              possibleFlags: [],
            },
          },
        ],
        records: 13,
        joined: 0,
        unmatched: 0,
        unreadable: 1,
        other: {},
        users: 12,
        loginMethods: { emailPassword: 4, thirdParty: 1, passwordless: 3 },
        hashes: {
          bcrypt: 2,
          argon2: 1,
          firebaseScrypt: 1,
          unsupported: { md5: 1 },
          malformed: 1,
          redacted: 0,
          none: 6,
        },
        ready: 7,
        blocked: {
          'signer-key-not-confirmed': 1,
          'unsupported-hash': 1,
          'malformed-hash': 1,
          'no-login': 1,
        },
        excluded: 1,
        findings: [
          ['malformed-hash', 'malformed', 1, true, 'malformed-hash=passwordless|exclude'],
          ['no-login', '', 1, true, 'no-login=exclude'],
          ['signer-key-not-confirmed', '', 1, true, null],
          ['unsupported-hash', 'md5', 1, true, 'unsupported-hash:md5=passwordless|exclude'],
          ['deleted', '', 1, false, null],
          ['new-id', 'documented', 11, false, 'new-id=keep|new'],
        ].map(([code, group, users, blocks, decide]) => ({
          code,
          group,
          title: expect.any(String) as unknown,
          meaning: expect.any(String) as unknown,
          next: expect.toSatisfy((next) => next === null || typeof next === 'string') as unknown,
          users,
          blocks,
          chosen: null,
          decide,
          option:
            code === 'signer-key-not-confirmed'
              ? '--scrypt-parameters FILE'
              : decide === null
                ? null
                : `--decide ${decide}`,
        })),
        decisionsWithoutEffect: [],
      },
      ['users.csv'],
    ])
    expect(Object.keys(JSON.parse(out) as object)).toEqual([
      'files',
      'records',
      'joined',
      'unmatched',
      'unreadable',
      'other',
      'users',
      'loginMethods',
      'hashes',
      'ready',
      'blocked',
      'excluded',
      'findings',
      'decisionsWithoutEffect',
    ])
  })

  test('names several files, packed ones among them, as the caller did', async () => {
    const folder = folderWith(usersWithHashes(2), 'a.csv')
    fileIn(folder, 'b.json.gz', gzipSync(JSON.stringify({ users: usersWithHashes(3, 10) })))
    fileIn(
      folder,
      'c.ndjson',
      usersWithHashes(2, 20)
        .map((user) => JSON.stringify(user))
        .join('\n'),
    )
    const { code, json } = await cli(['inspect', 'a.csv', 'b.json.gz', './c.ndjson', '--json'], { cwd: folder })
    expect([code, json?.['files'], json?.['users']]).toEqual([
      0,
      [
        expect.objectContaining({ path: 'a.csv', format: 'csv', compression: 'none', records: 2 }),
        expect.objectContaining({ path: 'b.json.gz', format: 'json', compression: 'gzip', records: 3 }),
        expect.objectContaining({ path: 'c.ndjson', format: 'ndjson', compression: 'none', records: 2 }),
      ],
      7,
    ])
  })

  test('joins the hash file of an export with its users, and counts what fits nobody', async () => {
    const folder = temporaryFolder()
    const users = ['1', '2', '3'].map((n) => ({
      user_id: `auth0|${n.repeat(24)}`,
      email: `user${n}@example.com`,
      email_verified: true,
      identities: [
        { provider: 'auth0', user_id: n.repeat(24), connection: 'Username-Password-Authentication', isSocial: false },
      ],
    }))
    const hashes = ['1', '2', '9'].map((n) => ({
      _id: { $oid: n.repeat(24) },
      email: `user${n}@example.com`,
      email_verified: true,
      passwordHash: '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232',
      password_set_date: { $date: '2024-01-01T00:00:00.000Z' },
      tenant: 'made-up',
      connection: 'Username-Password-Authentication',
      _tmp_is_unique: true,
    }))
    fileIn(folder, 'users.ndjson', users.map((user) => JSON.stringify(user)).join('\n'))
    fileIn(folder, 'hashes.ndjson', hashes.map((hash) => JSON.stringify(hash)).join('\n'))
    const { code, json } = await cli(['inspect', 'hashes.ndjson', 'users.ndjson', '--json'], { cwd: folder })
    const { records, users: found, joined, unmatched, unreadable } = json ?? {}
    expect([code, { records, found, joined, unmatched, unreadable }]).toEqual([
      0,
      { records: 6, found: 3, joined: 2, unmatched: 1, unreadable: 0 },
    ])
  })

  test('--scrypt-parameters makes ready what needs them', async () => {
    const folder = folderWith([{ id: 's', email: 's@example.com', password_hash: madeUpScrypt(1) }])
    fileIn(folder, 'p.txt', 'algorithm: SCRYPT\nbase64_salt_separator: Bw==\nrounds: 8\nmem_cost: 14\n')
    const { json } = await cli(['inspect', 'users.csv', '--scrypt-parameters', 'p.txt', '--json'], { cwd: folder })
    expect([json?.['ready'], json?.['blocked']]).toEqual([1, {}])
  })

  test('for people prints sentences with the same numbers', async () => {
    const folder = folderWith(usersWithHashes(2))
    const { code, out } = await cli(['inspect', 'users.csv'], { cwd: folder })
    expect([code, out.includes('2 records = 2 users + 0 joined + 0 unmatched + 0 unreadable + 0 other')]).toEqual([
      0,
      true,
    ])
  })

  test('says when rows are shorter than their header', async () => {
    const folder = folderOf({ 'users.csv': 'id,email,name,city\n1,a@example.com,A\n2,b@example.com,B\n' })
    const { out } = await cli(['inspect', 'users.csv'], { cwd: folder })
    expect(out).toContain('its rows have 3 cells, but its header names 4: check whether the columns match')
  })

  test('says how each group of findings is decided, and plans with what is decided', async () => {
    const folder = temporaryFolder()
    const users = [
      ...usersWithHashes(2),
      { id: 'md', email: 'md@example.com', password_hash: 'f'.repeat(32) },
      { id: 'x' },
    ]
    fileIn(folder, 'users.csv', madeUpCsv(users))
    const open = await cli(['inspect', 'users.csv'], { cwd: folder })
    const decided = await cli(
      ['inspect', 'users.csv', '--json', '--decide', 'no-login=exclude', '--decide', 'bcrypt=peppered'].concat(
        '--decide',
        'unsupported-hash:md5=exclude',
        '--decide',
        'unsupported-hash:bcrypt_peppered=passwordless',
      ),
      { cwd: folder },
    )
    const { ready, blocked, excluded, loginMethods } = decided.json ?? {}
    expect([
      open.out.includes(
        '1  Hash that the core cannot check: MD5  (--decide unsupported-hash:md5=passwordless|exclude)',
      ),
      open.out.includes('1  No way to log in  (--decide no-login=exclude)'),
      { ready, blocked, excluded, loginMethods },
    ]).toEqual([
      true,
      true,
      { ready: 2, blocked: {}, excluded: 2, loginMethods: { emailPassword: 0, thirdParty: 0, passwordless: 2 } },
    ])
  })

  test.each([
    ['a file that is not there', ['missing.csv']],
    ['no file', []],
    ['an option that is none', ['users.csv', '--what']],
  ])('for %s ends with 2 and one sentence', async (_, args) => {
    const folder = folderWith(usersWithHashes(2))
    const { code, out, err } = await cli(['inspect', ...args], { cwd: folder })
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^[^\n]+\n$/)])
  })
})
