import { readFileSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { codeOf, must } from '../../support/documents.ts'
import { engineOf, engineWith, startEngine, type TestEngine } from '../../support/engine.ts'
import { madeUpCsv, usersOfProvider, usersWithHashes, folderWith } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { fileIn, folderOf } from '../../support/temporary-folder.ts'
import { tinyDisk } from '../../support/machine/tiny-disk.ts'

const many = madeUpCsv(usersWithHashes(20_000))
const few = madeUpCsv(usersWithHashes(3))

async function totalsOf(engine: TestEngine) {
  const view = must(await engine.ask('document:state', {}))
  const { counts, totals, work } = view ?? { counts: {}, totals: null, work: null }
  return { totals, users: Object.values(counts).reduce((sum, n) => sum + n, 0), work: work?.kind }
}

/** Begins to read a large file and waits until a part of it is in the document. */
async function reading(): Promise<TestEngine> {
  const engine = await startEngine()
  fileIn(engine.folder, 'many.csv', many)
  fileIn(engine.folder, 'few.csv', few)
  must(await engine.internal('internal:add', { paths: [join(engine.folder, 'many.csv')], names: ['many.csv'] }))
  while ((await totalsOf(engine)).totals?.users === 0) await wait(1)
  return engine
}

describe('a file of the export', () => {
  test('counts what was read so far while it is read, and the totals add up all the time', async () => {
    const engine = await reading()
    const wrong: unknown[] = []
    for (;;) {
      const { totals, users, work } = await totalsOf(engine)
      if (totals === null) break
      const { records, joined, unmatched, unreadable, other } = totals
      if (records !== totals.users + joined + unmatched + unreadable + other || users !== totals.users)
        wrong.push(totals)
      if (work === 'idle') break
      await wait(5)
    }
    expect([wrong, (await totalsOf(engine)).totals?.users]).toEqual([[], 20_000])
  })

  test('can be removed while it is read, and nothing of it is left', async () => {
    const engine = await reading()
    must(await engine.ask('export:remove', { fileId: 1 }))
    const removed = await engine.settled()
    await engine.add('few.csv')
    expect([removed.files, removed.totals, (await totalsOf(engine)).totals, engine.states()]).toEqual([
      [],
      { records: 0, users: 0, joined: 0, unmatched: 0, unreadable: 0, other: 0 },
      { records: 3, users: 3, joined: 0, unmatched: 0, unreadable: 0, other: 0 },
      { u1: 'ready', u2: 'ready', u3: 'ready' },
    ])
  })

  test('can be said to be something else while it is read, and is read once, whole', async () => {
    const engine = await reading()
    must(await engine.ask('export:set-provider', { fileId: 1, provider: 'generic' }))
    const { totals, files } = await engine.settled()
    expect([totals.users, totals.records, files[0]?.records, files[0]?.complete]).toEqual([
      20_000,
      20_000,
      20_000,
      true,
    ])
  })

  test('can be mapped anew, and its users are planned by that', async () => {
    const engine = await engineOf({ 'few.csv': few })
    const columns = [{ path: 'mail', target: 'email' } as const]
    must(await engine.ask('mapping:set', { fileId: 1, mapping: { version: 1, columns, fixedProvider: null } }))
    await engine.settled()
    expect(engine.users().map(({ methods, sourceId }) => [methods, sourceId])).toEqual(
      Array.from({ length: 3 }, () => [['passwordless'], null]),
    )
  })

  test('can be mapped anew with decisions, which its mapping has then, and those about other files it has not', async () => {
    const engine = await startEngine()
    const rows = (header: string) => `${header}\n1,ann@acme.example,5f4dcc3b5aa765d61d8327deb882cf99\n`
    fileIn(engine.folder, 'one.csv', rows('nr,mail,blob'))
    fileIn(engine.folder, 'two.csv', rows('nr,mail,other').replace('ann', 'ben'))
    await engine.add('one.csv')
    await engine.add('two.csv')
    must(await engine.ask('decisions:update', { choices: { unmapped: { 'unmapped-hash:other': 'exclude' } } }))
    await engine.settled()
    const columns = [{ path: 'mail', target: 'email' } as const]
    const decisions = { 'unmapped-hash:blob': 'exclude', 'unmapped-phone:gone': 'import' } as const
    must(
      await engine.ask('mapping:set', { fileId: 1, mapping: { version: 1, columns, fixedProvider: null }, decisions }),
    )
    const { counts } = await engine.settled()
    const kept = must(await engine.ask('mapping:get', { fileId: 1 })).decisions
    expect([counts.ready, counts.blocked, kept]).toEqual([2, 0, decisions])
  })

  test('that was removed and added again is read again', async () => {
    const engine = await engineOf({ 'few.csv': few })
    must(await engine.ask('export:remove', { fileId: 1 }))
    await engine.settled()
    await engine.add('few.csv')
    expect([(await totalsOf(engine)).totals?.users, engine.states()]).toEqual([
      3,
      { u1: 'ready', u2: 'ready', u3: 'ready' },
    ])
  })

  test('of logins is read again when the users that it was joined with are removed', async () => {
    const engine = await startEngine()
    fileIn(engine.folder, 'users.csv', 'user_id,email\n101,ann@example.com\n102,ben@example.com\n')
    const hash = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232'
    fileIn(engine.folder, 'hashes.csv', `user_id,hash\n101,${hash}\n102,${hash}\n`)
    await engine.add('users.csv')
    await engine.add('hashes.csv')
    const { totals: joined } = await totalsOf(engine)
    must(await engine.ask('export:remove', { fileId: 1 }))
    const { totals: removed } = await engine.settled()
    await engine.add('users.csv')
    const { totals: again } = await totalsOf(engine)
    expect([joined, removed, again]).toMatchObject([
      { records: 4, users: 2, joined: 2 },
      { records: 2, users: 2, joined: 0 },
      { records: 4, users: 2, joined: 2 },
    ])
  })

  test('frees what others wanted of it when it is removed', async () => {
    const list = (prefix: string) =>
      ['id,email', ...[1, 2, 3].map((at) => `${prefix}${at},user${at}@acme.example`)].join('\n')
    const engine = await engineOf({ 'a.csv': list('a-'), 'b.csv': list('b-') })
    const before = engine.users().map(({ state }) => state)
    must(await engine.ask('export:remove', { fileId: 1 }))
    await engine.settled()
    expect([before, engine.users().map(({ state }) => state)]).toEqual([
      ['ready', 'ready', 'ready', 'blocked', 'blocked', 'blocked'],
      ['ready', 'ready', 'ready'],
    ])
  })

  test('gives back the rows that were read once when the other file with them is removed', async () => {
    const engine = await engineOf({ 'a.csv': few, 'b.csv': few })
    const before = engine.users().map(({ state }) => state)
    must(await engine.ask('export:remove', { fileId: 1 }))
    await engine.settled()
    const ready = ['ready', 'ready', 'ready']
    expect([before, engine.users().map(({ state }) => state)]).toEqual([ready, ready])
  })

  test('that cannot be read keeps its sentence, does not stop the others, and is tried again when opened again', async () => {
    const engine = await startEngine()
    fileIn(engine.folder, 'few.csv', few)
    const { files } = await engine.add('missing.csv', 'few.csv')
    const problems = files.map(({ problem, complete }) => [problem === null, complete])
    fileIn(engine.folder, 'missing.csv', madeUpCsv(usersOfProvider(2)))
    const reopened = await engine.reopen()
    expect([
      problems,
      reopened.files.map(({ problem, complete }) => [problem, complete]),
      reopened.totals.users,
    ]).toEqual([
      [
        [false, false],
        [true, true],
      ],
      [
        [null, true],
        [null, true],
      ],
      5,
    ])
  })
})

describe('a migration that is closed in the middle', () => {
  test('of reading reads on when it is opened again', async () => {
    const engine = await reading()
    const { totals, counts } = await engine.reopen()
    expect([totals.users, counts.ready]).toEqual([20_000, 20_000])
  })

  test('of planning plans again when it is opened again', async () => {
    const engine = await engineOf({ 'many.csv': many })
    const choosing = must(await engine.ask('decisions:update', { choices: { country: 'DE' } }))
    const { totals, counts, choices } = await engine.reopen()
    expect([choosing.work.kind, totals.users, counts.ready, choices.country]).toEqual([
      'planning',
      20_000,
      20_000,
      'DE',
    ])
  })

  test('can be opened from another place, and a copy of it as well', async () => {
    const engine = await engineOf({ 'few.csv': few })
    const copy = join(engine.folder, 'copy.migration')
    must(await engine.internal('internal:backup', { path: copy }))
    const again = codeOf(await engine.internal('internal:backup', { path: copy }))
    const { name, totals } = await engine.reopen(copy)
    expect([again, name, totals.users]).toEqual(['document-exists', 'copy.migration', 3])
  })

  test('opening it once more while it is open changes nothing', async () => {
    const engine = await engineOf({ 'few.csv': few })
    const again = must(await engine.internal('internal:open', { path: engine.path }))
    expect(again.totals.users).toBe(3)
  })
})

describe('decisions taken while users are planned', () => {
  test('start the planning over, and the last one counts', async () => {
    const engine = await engineOf({
      'many.csv': `${many}phone,,0171 1234567\n`,
      'phones.csv': 'id,phone\n1,0171 1234567\n',
    })
    for (const country of ['US', 'AT', 'CH', 'DE']) {
      must(await engine.ask('decisions:update', { choices: { country } }))
      await wait(3)
    }
    await engine.settled()
    const page = engine.query('users:page', {
      filter: { search: '+49' },
      sort: { by: 'place', descending: false },
      from: 0,
      limit: 10,
    })
    expect(page.rows.map(({ phone }) => phone)).toEqual(['+491711234567'])
  })
})

test('a migration that was looked at and reported is one file once it is closed', async () => {
  const engine = await engineWith(usersWithHashes(3))
  engine.users()
  must(
    await engine.internal('internal:report', {
      format: 'json',
      masked: true,
      path: join(engine.folder, 'report.json'),
    }),
  )
  must(await engine.internal('internal:close', {}))
  expect(readdirSync(engine.folder).filter((name) => name.startsWith('m.migration'))).toEqual(['m.migration'])
})

test('a disk that is full while the export is read ends with a sentence, and nothing is sent', async ({ skip }) => {
  const disk = tinyDisk(1024)
  if (disk === null) return skip('no small file system can be mounted here')
  const folder = folderOf({ 'many.csv': many })
  const core = await startCore()
  const args = ['run', 'many.csv', '--core', core.baseUrl, '--yes', '--json', '--document', join(disk, 'm.migration')]
  const run = await cli(args, { cwd: folder })
  expect([run.code, run.err.includes('The disk is full'), core.count(), readdirSync(disk)]).toEqual([2, true, 0, []])
})

test('a disk that is full while users are sent stops the run, and resume goes on when there is room', async ({
  skip,
}) => {
  // Room for the journal of the whole run: it is the larger the more often a busy machine commits.
  const disk = tinyDisk(8000)
  if (disk === null) return skip('no small file system can be mounted here')
  const folder = folderWith(usersWithHashes(400))
  const core = await startCore({ faults: { latencyMs: 1 } })
  const document = join(disk, 'm.migration')
  const running = cli(['run', 'users.csv', '--core', core.baseUrl, '--yes', '--json', '--document', document], {
    cwd: folder,
  })
  while (core.count() < 20) await wait(1)
  writeFileSync(join(disk, 'filler'), Buffer.alloc(fillable(disk)))
  const run = await running
  rmSync(join(disk, 'filler'), { force: true })
  const resumed = await cli(['resume', document, '--json'], { cwd: folder })
  expect([run.code, run.json?.['stopped'], resumed.code, resumed.json?.['migrated'], core.count()]).toEqual([
    4,
    'disk-full',
    0,
    400,
    400,
  ])
})

test('a disk that is full ends every command with a sentence of what to do', { timeout: 120_000 }, async ({ skip }) => {
  const disk = tinyDisk(2000)
  if (disk === null) return skip('no small file system can be mounted here')
  const folder = folderWith(usersWithHashes(40))
  const core = await startCore({ dialect: 'supertokens' })
  const path = join(disk, 'm.migration')
  await cli(['run', 'users.csv', '--core', core.baseUrl, '--yes', '--limit', '20', '--document', path], { cwd: folder })
  const inside: string[] = []
  for (const free of [0, 60]) {
    for (const command of ['resume', 'verify', 'undo', 'remove-hashes']) {
      rmSync(join(disk, 'filler'), { force: true })
      writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, fillable(disk) - free * 1024)))
      const yes = command === 'undo' || command === 'remove-hashes' ? ['--yes'] : []
      const { err } = await cli([command, path, ...yes], { cwd: folder })
      if (/Internal error/.test(err)) inside.push(`${command}, ${free} KB: ${err}`)
    }
  }
  expect(inside).toEqual([])
})

/** Bytes that still fit on a disk. */
function fillable(disk: string): number {
  const { bavail, bsize } = statfsSync(disk)
  let size = bavail * bsize
  for (;;) {
    try {
      writeFileSync(join(disk, 'filler'), Buffer.alloc(size))
      return readFileSync(join(disk, 'filler')).length
    } catch {
      size -= 4096
    }
  }
}
