import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { madeUpBcrypt, madeUpCsv, usersOfProvider, usersWithHashes, type MadeUpUser } from '../support/made-up-csv.ts'
import { startCore, usersIn } from '../support/rehearsal.ts'
import { numbersOf, runUsers, type UsersRun } from '../support/run-users.ts'
import { startScriptedCore, type Asked } from '../support/scripted-core.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'
import { tinyDisk } from '../support/tiny-disk.ts'

const people: readonly MadeUpUser[] = [
  ...usersWithHashes(2),
  { id: 'both', email: 'both@example.com', email_verified: 'true', phone: '+491711234567' },
  { id: 'two', email: 'two@example.com', password_hash: madeUpBcrypt(7), provider: 'google', provider_user_id: 'g-7' },
  { id: 'gone', email: 'gone@example.com', deleted: 'true' },
  { id: 'twin', email: 'user1@example.com', password_hash: madeUpBcrypt(8) },
  { id: '=1+1', email: 'formula@example.com', password_hash: madeUpBcrypt(9) },
]

const refuse = ({ body }: Asked) =>
  ['user2@example.com', 'formula@example.com'].includes(String(body['email']))
    ? { status: 400, body: '=HYPERLINK("http://evil","user2@example.com +491711234567")' }
    : null

async function written(run: UsersRun, format: string, ...more: readonly string[]): Promise<string> {
  const made = await run.next(['report', 'm.migration', '--format', format, '--out', `out.${format}`, ...more])
  if (made.code !== 0) throw new Error(made.err)
  return readFileSync(join(run.folder, `out.${format}`), 'utf8')
}

type Line = Readonly<Record<string, string>>

function table(text: string): readonly Line[] {
  return parse(text, { columns: true }) as readonly Line[]
}

describe('the report in CSV', () => {
  test('has one line per call, one per user without a call, and a summary that adds up', async () => {
    const core = await startScriptedCore(refuse)
    const run = await runUsers(people, core.url)
    const lines = table(await written(run, 'csv', '--unmasked'))
    const short = lines
      .filter(({ kind }) => kind !== 'summary')
      .map((line) =>
        [
          line['line'],
          line['source_id'],
          line['email_or_phone'],
          line['operation'],
          line['state'],
          line['user_state'],
        ].join(' '),
      )
    const summary = Object.fromEntries(
      lines
        .filter(({ kind, message }) => kind === 'summary' && message !== '0')
        .map(({ state, message }) => [state, message]),
    )
    expect([short, summary]).toEqual([
      [
        '2 u1 user1@example.com import done migrated',
        '3 u2 user2@example.com import failed failed',
        '4 both both@example.com passwordless done migrated',
        '4 both both@example.com update done migrated',
        '5 two two@example.com import done migrated',
        '5 two two@example.com third-party done migrated',
        '6 gone gone@example.com  excluded excluded',
        '7 twin user1@example.com  blocked blocked',
        "8 '=1+1 formula@example.com import failed failed",
      ],
      { records: '7', users: '7', migrated: '3', failed: '2', blocked: '1', excluded: '1' },
    ])
  })

  test('tells everything about a call', async () => {
    const core = await startCore()
    const run = await runUsers(usersWithHashes(1), core.baseUrl)
    const [line] = table(await written(run, 'csv'))
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string
    expect(line).toEqual({
      kind: 'call',
      file: 'users.csv',
      line: '2',
      source_id: 'u1',
      email_or_phone: 'u***@example.com',
      login_method: 'password',
      operation: 'import',
      state: 'done',
      user_state: 'migrated',
      http_code: '200',
      status: 'OK',
      message: '',
      attempts: '1',
      core_user_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      existed_before: 'no',
      created_new: '',
      sent_at: time,
      finished_at: time,
    })
  })

  test('masks every email and phone, also in what the core said, unless the operator wants them', async () => {
    const core = await startScriptedCore(refuse)
    const run = await runUsers(people, core.url)
    const [masked, whole] = [await written(run, 'csv'), await written(run, 'csv', '--unmasked')]
    const contacts = ['user1@example.com', 'user2@example.com', 'both@example.com', '+491711234567']
    expect([contacts.filter((one) => masked.includes(one)), contacts.filter((one) => whole.includes(one))]).toEqual([
      [],
      contacts,
    ])
  })

  test('has no cell that a spreadsheet takes for a formula', async () => {
    const core = await startScriptedCore(refuse)
    const run = await runUsers(people, core.url)
    const files = await Promise.all(['csv', 'failed', 'created'].map((format) => written(run, format, '--unmasked')))
    const cells = files.flatMap((text) => table(text).flatMap((line) => Object.values(line)))
    expect([cells.length > 100, cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))]).toEqual([true, []])
  })

  test('lists records that could not be read, and parts that fit nobody', async () => {
    const core = await startCore()
    const run = await runUsers(usersWithHashes(1), core.baseUrl)
    fileIn(run.folder, 'bad.ndjson', '{"email":"a@example.com"}\n{"email":\n{"email":"b@example.com"}\n')
    await run.next(['run', 'bad.ndjson', '--core', core.baseUrl, '--yes', '--document', 'bad.migration'])
    await run.next(['report', 'bad.migration', '--format', 'csv', '--out', 'bad.csv', '--unmasked'])
    const lines = table(readFileSync(join(run.folder, 'bad.csv'), 'utf8')).filter(({ kind }) => kind !== 'summary')
    expect(lines.map((line) => [line['kind'], line['line'], line['email_or_phone'], line['state']].join(' '))).toEqual([
      'call 1 a@example.com done',
      'call 3 b@example.com done',
      'unreadable 2  unreadable',
    ])
  })
})

describe('the report in JSON', () => {
  test('has the same lines, and a summary', async () => {
    const core = await startScriptedCore(refuse)
    const run = await runUsers(people, core.url)
    const { summary, rows } = await run.report()
    const lines = table(await written(run, 'csv', '--unmasked')).filter(({ kind }) => kind !== 'summary')
    expect([
      rows.length,
      rows.map(({ line, operation, state }) => `${line} ${operation ?? ''} ${state}`),
      summary,
    ]).toEqual([
      lines.length,
      lines.map((line) => `${line['line']} ${line['operation']} ${line['state']}`),
      expect.objectContaining({
        totals: { records: 7, users: 7, joined: 0, unmatched: 0, unreadable: 0 },
        states: { ready: 0, blocked: 1, excluded: 1, present: 0, sending: 0, migrated: 3, failed: 2, unknown: 0 },
        addsUp: true,
        core: { kind: 'live', address: core.url, dialect: 'documented' },
        startedAt: expect.any(String),
        finishedAt: expect.any(String),
      }),
    ])
  })
})

describe('failed.csv and created.csv', () => {
  test('hold what failed with advice, and what was made with its id', async () => {
    const core = await startScriptedCore(refuse)
    const run = await runUsers(people, core.url)
    const failed = table(await written(run, 'failed'))
    const created = table(await written(run, 'created'))
    expect([
      failed.map((line) => [
        line['source_id'],
        line['line'],
        line['state'],
        line['reason'] !== '',
        line['advice'] !== '',
      ]),
      created.map((line) => [line['source_id'], line['login_method']].join(' ')),
    ]).toEqual([
      [
        ['u2', '3', 'failed', true, true],
        ["'=1+1", '8', 'failed', true, true],
      ],
      ['u1 password', 'both passwordless', 'two password', 'two third-party'],
    ])
  })

  test('failed.csv narrows another migration to its users, whatever their ids look like', async () => {
    const odd: readonly MadeUpUser[] = [
      { id: '=1+1', email: 'f1@example.com', password_hash: madeUpBcrypt(1) },
      { id: "'=1", email: 'f2@example.com', password_hash: madeUpBcrypt(2) },
      { id: 'a,"b"', email: 'f3@example.com', password_hash: madeUpBcrypt(3) },
      { id: 'two\nlines', email: 'f4@example.com', password_hash: madeUpBcrypt(4) },
      { email: 'f5@example.com', password_hash: madeUpBcrypt(5) },
      ...usersWithHashes(3),
    ]
    const refusing = await startScriptedCore(({ body }) =>
      String(body['email']).startsWith('f') ? { status: 409, body: 'no' } : null,
    )
    const run = await runUsers(odd, refusing.url)
    await written(run, 'failed')
    const core = await startCore()
    const second = await run.next(['run', 'users.csv', 'out.failed', '--core', core.baseUrl, '--yes', '--json'])
    expect([second.code, numbersOf(second), usersIn(core)]).toEqual([
      0,
      { records: 8, users: 8, migrated: 5, ready: 3, calls: 5 },
      [1, 2, 3, 4, 5].map((n) => `emailpassword f${n}@example.com`),
    ])
  })
})

describe('a report that cannot be written', () => {
  test.each([
    ['into a folder that is not there', 'no/such/report.csv'],
    ['in place of a folder', 'folder'],
  ])('%s ends with 2 and a sentence, and leaves nothing behind', async (_, out) => {
    const core = await startCore()
    const run = await runUsers(usersWithHashes(1), core.baseUrl, ['--report', 'folder'])
    const before = readdirSync(run.folder)
    const made = await run.next(['report', 'm.migration', '--format', 'csv', '--out', out])
    expect([made.code, made.err, readdirSync(run.folder)]).toEqual([
      2,
      expect.stringContaining('could not be saved'),
      before,
    ])
  })

  test('because the disk is full says so, and leaves nothing behind', async ({ skip }) => {
    const disk = tinyDisk(64)
    if (disk === null) return skip('no small file system can be mounted here')
    const core = await startCore()
    const run = await runUsers([...usersWithHashes(300), ...usersOfProvider(300)], core.baseUrl)
    const made = await run.next(['report', 'm.migration', '--format', 'json', '--out', join(disk, 'report.json')])
    expect([made.code, made.err, readdirSync(disk)]).toEqual([2, expect.stringContaining('The disk is full'), []])
  })
})

test('a report can be made while another process sends', async () => {
  const folder = temporaryFolder()
  const made: number[] = []
  const args = ['report', 'm.migration', '--format', 'json', '--out', 'meanwhile.json']
  const core = await startScriptedCore(async ({ path, nth }) => {
    if (path.endsWith('/import') && nth === 2) made.push((await cli(args, { cwd: folder })).code)
    return null
  })
  fileIn(folder, 'users.csv', madeUpCsv(usersWithHashes(5)))
  const run = ['run', 'users.csv', '--core', core.url, '--yes', '--document', 'm.migration', '--concurrency', '1']
  expect([(await cli(run, { cwd: folder })).code, made]).toEqual([0, [0]])
})

test.each([
  ['no migration', []],
  ['no format', ['m.migration', '--out', 'x.csv']],
  ['a format that is none', ['m.migration', '--format', 'xml', '--out', 'x.csv']],
  ['no file to write', ['m.migration', '--format', 'csv']],
  ['a migration that is not there', ['missing.migration', '--format', 'csv', '--out', 'x.csv']],
  ['a file that is no migration', ['users.csv', '--format', 'csv', '--out', 'x.csv']],
])('report with %s ends with 2 and one sentence', async (_, args) => {
  const core = await startCore()
  const run = await runUsers(usersWithHashes(1), core.baseUrl)
  const { code, out, err } = await run.next(['report', ...args])
  expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1])
})
