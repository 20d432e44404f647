import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { cli } from '../../support/cli.ts'
import {
  madeUpBcrypt,
  madeUpCsv,
  usersOfProvider,
  usersWithHashes,
  type MadeUpUser,
} from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { numbersOf, runUsers, type UsersRun, runAtCore } from '../../support/run-users.ts'
import { startScriptedCore, type CoreRequest } from '../../support/scripted-core.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'
import { tinyDisk } from '../../support/machine/tiny-disk.ts'

const people: readonly MadeUpUser[] = [
  ...usersWithHashes(2),
  { id: 'both', email: 'both@example.com', email_verified: 'true', phone: '+491711234567' },
  { id: 'two', email: 'two@example.com', password_hash: madeUpBcrypt(7), provider: 'google', provider_user_id: 'g-7' },
  { id: 'gone', email: 'gone@example.com', deleted: 'true' },
  { id: 'twin', email: 'user1@example.com', password_hash: madeUpBcrypt(8) },
  { id: '=1+1', email: 'formula@example.com', password_hash: madeUpBcrypt(9) },
]

const refuse = ({ body }: CoreRequest) =>
  ['user2@example.com', 'formula@example.com'].includes(String(body['email']))
    ? { status: 400, body: '=HYPERLINK("http://evil","user2@example.com +491711234567")' }
    : null

const onImport =
  (reply: { readonly status: number; readonly body: string }) =>
  ({ path }: CoreRequest) =>
    path.endsWith('/import') ? reply : null

async function written(run: UsersRun, format: string, ...more: readonly string[]): Promise<string> {
  const made = await run.next(['report', 'm.migration', '--format', format, '--out', `out.${format}`, ...more])
  if (made.code !== 0) throw new Error(made.err)
  return readFileSync(join(run.folder, `out.${format}`), 'utf8')
}

type Line = Readonly<Record<string, string>>

function table(text: string): readonly Line[] {
  return parse(text, { columns: true }) as readonly Line[]
}

test('a list that nobody is on and that cannot be removed ends with a sentence, and the code of the run stays', async () => {
  const core = await startScriptedCore(() => null)
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'out', 'blocked.csv', 'inside'), { recursive: true })
  fileIn(folder, 'users.csv', madeUpCsv(usersWithHashes(2)))
  const args = ['run', 'users.csv', '--core', core.url, '--yes', '--document', 'm.migration', '--report', 'out']
  const { code, err } = await cli(args, { cwd: folder })
  const names = readdirSync(join(folder, 'out'))
  expect([code === 2, err.includes('what is called blocked.csv'), names.includes('report.csv')]).toEqual([
    true,
    true,
    true,
  ])
  expect(readdirSync(join(folder, 'out', 'blocked.csv'))).toEqual(['inside'])
})

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
    const { run } = await runAtCore(usersWithHashes(1))
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
      tenant: '',
      cause: '',
      sent_at: time,
      finished_at: time,
    })
  })

  test('masks every email and phone, unless the operator wants them, and has none that only the core said', async () => {
    const core = await startScriptedCore(refuse)
    const run = await runUsers(people, core.url)
    const [masked, whole] = [await written(run, 'csv'), await written(run, 'csv', '--unmasked')]
    const contacts = ['user1@example.com', 'user2@example.com', 'both@example.com']
    const phone = '+491711234567'
    expect([masked, whole].map((text) => [...contacts, phone].filter((one) => text.includes(one)))).toEqual([
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
    const { core, run } = await runAtCore(usersWithHashes(1))
    fileIn(run.folder, 'bad.ndjson', '{"id":1,"email":"a@example.com"}\n{"email":\n{"id":2,"email":"b@example.com"}\n')
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
        totals: { records: 7, users: 7, joined: 0, unmatched: 0, unreadable: 0, other: 0 },
        states: { ready: 0, blocked: 1, excluded: 1, existing: 0, sending: 0, migrated: 3, failed: 2, 'in-doubt': 0 },
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

describe('users-without-password.csv', () => {
  test('lists users of the core whose password was lost, with why, and none who never had one, waits or is excluded', async () => {
    const { run } = await runAtCore(
      [
        ...usersWithHashes(1),
        ...usersOfProvider(1),
        { id: 'code', email: 'code@example.com', email_verified: 'true' },
        {
          id: 'old',
          email: 'old@example.com',
          email_verified: 'true',
          password_hash: '5f4dcc3b5aa765d61d8327deb882cf99',
        },
        { id: 'waits', email: 'waits@', email_verified: 'true', password_hash: '5f4dcc3b5aa765d61d8327deb882cf98' },
        { id: 'gone', email: 'gone@example.com', deleted: 'true' },
      ],
      {},
      ['--unsupported-hash', 'passwordless'],
    )
    const lines = table(await written(run, 'users-without-password', '--unmasked'))
    expect([
      lines.map((line) =>
        [line['source_id'], line['email'], line['login_methods'], line['state'], line['why']].join('|'),
      ),
      lines.map((line) => line['core_user_id'] !== ''),
    ]).toEqual([
      [
        'old|old@example.com|passwordless|migrated|MD5: cannot be imported: the core has no way to check this kind of hash',
      ],
      [true],
    ])
  })

  test('holds full addresses, so it is written only after a question that says so', async () => {
    const core = await startCore()
    const lost = { ...usersWithHashes(1)[0], id: 'code', email: 'code@example.com', email_verified: 'true' }
    const run = await runUsers([lost], core.baseUrl, ['--decide', 'bcrypt=passwordless', '--report', 'with the run'])
    const list = ['report', 'm.migration', '--format', 'users-without-password', '--out', 'list.csv']
    const prompts: string[] = []
    const answer = (text: string) => ({
      answer: (question: string) => {
        prompts.push(question)
        return text
      },
    })
    const silent = await run.next(list)
    const no = await run.next(list, answer('no'))
    const before = readdirSync(run.folder).includes('list.csv')
    const yes = await run.next(list, answer('yes'))
    const all = await run.next(['report', 'm.migration', '--out', 'all'])
    expect([silent.code, silent.err, no.code, before, yes.code]).toEqual([
      2,
      expect.stringContaining('full emails and phone numbers. Add --unmasked'),
      2,
      false,
      0,
    ])
    expect(prompts[0]).toContain('the full emails and phone numbers of 1 user.')
    expect(table(readFileSync(join(run.folder, 'list.csv'), 'utf8')).map((line) => line['email'])).toEqual([
      'code@example.com',
    ])
    const named = [run, all].map(({ err }) => err.includes('--format users-without-password --unmasked'))
    const written = ['with the run', 'all'].flatMap((folder) => readdirSync(join(run.folder, folder)))
    expect([named, written.includes('users-without-password.csv')]).toEqual([[true, true], false])
  })
})

describe('the reports together', () => {
  test('go into one folder, which is made', async () => {
    const core = await startScriptedCore(refuse)
    const run = await runUsers(people, core.url)
    const made = await run.next(['report', 'm.migration', '--out', 'for/the auditor'])
    expect([made.code, readdirSync(join(run.folder, 'for/the auditor')).toSorted()]).toEqual([
      0,
      ['blocked.csv', 'created.csv', 'excluded.csv', 'failed.csv', 'report.csv', 'report.html', 'report.json'],
    ])
  })

  test('name nobody by an id that is an email, and failed.csv finds the user all the same', async () => {
    const own = { id: 'user9@example.com', email: 'f9@example.com', password_hash: madeUpBcrypt(1) }
    const refusing = await startScriptedCore(onImport({ status: 409, body: 'no' }))
    const run = await runUsers([own, ...usersWithHashes(1)], refusing.url)
    await run.next(['report', 'm.migration', '--out', '.'])
    const files = ['report.html', 'report.csv', 'report.json', 'failed.csv']
    const naming = files.filter((name) => readFileSync(join(run.folder, name), 'utf8').includes('user9@example.com'))
    const core = await startCore()
    const failed = table(readFileSync(join(run.folder, 'failed.csv'), 'utf8'))[0]
    fileIn(run.folder, 'only.txt', `${failed?.['file']}:${failed?.['line']}\n`)
    await run.next([
      'run',
      'users.csv',
      '--only',
      'only.txt',
      '--core',
      core.baseUrl,
      '--yes',
      '--document',
      'b.migration',
    ])
    expect([naming, usersIn(core)]).toEqual([[], ['emailpassword f9@example.com']])
  })
})

describe('the report in HTML', () => {
  async function htmlOf(run: UsersRun, ...more: readonly string[]): Promise<string> {
    const page = await written(run, 'html', ...more)
    return page.replaceAll(/\s+/g, ' ').replaceAll(/> | </g, (edge) => edge.trim())
  }

  test('shows the sum, what failed, the files with their digests, the runs and the settings', async () => {
    const core = await startScriptedCore(refuse)
    const run = await runUsers(people, core.url, ['--on-existing', 'skip'])
    const page = await htmlOf(run)
    const digest = createHash('sha256')
      .update(readFileSync(join(run.folder, 'users.csv')))
      .digest('hex')
    const wanted = {
      sum: '<b>7</b><br />records read',
      adds: '✓ adds up',
      cause: 'Correct it, then retry.',
      user: '<li>u***@example.com</li>',
      digest: `<code>${digest}</code>`,
      who: `<td>${userInfo().username} on ${hostname()}, version ${packageJson.version}</td>`,
      whom: '<td>all ready users</td>',
      setting: '<dt>Users already in the core</dt><dd>left as they are in the core</dd>',
      live: `<span class="mark live">${core.url.replace('http://', '')} · live</span>`,
    }
    const shown = Object.fromEntries(Object.entries(wanted).map(([name, text]) => [name, page.includes(text)]))
    expect(shown).toEqual(Object.fromEntries(Object.keys(wanted).map((name) => [name, true])))
  })

  test('takes nothing that came from outside for HTML, and masks it', async () => {
    const evil = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>'
    const core = await startScriptedCore(onImport({ status: 400, body: `${evil} for user1@example.com` }))
    const run = await runUsers(
      [...usersWithHashes(1), { id: evil, email: "o'hara@example.com", provider: '<u>p', provider_user_id: 'p1' }],
      core.url,
    )
    const [page, whole] = [await htmlOf(run), await htmlOf(run, '--unmasked')]
    const tags = [...`${page}${whole}`.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag]) => tag)
    expect([
      tags.filter((tag) => ['script', 'img', 'u', 'iframe', 'link', 'object'].includes(tag ?? '')),
      whole.includes('<li>o&#39;hara@example.com</li>'),
      / on[a-z]+=/.test(page.replaceAll(/>[^<]*</g, '><')),
      page.includes('user1@example.com'),
      whole.includes('user1@example.com'),
    ]).toEqual([[], true, false, false, true])
  })

  test('allows itself nothing but its own style', async () => {
    const { run } = await runAtCore(usersWithHashes(1))
    const page = await written(run, 'html')
    const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? ''
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]
    const digest = createHash('sha256').update(style).digest('base64')
    expect([policy, / style="/.test(page), /(src|href)="/.test(page), /url\(/.test(style)]).toEqual([
      `default-src &#39;none&#39;; style-src &#39;sha256-${digest}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;`,
      false,
      false,
      false,
    ])
  })

  test('lists three hundred users and says how many more there are', async () => {
    const refusing = await startScriptedCore(onImport({ status: 200, body: JSON.stringify({ status: 'ODD_ERROR' }) }))
    const run = await runUsers(usersWithHashes(302), refusing.url, ['--stop-after-failures', 'never'])
    const page = await htmlOf(run)
    expect([
      new Set(page.match(/<li>u\*{3}@example\.com \(users\.csv, line \d+\)<\/li>/g)).size,
      page.includes('And 2 more: failed.csv lists all of them.'),
    ]).toEqual([300, true])
  })
})

describe('a report that cannot be written', () => {
  test.each([
    ['into a folder that is not there', 'no/such/report.csv'],
    ['in place of a folder', 'folder'],
  ])('%s ends with 2 and a sentence, and leaves nothing behind', async (_, out) => {
    const { run } = await runAtCore(usersWithHashes(1), {}, ['--report', 'folder'])
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
    const { run } = await runAtCore([...usersWithHashes(150), ...usersOfProvider(150)])
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
  ['a format that is none', ['m.migration', '--format', 'xml', '--out', 'x.csv']],
  ['no file to write', ['m.migration', '--format', 'csv']],
  ['a migration that is not there', ['missing.migration', '--format', 'csv', '--out', 'x.csv']],
  ['a file that is no migration', ['users.csv', '--format', 'csv', '--out', 'x.csv']],
])('report with %s ends with 2 and one sentence', async (_, args) => {
  const { run } = await runAtCore(usersWithHashes(1))
  const { code, out, err } = await run.next(['report', ...args])
  expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1])
})
