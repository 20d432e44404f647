import { describe, expect, test } from 'vitest'
import type { ControlTotals } from '../../../shared/mapping/unmapped/control-totals.ts'
import { cli } from '../../support/cli.ts'
import { readTotals } from './read-totals.ts'
import { must } from '../../support/documents.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'
import { runBothWays, startBothWays } from '../../support/held-run.ts'

const bcrypt = (n: number) => `$2b$10$abcdefghijklmnopqrstuv${String(n).padStart(31, '1')}`

async function totalsOf(name: string, content: string): Promise<ControlTotals> {
  const read = await readTotals(fileIn(temporaryFolder(), name, content))
  if (!read.ok) throw new Error(read.error.message)
  return read.value.totals
}

describe('what looks like a login is counted without the reader, and accounted for by it:', () => {
  test('users of a table, and a second address in a column that nothing reads', async () => {
    const rows = [1, 2, 3].map((n) => `${n},ann${n}@acme.example,${bcrypt(n)},old${n}@acme.example`)
    const totals = await totalsOf('users.csv', `id,email,password_hash,note\n${rows.join('\n')}\n`)
    expect(totals).toEqual({
      emails: 6,
      hashes: 3,
      accounts: [
        { kind: 'users', name: null, emails: 3, hashes: 3, places: [] },
        { kind: 'noticed', name: 'note', emails: 3, hashes: 0, places: ['line 2', 'line 3', 'line 4'] },
      ],
    })
  })

  test('a hash above the names of the columns is in nothing that is read', async () => {
    const text = `# exported by admin@acme.example ${bcrypt(9)}\nid,email,name\n1,ann@acme.example,Ann\n2,ben@acme.example,Ben\n`
    const { accounts } = await totalsOf('users.csv', text)
    expect(accounts).toEqual([
      { kind: 'users', name: null, emails: 2, hashes: 0, places: [] },
      { kind: 'heading', name: null, emails: 1, hashes: 1, places: ['line 1'] },
    ])
  })

  test('an address that a row of MySQL would be given if it were there already', async () => {
    const row = `INSERT INTO users SET id=1, email='ann@acme.example', password='${bcrypt(1)}'`
    const { accounts } = await totalsOf('a.sql', `${row} ON DUPLICATE KEY UPDATE email='new@acme.example';\n`)
    expect(accounts).toEqual([
      { kind: 'users', name: null, emails: 1, hashes: 1, places: [] },
      { kind: 'changed', name: null, emails: 1, hashes: 0, places: ['line 1'] },
    ])
  })

  test.each([
    ['plain', (name: string, hash: string) => `${name}: ${hash}`],
    ['in quotes', (name: string, hash: string) => `"${name}": '${hash}'`],
    ['in a block', (name: string, hash: string) => `${name}: |-\n  ${hash}`],
    ['with more behind it', (name: string, hash: string) => `${name}: BCRYPT:${hash},user`],
  ])('addresses with a text in YAML, %s', async (_, line) => {
    const lines = [1, 2, 3].map((n) => line(`ann${n}@acme.example`, bcrypt(n)))
    const { accounts, emails, hashes } = await totalsOf('a.yml', `# users\n${lines.join('\n')}\n`)
    expect({ emails, hashes, kinds: accounts.map(({ kind }) => kind) }).toEqual({
      emails: 3,
      hashes: 3,
      kinds: ['users'],
    })
  })

  test('members of JSON beside users that are keyed by their IDs', async () => {
    const users = Object.fromEntries([1, 2, 3].map((n) => [`u${n}x`, { email: `ann${n}@acme.example`, name: 'Ann' }]))
    const { accounts } = await totalsOf('a.json', JSON.stringify({ users, settings: { help: 'help@acme.example' } }))
    expect(accounts.map(({ kind, name, emails }) => [kind, name, emails])).toEqual([
      ['users', null, 3],
      ['beside', 'settings', 1],
    ])
  })

  test('members of JSON beside the list of users', async () => {
    const users = [1, 2].map((n) => ({ id: n, email: `ann${n}@acme.example`, password_hash: bcrypt(n) }))
    const { accounts } = await totalsOf(
      'users.json',
      JSON.stringify({ exportedBy: 'admin@acme.example', backup: { admin: bcrypt(7) }, users }, null, 1),
    )
    expect(accounts).toEqual([
      { kind: 'users', name: null, emails: 2, hashes: 2, places: [] },
      { kind: 'beside', name: 'exportedBy', emails: 1, hashes: 0, places: ['line 2'] },
      { kind: 'beside', name: 'backup', emails: 0, hashes: 1, places: ['line 4'] },
    ])
  })

  test('a name that comes twice in an object hides a value, and its line is named', async () => {
    const lines = [
      `{"id":"1","email":"ann@acme.example","password_hash":"${bcrypt(1)}"}`,
      `{"id":"2","email":"ben@acme.example","email":"cleo@acme.example","password_hash":"${bcrypt(2)}"}`,
    ]
    const { emails, accounts } = await totalsOf('users.ndjson', lines.join('\n'))
    expect([emails, accounts.find(({ kind }) => kind === 'unaccounted')]).toEqual([
      3,
      { kind: 'unaccounted', name: null, emails: 1, hashes: 0, places: ['line 2'] },
    ])
  })
})

test('inspect shows both sums, for people and for programs', async () => {
  const cwd = temporaryFolder()
  const lines = [
    `{"id":"1","email":"ann@acme.example","password_hash":"${bcrypt(1)}"}`,
    `{"id":"2","email":"ben@acme.example","email":"cleo@acme.example","password_hash":"${bcrypt(2)}"}`,
  ]
  fileIn(cwd, 'users.ndjson', lines.join('\n'))
  const text = await cli(['inspect', 'users.ndjson'], { cwd })
  expect(text.out).toContain('3 email addresses in this file: 2 of users, 1 unaccounted for (line 2)\n')
  expect(text.out).toContain('2 password hashes in this file: all belong to users\n')
  const json = await cli(['inspect', 'users.ndjson', '--json'], { cwd })
  expect(JSON.parse(json.out)).toMatchObject({
    files: [{ controlTotals: { emails: { counted: 3, accounted: 2 }, hashes: { counted: 2, accounted: 2 } } }],
  })
})

describe('in every other form of file', () => {
  test('what a dump has in comments, and in statements that are not read, is named with its lines', async () => {
    const dump = [
      'CREATE TABLE users (id int, email text, password_hash text);',
      '-- written by admin@acme.example',
      "COMMENT ON TABLE users IS 'ask cleo@acme.example';",
      `INSERT INTO users (id, email, password_hash) VALUES (1, 'ann@acme.example', '${bcrypt(1)}'), -- ${bcrypt(5)}`,
      `  (2, 'ben@acme.example' /* dora@acme.example */, '${bcrypt(2)}');`,
      `SELECT add_user('eve@acme.example', '${bcrypt(3)}');`,
      "INSERT INTO newsletter (mail) VALUES ('fay@acme.example');",
      '',
    ].join('\n')
    const { emails, hashes, accounts } = await totalsOf('dump.sql', dump)
    expect([emails, hashes, accounts]).toEqual([
      7,
      4,
      [
        { kind: 'users', name: null, emails: 2, hashes: 2, places: [] },
        { kind: 'other', name: 'table newsletter', emails: 1, hashes: 0, places: ['line 7'] },
        { kind: 'comment', name: null, emails: 2, hashes: 1, places: ['line 2', 'line 4', 'line 5'] },
        { kind: 'statement', name: 'COMMENT', emails: 1, hashes: 0, places: ['line 3'] },
        { kind: 'statement', name: 'SELECT', emails: 1, hashes: 1, places: ['line 6'] },
      ],
    ])
  })

  test('a statement that changes a row has the values that came, and those that went', async () => {
    const dump = [
      'CREATE TABLE users (id int, email text, password_hash text);',
      `INSERT INTO users VALUES (1, 'ann@acme.example', '${bcrypt(1)}'), (2, 'ben@acme.example', '${bcrypt(2)}');`,
      `UPDATE users SET email = 'anna@acme.example', password_hash = '${bcrypt(3)}' WHERE id = 1;`,
      '',
    ].join('\n')
    const { emails, hashes, accounts } = await totalsOf('dump.sql', dump)
    expect([emails, hashes, accounts.map(({ kind, ...sums }) => [kind, sums.emails, sums.hashes])]).toEqual([
      3,
      3,
      [
        ['users', 2, 2],
        ['changed', 1, 1],
      ],
    ])
  })

  test('comments of a directory and values in base64', async () => {
    const ldif = [
      '# ann@acme.example, people, acme.example',
      'dn: uid=ann,ou=people,dc=acme,dc=example',
      'objectClass: inetOrgPerson',
      'uid: ann',
      `mail:: ${Buffer.from('ann@acme.example').toString('base64')}`,
      `userPassword:: ${Buffer.from('{SSHA}MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=').toString('base64')}`,
      '',
    ].join('\n')
    const { accounts } = await totalsOf('people.ldif', ldif)
    expect(accounts).toEqual([
      { kind: 'users', name: null, emails: 1, hashes: 1, places: [] },
      { kind: 'comment', name: null, emails: 1, hashes: 0, places: ['line 1'] },
    ])
  })

  test('users of YAML by their email, comments, and what stands beside them', async () => {
    const yaml = [
      'contact: admin@acme.example',
      'users:',
      '  - email: ann@acme.example # was old@acme.example',
      `    password_hash: ${bcrypt(1)}`,
      '  - email: ben@acme.example',
      `    password_hash: ${bcrypt(2)}`,
      'support: help@acme.example',
      '',
    ].join('\n')
    const { accounts } = await totalsOf('users.yaml', yaml)
    expect(accounts).toEqual([
      { kind: 'users', name: null, emails: 2, hashes: 2, places: [] },
      { kind: 'comment', name: null, emails: 1, hashes: 0, places: ['line 3'] },
      { kind: 'beside', name: null, emails: 2, hashes: 0, places: ['line 1', 'line 7'] },
    ])
  })
})

test('a locked account of shadow has its hash accounted for', async () => {
  const hash = `$6$abcdefgh$${'K'.repeat(86)}`
  const { hashes, accounts } = await totalsOf(
    'shadow',
    `root:*:19000:0:99999:7:::\nann:${hash}:19100:0:99999:7:::\nben:!${hash}:19100:0:99999:7:::\n`,
  )
  expect([hashes, accounts]).toEqual([2, [{ kind: 'users', name: null, emails: 0, hashes: 2, places: [] }]])
})

describe('password hashes that nothing reads', () => {
  const dump = [
    'CREATE TABLE users (id int, email text, password_hash text);',
    `INSERT INTO users (id, email, password_hash) VALUES (1, 'ann@acme.example', '${madeUpBcrypt(1)}');`,
    `SELECT add_user('eve@acme.example', '${madeUpBcrypt(3)}');`,
    '',
  ].join('\n')

  test('hold back a run until they are decided, and the reports name them without a hash', async () => {
    const run = await runBothWays(dump, ['--decide', 'unread-hashes:all.sql=exclude'])
    expect([run.refused, run.sent]).toEqual([
      [2, 0],
      [0, 1],
    ])
    expect(run.reason).toContain(
      '1 password hash: 1 in statements that are not read (SELECT; line 3). Export these users as a separate file, or continue without them with --decide unread-hashes:all.sql=exclude.',
    )
    for (const name of ['report.html', 'report.json']) {
      const report = run.report(name)
      expect([name, report.includes('1 in statements that are not read'), report.includes('$2b$')]).toEqual([
        name,
        true,
        false,
      ])
    }
  })

  test('hold back a run in the window, until the operator excludes them', async () => {
    const { held, file, users } = await startBothWays(dump, async (engine) => {
      must(await engine.ask('decisions:update', { choices: { unreadHashes: { 'all.sql': 'exclude' } } }))
    })
    expect([held, file.controlTotals?.unreadHashes, users]).toEqual([
      'hashes-undecided',
      { text: '1 password hash: 1 in statements that are not read (SELECT; line 3)', excluded: false },
      1,
    ])
  })
})
