import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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
  type MadeUpUser,
  folderWith,
} from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { linesOf, numbersOf, runUsers, runAtCore } from '../../support/run-users.ts'
import { requestsOf, startScriptedCore } from '../../support/scripted-core.ts'
import { argon2Hash, bcryptHash, password } from '../../unit/hashes/made-hashes.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

const pbkdf2 = 'pbkdf2_sha256$390000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c='

/** One of every kind that a table can hold. */
const mixed: readonly MadeUpUser[] = [
  ...usersWithHashes(3),
  { id: 'a1', email: 'argon@example.com', password_hash: madeUpArgon2(1) },
  ...usersOfProvider(2),
  ...usersWithoutHash(2),
  { id: 'both', email: 'both@example.com', email_verified: 'true', phone: '+491711234567' },
  { id: 'call', phone: '+491711234568' },
  { id: 'gone', email: 'gone@example.com', deleted: 'true' },
  { id: 'late', email: 'USER1@example.com', password_hash: madeUpBcrypt(99) },
  { id: 'old', email: 'old@example.com', email_verified: 'true', password_hash: pbkdf2 },
]

const mixedInCore = [
  'emailpassword argon@example.com',
  ...[1, 2, 3].map((n) => `emailpassword user${n}@example.com`),
  'passwordless +491711234568',
  'passwordless both@example.com +491711234567',
  ...[1, 2].map((n) => `passwordless plain${n}@example.com`),
  ...[1, 2].map((n) => `thirdparty google social${n}@example.com`),
]

const key = 'made-up-key-made-up'
const env = { USER_MIGRATION_API_KEY: key }

describe.each(['documented', 'supertokens'] as const)('running a table of users to a %s core', (dialect) => {
  test('leaves exactly the expected users there, and the totals add up', async () => {
    const { core, run } = await runAtCore(mixed, { dialect, apiKey: key }, [], { env })
    expect([run.code, run.json, usersIn(core)]).toEqual([
      3,
      {
        records: 13,
        users: 13,
        ready: 0,
        migrated: 10,
        failed: 0,
        blocked: 2,
        excluded: 1,
        existing: 0,
        inDoubt: 0,
        calls: 11,
        retries: 0,
        sendingSeconds: expect.any(Number),
        stopped: null,
        executor: { requested: 'auto', used: ['single'], why: dialect === 'documented' ? null : expect.any(String) },
      },
      mixedInCore,
    ])
  })

  test('prints the keys of the outcome in the order that scripts rely on, and nothing else', async () => {
    const { run } = await runAtCore(usersWithHashes(1), { dialect })
    expect([run.out.trim().split('\n').length, Object.keys(run.json ?? {})]).toEqual([
      1,
      [
        'records',
        'users',
        'ready',
        'migrated',
        'failed',
        'blocked',
        'excluded',
        'existing',
        'inDoubt',
        'calls',
        'retries',
        'sendingSeconds',
        'stopped',
        'executor',
      ],
    ])
  })

  test('a second time with --on-existing overwrite leaves the same users', async () => {
    const { core, run: first } = await runAtCore(mixed, { dialect })
    const before = usersIn(core)
    const again = await runUsers(mixed, core.baseUrl, ['--on-existing', 'overwrite'])
    expect([first.code, again.code, usersIn(core)]).toEqual([3, 3, before])
  })

  test('lets users sign in with their old passwords', async () => {
    const core = await startCore({ dialect })
    const users = [
      { id: 'b', email: 'b@example.com', password_hash: bcryptHash },
      { id: 'a', email: 'a@example.com', password_hash: argon2Hash() },
    ]
    await runUsers(users, core.baseUrl)
    const tried = [
      await core.signIn('b@example.com', password),
      await core.signIn('a@example.com', password),
      await core.signIn('b@example.com', 'another'),
    ]
    expect(tried.map(({ kind }) => kind)).toEqual(['ok', 'ok', 'wrong-password'])
  })

  test('stops before anything is sent when the key is refused', async () => {
    const { core, run } = await runAtCore(usersWithHashes(3), { dialect, apiKey: key }, [], {
      env: { USER_MIGRATION_API_KEY: 'wrong' },
    })
    expect([run.code, numbersOf(run), core.count()]).toEqual([
      4,
      {
        records: 3,
        users: 3,
        ready: 3,
        stopped: 'api-key-rejected',
        ...(dialect === 'documented' ? { calls: 1 } : {}),
      },
      0,
    ])
  })
})

describe('what a run is asked to do', () => {
  test('--limit sends the first users, and resume the rest', async () => {
    const { core, run } = await runAtCore(usersWithHashes(9), {}, ['--limit', '4'])
    const afterPilot = usersIn(core)
    const rest = await run.next(['resume', 'm.migration', '--json'])
    expect([run.code, numbersOf(run), afterPilot, rest.code, numbersOf(rest), core.count()]).toEqual([
      0,
      { records: 9, users: 9, migrated: 4, ready: 5, calls: 4 },
      [1, 2, 3, 4].map((n) => `emailpassword user${n}@example.com`),
      0,
      { records: 9, users: 9, migrated: 9, calls: 5 },
      9,
    ])
  })

  test('--only sends the users named by source ID or by file and line', async () => {
    const core = await startCore()
    const folder = temporaryFolder()
    const list = fileIn(folder, 'only.txt', '\uFEFFu2\r\n\r\n  u7 \nusers.csv:5\nnobody\n')
    const run = await runUsers(usersWithHashes(9), core.baseUrl, ['--only', list])
    const resumed = await run.next(['resume', 'm.migration', '--json'])
    expect([run.code, usersIn(core), numbersOf(run), numbersOf(resumed)]).toEqual([
      0,
      [2, 4, 7].map((n) => `emailpassword user${n}@example.com`),
      { records: 9, users: 9, migrated: 3, ready: 6, calls: 3 },
      { records: 9, users: 9, migrated: 3, ready: 6 },
    ])
  })

  test('--limit counts among the users that --only names', async () => {
    const core = await startCore()
    const list = fileIn(temporaryFolder(), 'only.txt', 'u7\nu8\nu9\n')
    const run = await runUsers(usersWithHashes(9), core.baseUrl, ['--only', list, '--limit', '2'])
    expect([run.code, usersIn(core)]).toEqual([0, [7, 8].map((n) => `emailpassword user${n}@example.com`)])
  })

  test('--only that names nobody of the export is an error, and nothing is sent', async () => {
    const core = await startCore()
    const list = fileIn(temporaryFolder(), 'only.txt', 'somebody\nelse\n')
    const run = await runUsers(usersWithHashes(3), core.baseUrl, ['--only', list])
    expect([run.code, run.err, core.count(), existsSync(run.document)]).toEqual([
      2,
      expect.stringContaining('None of the listed users'),
      0,
      false,
    ])
  })

  test.each(['--only', 'among the files'])('a failed.csv %s narrows a new migration to its users', async (how) => {
    const refusing = await startScriptedCore(({ body }) =>
      ['user2@example.com', 'user4@example.com'].includes(String(body['email'])) ? { status: 400, body: 'no' } : null,
    )
    const first = await runUsers(usersWithHashes(5), refusing.url)
    await first.next(['report', 'm.migration', '--format', 'failed', '--out', 'failed.csv'])
    const core = await startCore()
    const args = ['run', 'users.csv', '--core', core.baseUrl, '--yes', '--json']
    const second = await first.next(how === '--only' ? [...args, '--only', 'failed.csv'] : [...args, 'failed.csv'])
    expect([first.code, second.code, numbersOf(second), usersIn(core)]).toEqual([
      3,
      0,
      { records: 5, users: 5, migrated: 2, ready: 3, calls: 2 },
      [2, 4].map((n) => `emailpassword user${n}@example.com`),
    ])
  })

  test('--provider maps a name of the export, or leaves it out', async () => {
    const users = [
      { id: 's1', email: 's1@example.com', provider: 'Corp-SAML', provider_user_id: '1' },
      { id: 's2', email: 's2@example.com', provider: 'windowslive', provider_user_id: '2' },
      { id: 's3', email: 's3@example.com', provider: 'oidc', provider_user_id: '3' },
    ]
    const { core, run } = await runAtCore(users, {}, ['--provider', 'corp-saml=okta', '--provider', 'oidc=exclude'])
    expect([run.code, numbersOf(run), usersIn(core)]).toEqual([
      3,
      { records: 3, users: 3, migrated: 1, blocked: 1, excluded: 1, calls: 1 },
      ['thirdparty okta s1@example.com'],
    ])
  })

  test('--country completes phone numbers', async () => {
    const { core, run } = await runAtCore([{ id: 'c', phone: '0171 1234567' }], {}, ['--country', 'de'])
    expect([run.code, usersIn(core)]).toEqual([0, ['passwordless +491711234567']])
  })

  test.each([
    ['passwordless', { migrated: 1, calls: 1 }, ['passwordless old@example.com']],
    ['exclude', { excluded: 1 }, []],
  ])('--unsupported-hash %s decides for hashes that the core cannot check', async (choice, numbers, users) => {
    const core = await startCore()
    const old = { id: 'old', email: 'old@example.com', email_verified: 'true', password_hash: pbkdf2 }
    const run = await runUsers([old], core.baseUrl, ['--unsupported-hash', choice])
    expect([run.code, numbersOf(run), usersIn(core)]).toEqual([0, { records: 1, users: 1, ...numbers }, users])
  })

  test('--mapping says what the columns are', async () => {
    const folder = temporaryFolder()
    const mapping = mappingOf({ nick: 'source-id', where: 'email', what: 'password-hash' })
    fileIn(folder, 'people.csv', `nick,where,what\nann,ann@example.com,${madeUpBcrypt(1)}\n`)
    fileIn(folder, 'mapping.json', JSON.stringify(mapping))
    const core = await startCore()
    const args = ['run', 'people.csv', '--core', core.baseUrl, '--mapping', 'mapping.json', '--yes', '--json']
    const run = await cli(args, { cwd: folder })
    expect([run.code, usersIn(core)]).toEqual([0, ['emailpassword ann@example.com']])
  })

  test('--scrypt-parameters with --yes is the word that the core has the signer key', async () => {
    const folder = temporaryFolder()
    const signerKey = Buffer.alloc(64, 'signer').toString('base64')
    const block = `hash_config { algorithm: SCRYPT, base64_signer_key: ${signerKey}, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14 }`
    const parameters = fileIn(folder, 'hash_config.txt', block)
    const users = [{ id: 's', email: 's@example.com', password_hash: madeUpScrypt(1) }]
    const { core, run: without } = await runAtCore(users, { signerKey })
    const run = await runUsers(users, core.baseUrl, ['--scrypt-parameters', parameters])
    expect([numbersOf(without), run.code, numbersOf(run), usersIn(core)]).toEqual([
      { records: 1, users: 1, blocked: 1 },
      0,
      { records: 1, users: 1, migrated: 1, calls: 1 },
      ['emailpassword s@example.com'],
    ])
    expect([run.out, run.err, without.err].join('')).not.toContain(signerKey)
  })

  test('a base url with a path of its own keeps it', async () => {
    const { core, run } = await runAtCore(usersWithHashes(2), { basePath: '/prefix/appid-x/tenant' })
    expect([run.code, core.count()]).toEqual([0, 2])
  })

  test('several files make one migration', async () => {
    const folder = folderWith(usersWithHashes(2), 'a.csv')
    fileIn(folder, 'b.csv', madeUpCsv([...usersWithHashes(2, 2), ...usersOfProvider(1)]))
    const core = await startCore()
    const run = await cli(['run', 'a.csv', 'b.csv', '--core', core.baseUrl, '--yes', '--json'], { cwd: folder })
    expect([run.code, numbersOf(run), core.count()]).toEqual([0, { records: 5, users: 4, migrated: 4, calls: 4 }, 4])
  })

  test('the reports are written where --report says', async () => {
    const { run } = await runAtCore(usersWithHashes(2), {}, ['--report', 'out/reports'])
    expect([run.code, readdirSync(join(run.folder, 'out/reports')).toSorted()]).toEqual([
      0,
      ['created.csv', 'report.csv', 'report.html', 'report.json'],
    ])
  })

  test('without --document the migration is named after the file, beside the caller', async () => {
    const folder = folderWith(usersWithHashes(1), 'people.csv')
    const core = await startCore()
    const run = () => cli(['run', 'people.csv', '--core', core.baseUrl, '--yes'], { cwd: folder })
    const codes = [(await run()).code, (await run()).code]
    const made = readdirSync(folder).filter((name) => name.endsWith('.migration'))
    expect([codes, made.toSorted()]).toEqual([
      [0, 0],
      ['people (2).migration', 'people.migration'],
    ])
  })
})

describe('a run that cannot begin', () => {
  test('without a terminal and without --yes creates nothing anywhere', async () => {
    const folder = folderWith(usersWithHashes(2))
    const core = await startScriptedCore()
    const run = await cli(['run', 'users.csv', '--core', core.url], { cwd: folder })
    expect([run.code, run.out, run.err.split('\n').length, core.requests, readdirSync(folder)]).toEqual([
      2,
      '',
      2,
      [],
      ['users.csv'],
    ])
  })

  test('at a terminal asks, and a no sends nothing', async () => {
    const folder = folderWith(usersWithHashes(2))
    const core = await startCore()
    const prompts: string[] = []
    const answer = (question: string) => {
      prompts.push(question)
      return question.startsWith('Send') ? 'no' : ''
    }
    const run = await cli(['run', 'users.csv', '--core', core.baseUrl, '--document', 'm.migration'], {
      cwd: folder,
      answer,
    })
    const resumed = await cli(['resume', 'm.migration'], { cwd: folder })
    expect([run.code, prompts.length, run.err, core.count(), resumed.code]).toEqual([
      4,
      2,
      expect.stringContaining('2 users will be created'),
      2,
      0,
    ])
  })

  test('refuses a document that is there, and leaves it as it is', async () => {
    const folder = folderWith(usersWithHashes(2))
    fileIn(folder, 'mine.migration', 'something of mine')
    const core = await startScriptedCore()
    const args = ['run', 'users.csv', '--core', core.url, '--yes', '--document', 'mine.migration']
    const run = await cli(args, { cwd: folder })
    expect([run.code, run.err, readFileSync(join(folder, 'mine.migration'), 'utf8'), core.requests]).toEqual([
      2,
      expect.stringContaining('resume'),
      'something of mine',
      [],
    ])
  })

  test.each<readonly [string, readonly string[]]>([
    ['an unknown option', ['users.csv', '--what']],
    ['no file', []],
    ['a file that is not there', ['missing.csv']],
    ['a folder as file', ['.']],
    ['an unknown dialect', ['users.csv', '--dialect', 'klingon']],
    ['a concurrency that is none', ['users.csv', '--concurrency', '0']],
    ['a limit that is none', ['users.csv', '--limit', 'many']],
    ['an unknown country', ['users.csv', '--country', 'XX']],
    ['a provider without a name', ['users.csv', '--provider', 'google']],
    ['a provider name in capitals', ['users.csv', '--provider', 'a=Google']],
    ['a choice that is none', ['users.csv', '--on-existing', 'maybe']],
    ['a key file that is not there', ['users.csv', '--api-key-file', 'missing']],
    ['a mapping that is none', ['users.csv', '--mapping', 'users.csv']],
    ['parameters that are none', ['users.csv', '--scrypt-parameters', 'users.csv']],
    ['a document in a folder that is not there', ['users.csv', '--document', 'no/such/m.migration']],
    ['a report folder that is a file', ['users.csv', '--report', 'users.csv']],
    ['a picture', ['picture.csv']],
    ['an empty file', ['empty.csv']],
    ['a header without users', ['header.csv']],
    ['one good file and one bad', ['users.csv', 'picture.csv']],
    ['an address over http to another machine', ['users.csv', '--core', 'http://core.example.com']],
    ['an address that is none', ['users.csv', '--core', 'core example']],
    ['an address with a password', ['users.csv', '--core', 'https://me:secret@core.example.com']],
  ])('for %s ends with 2 and one sentence, and leaves nothing behind', async (_, args) => {
    const folder = folderWith(usersWithHashes(2))
    fileIn(folder, 'picture.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    fileIn(folder, 'empty.csv', '')
    fileIn(folder, 'header.csv', 'id,email,password_hash\n')
    const before = readdirSync(folder)
    const core = await startScriptedCore()
    const withCore = args.includes('--core') ? args : [...args, '--core', core.url]
    const run = await cli(['run', ...withCore, '--yes', '--json'], { cwd: folder })
    expect([run.code, run.out, run.err, core.requests, readdirSync(folder)]).toEqual([
      2,
      '',
      expect.stringMatching(/^[^\n]+[.)]\n$|^[^\n]+Usage: [^\n]+\n$/),
      [],
      before,
    ])
  })

  test('because nobody answers stops with the reason, and resume goes on', async () => {
    const core = await startCore()
    await core.stop()
    const run = await runUsers(usersWithHashes(2), core.baseUrl)
    expect([run.code, numbersOf(run)]).toEqual([4, { records: 2, users: 2, ready: 2, stopped: 'core-unreachable' }])
    const port = Number(new URL(core.baseUrl).port)
    const back = await startCore({ port })
    const resumed = await run.next(['resume', 'm.migration', '--json'])
    expect([resumed.code, back.count()]).toEqual([0, 2])
  })

  test('because a page answers stops as away', async () => {
    const core = await startScriptedCore(() => ({ body: '<html>Welcome</html>' }))
    const run = await runUsers(usersWithHashes(2), core.url)
    expect([run.code, numbersOf(run)['stopped']]).toEqual([4, 'core-unreachable'])
  })
})

describe('a run that is cancelled', () => {
  test('finishes what is in flight, keeps the rest ready, and resume sends it', async () => {
    const stopping = new AbortController()
    const core = await startScriptedCore(({ path, nth }) => {
      if (path.endsWith('/import') && nth === 5) stopping.abort()
      return null
    })
    const run = await runUsers(usersWithHashes(40), core.url, ['--concurrency', '2'], { signal: stopping.signal })
    const sent = requestsOf(core, 'import').length
    const resumed = await run.next(['resume', 'm.migration', '--json'], { signal: new AbortController().signal })
    const emails = requestsOf(core, 'import').map(({ body }) => body['email'])
    expect([run.code, numbersOf(run), resumed.code, numbersOf(resumed), new Set(emails).size, emails.length]).toEqual([
      4,
      { records: 40, users: 40, migrated: sent, ready: 40 - sent, calls: sent, stopped: 'cancelled' },
      0,
      { records: 40, users: 40, migrated: 40, calls: 40 - sent },
      40,
      40,
    ])
  })

  test('before it began sends nothing and can be resumed', async () => {
    const { core, run } = await runAtCore(usersWithHashes(4), {}, [], { signal: AbortSignal.abort() })
    const resumed = await run.next(['resume', 'm.migration', '--json'], { signal: new AbortController().signal })
    expect([run.code, run.json?.['stopped'], resumed.code, core.count()]).toEqual([4, 'cancelled', 0, 4])
  })
})

describe('Firebase scrypt at a core without the signer key', () => {
  const users = [
    ...[1, 2, 3].map((n) => ({ id: `s${n}`, email: `s${n}@example.com`, password_hash: madeUpScrypt(n) })),
    ...usersWithHashes(3),
  ]

  test('is held back with the name of the setting while the others go on, and resume sends it', async () => {
    const signerKey = Buffer.alloc(64, 'signer').toString('base64')
    const folder = temporaryFolder()
    const parameters = fileIn(
      folder,
      'p.txt',
      `base64_salt_separator: Bw==\nrounds: 8\nmem_cost: 14\nalgorithm: SCRYPT\n`,
    )
    const { core, run } = await runAtCore(users, {}, ['--scrypt-parameters', parameters])
    const reported = await run.report()
    const port = Number(new URL(core.baseUrl).port)
    const before = usersIn(core)
    await core.stop()
    const ready = await startCore({ port, signerKey })
    const resumed = await run.next(['resume', 'm.migration', '--json'])
    expect([
      run.code,
      numbersOf(run),
      before,
      linesOf(reported, 's1'),
      reported.rows.find(({ sourceId }) => sourceId === 's1')?.message,
      resumed.code,
      numbersOf(resumed),
      usersIn(ready),
    ]).toEqual([
      3,
      { records: 6, users: 6, migrated: 3, ready: 3, calls: 4, retries: 3 },
      [1, 2, 3].map((n) => `emailpassword user${n}@example.com`),
      ['import todo - - 4'],
      expect.stringContaining('partner_password_hashing_signer_key'),
      0,
      { records: 6, users: 6, migrated: 6, calls: 3 },
      [1, 2, 3].map((n) => `emailpassword s${n}@example.com`),
    ])
  })
})

test('every line of a table becomes a user with its own file and line', async () => {
  const { run } = await runAtCore(usersWithHashes(3))
  const { rows } = await run.report()
  expect(rows.map(({ file, line, sourceId }) => `${file}:${line} ${sourceId}`)).toEqual([
    'users.csv:2 u1',
    'users.csv:3 u2',
    'users.csv:4 u3',
  ])
})
