import { copyFileSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createSessionFolder } from '../../electron/browser/browser-host.ts'
import { createUploads } from '../../electron/browser/uploads.ts'
import { collectClosed, sqliteDriver } from '../../electron/engine/document/sqlite.ts'
import { createLog } from '../../electron/ipc/log.ts'
import { createRecentDocuments } from '../../electron/ipc/services/recent-documents.ts'
import { createSettingsStore } from '../../electron/ipc/services/settings-store.ts'
import { createRandom, type Random, seedOf } from '../fuzz/random.ts'
import { cli } from '../support/cli.ts'
import { rounds } from '../support/length.ts'
import { madeUpCsv, usersWithHashes, usersWithoutHash } from '../support/made-up-csv.ts'
import { startScriptedCore } from '../support/scripted-core.ts'
import { startCore } from '../support/rehearsal.ts'
import { seedOfRun } from '../support/seed.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'
import { attacks } from './hostile/attack.ts'
import { canaryText, makeCanary, startStranger } from './hostile/canary.ts'
import { canChown, makeTemplate, replace } from './hostile/replacements.ts'
import { startWatchdog } from './hostile/watchdog.ts'

const cases = Number(process.env['HOSTILE_FILES'] ?? rounds(24, 500))
const run = seedOfRun('HOSTILE_SEED')
const only = process.env['HOSTILE_ONLY']
const key = 'PLANTED-key-of-the-core-4711'

/** The place of a case. `document`: the migration; `machine`: the app's folder; `work`: the folder of commands. */
type Place = {
  readonly document: string
  readonly machine: string
  readonly work: string
  readonly core: string
  /** The file there was replaced by a pipe. */
  readonly hasPipe: boolean
}

/** Files that an operation may find. `output`: it is made anew in the place of what is there. */
type Found = { readonly path: (place: Place, random: Random) => string; readonly as: 'own' | 'output' | 'named' }

const deadProcess = 2 ** 22 + 1
const machineName = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

const own = (path: Found['path']): Found => ({ path, as: 'own' })
const output = (path: Found['path']): Found => ({ path, as: 'output' })
const inTrust = own(({ machine }, random) => join(machine, random.once(4) ? 'trust.json.lock' : 'trust.json'))
const sidecar = own(({ document }, random) => `${document}${random.pick(['', '-journal', '-wal', '-shm'])}`)
const lock = own(({ document }, random) => `${document}-lock${random.pick(['', '-journal', '-wal', '-shm'])}`)
const lockOfFile = own(({ document }, random) => {
  const { dev, ino } = statSync(document)
  const folder = join(tmpdir(), `user-migration-locks-${process.getuid?.() ?? 0}`)
  return join(folder, `${dev}-${ino}${random.pick(['', '-journal', '-wal'])}`)
})
const abandonedFolder = own(() => join(tmpdir(), `user-migration-inspect-${machineName}-${deadProcess}-abcdef`))
const besideDocument = [sidecar, sidecar, lock, lock, lockOfFile, inTrust]
const reportNames = ['report.csv', 'report.html', 'report.json', 'failed.csv', 'created.csv', 'blocked.csv'] as const
const report = output(({ work }, random) => join(work, 'out', random.pick(reportNames)))
const draft = own(({ work }, random) =>
  join(
    work,
    'out',
    `.${random.pick(reportNames)}.${machineName}-${deadProcess}.${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.part`,
  ),
)
const fresh = own(({ work }, random) =>
  join(work, `new.migration${random.pick(['', '-journal', '-wal', '-shm', '-lock', '-lock-journal'])}`),
)
const named = (name: string): Found => ({ path: ({ work }) => join(work, name), as: 'named' })

type Shown = { readonly code: number; readonly text: string }
type Operation = {
  readonly files: readonly [Found, ...Found[]]
  readonly act: (place: Place, random: Random) => Promise<Shown>
  /** Begins with a migration whose users are all in the core. */
  readonly isSent?: true
}

const command = (files: Operation['files'], args: (place: Place, random: Random) => readonly string[]): Operation => ({
  files,
  act: async (place, random) => {
    // A command waits for the writer of a pipe in the place of a key until the operator ends it.
    const surroundings = { cwd: place.work, machine: place.machine }
    const ending = place.hasPipe ? { signal: AbortSignal.timeout(2000) } : {}
    const { code, out, err } = await cli(args(place, random), { ...surroundings, ...ending })
    return { code, text: out + err }
  },
})
const sent = (operation: Operation): Operation => ({ ...operation, isSent: true })
const words = (...list: readonly string[]) => list
const [first, ...others] = besideDocument
const documentFiles: Operation['files'] = [first ?? sidecar, ...others]
const besideFollowed: Operation['files'] = [sidecar, lock, lockOfFile, inTrust]
/** In a folder that is followed others may lay files. */
const dump = own(({ work }, random) => join(work, 'dumps', random.pick(['users.csv', 'later.csv'])))
const withKey = ['--api-key-file', 'key.txt'] as const

const operations: Readonly<Record<string, Operation>> = {
  report: command([...documentFiles, report, report, draft, draft], ({ document }) => [
    'report',
    document,
    '--out',
    'out',
  ]),
  'report into a file': command([report, draft], ({ document }) =>
    words('report', document, '--format', 'failed', '--out', 'out/failed.csv'),
  ),
  run: command([fresh, fresh, report, draft, inTrust, named('users.csv'), named('key.txt')], ({ core }) =>
    words('run', 'users.csv', '--core', core, '--document', 'new.migration', '--report', 'out', '--yes', ...withKey),
  ),
  resume: command(documentFiles, ({ document }) => ['resume', document, '--json', ...withKey]),
  retry: command(documentFiles, ({ document }) => ['retry', document, '--json', ...withKey]),
  verify: sent(command(documentFiles, ({ document }) => ['verify', document, ...withKey])),
  undo: sent(command(documentFiles, ({ document }) => ['undo', document, '--yes', ...withKey])),
  follow: sent(
    command([...besideFollowed, dump, dump, report, draft], ({ document }, random) => [
      'follow',
      document,
      '--source',
      'dumps',
      '--json',
      ...withKey,
      ...(random.once(2) ? ['--once'] : ['--cut-over', '--report', 'out']),
    ]),
  ),
  'follow a file': sent(
    command([...besideFollowed, named('all.csv')], ({ document }) =>
      words('follow', document, '--source', 'all.csv', '--once', ...withKey),
    ),
  ),
  'remove-hashes': sent(command(documentFiles, ({ document }) => ['remove-hashes', document, '--yes'])),
  inspect: command([named('users.csv'), abandonedFolder], () => ['inspect', 'users.csv', '--json']),
  window: {
    files: documentFiles,
    act: async ({ document, machine, work }) => {
      const outcome = await attacks['open']?.(document, work, machine)
      return { code: 0, text: outcome?.shown ?? '' }
    },
  },
  'log and settings of the window': {
    files: [
      own(({ machine }) => join(machine, 'app.log')),
      output(({ machine }, random) => join(machine, random.pick(['app.log.1', 'app.log.2', 'app.log.3']))),
      own(({ machine }, random) => join(machine, random.pick(['settings.json', 'settings.json.lock']))),
      own(({ machine }, random) => join(machine, random.pick(['settings.damaged.json', 'Migrations']))),
    ],
    act: async ({ machine, document }) => {
      const log = createLog({ folder: machine, now: () => new Date(0), fileBytes: 200 })
      for (let left = 8; left > 0; left -= 1) log.write('warn', 'tried', { left })
      const recent = createRecentDocuments(createSettingsStore(machine), machine)
      await recent.add(document)
      const list = await recent.list()
      for (const { id } of list) await recent.rename(id, 'another name')
      return { code: 0, text: JSON.stringify([list, log.warnings(20)]) }
    },
  },
  uploads: {
    files: [
      // Of the app alone: cleared, never followed.
      output(({ machine }) => join(machine, 'browser', String(process.pid))),
      output(({ machine }) => join(machine, 'browser', String(deadProcess))),
      output(({ machine }) => join(machine, 'browser', String(deadProcess), 'upload')),
    ],
    act: async ({ machine }) => {
      const folder = createSessionFolder(machine)
      const uploads = createUploads(folder.path)
      const received = await uploads.receive('export', 'users.csv', Readable.from([Buffer.from('id,email\n')]))
      const files = uploads.take('export')
      for (const file of files) await uploads.keepDocument(file, join(machine, 'Migrations'))
      await uploads.clear()
      folder.remove()
      return { code: 0, text: JSON.stringify([received, files]) }
    },
  },
}

/**
 * Two migrations: `begun`, with users that were migrated, one that failed, and one that is not sent; `sent`, with all users in a
 * core that can be asked for them.
 */
async function makeMigrations(folder: string, machine: string) {
  const users = [...usersWithHashes(5), ...usersWithoutHash(3)]
  fileIn(folder, 'users.csv', madeUpCsv(users))
  const core = await startScriptedCore(({ body }) =>
    body['email'] === 'user2@example.com' ? { status: 400, body: 'bad request' } : null,
  )
  const supertokensCore = await startCore({ dialect: 'supertokens' })
  const send = (address: string, more: readonly string[]) =>
    cli(['run', 'users.csv', '--core', address, '--yes', ...more], { cwd: folder, machine })
  const begun = await send(core.url, ['--limit', '7', '--document', 'begun.migration'])
  const sent = await send(supertokensCore.baseUrl, ['--document', 'sent.migration'])
  expect([begun.code, sent.code]).toEqual([3, 0])
  return { core, begun: join(folder, 'begun.migration'), sent: join(folder, 'sent.migration') }
}

/** The marks that would change if a file of another owner were touched. */
function ofStranger(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || !found.isFile() || found.uid === process.getuid?.()) return ''
  return `${found.mode} ${found.uid} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`
}

test.skipIf(process.platform === 'win32')(
  'whatever lies where a command or the window looks, nothing else changes and no secret goes to another address',
  { timeout: 7_200_000 },
  async () => {
    const folder = temporaryFolder()
    const ownMachine = join(folder, 'machine')
    const migrations = await makeMigrations(folder, ownMachine)
    const canary = makeCanary(join(folder, 'canary'))
    const template = makeTemplate(join(folder, 'template'))
    const { port, visits } = await startStranger()
    const before = canary.state()
    const watchdog = startWatchdog()
    const counts = new Map<string, number>()
    const faults: string[] = []
    const done = new Map<string, number>()
    const names = Object.keys(operations)
    for (let number = 0; number < cases; number += 1) {
      if (only !== undefined && number !== Number(only)) continue
      const random = createRandom(seedOf(run, 'beside', number))
      const name = names[number % names.length] ?? ''
      const operation = operations[name]
      if (operation === undefined) continue
      const migration = operation.isSent === true ? migrations.sent : migrations.begun
      const scene = layOut(join(folder, 'case'), migration, ownMachine, migrations.core.url)
      const isAway = random.once(4)
      if (isAway) nameAnotherCore(scene.document, `http://127.0.0.1:${port}`)
      const found = random.pick(operation.files)
      const path = found.path(scene, random)
      const how = replace(path, found.as, { canary, template }, random)
      const place = { ...scene, hasPipe: how === 'a pipe' }
      const strangers = ofStranger(path)
      const where = `case ${number} of run ${run}: ${name}, ${path.replace(folder, '')} is ${how}${isAway ? ', core of another' : ''}`
      watchdog.say(where)
      const count = `${name}: ${how}`
      counts.set(count, (counts.get(count) ?? 0) + 1)
      try {
        const { code, text } = await operation.act(place, random)
        if (code === 0 || code === 3) done.set(name, (done.get(name) ?? 0) + 1)
        if (![0, 2, 3, 4].includes(code)) faults.push(`${where}: exit code ${code}, ${text.slice(-300)}`)
        if (/Internal error/.test(text)) faults.push(`${where}: ${text.slice(-600)}`)
        if (text.includes(canaryText)) faults.push(`${where}: a file was shown`)
        if (text.includes(key)) faults.push(`${where}: the key was shown`)
      } catch (error) {
        faults.push(`${where}: ${error instanceof Error ? (error.stack ?? '').slice(0, 500) : 'thrown'}`)
      }
      await collectClosed()
      if (canary.state() !== before) faults.push(`${where}: a file was changed`)
      if (visits() > 0) faults.push(`${where}: somebody was visited`)
      if (found.as === 'own' && strangers !== '' && ofStranger(path) !== strangers)
        faults.push(`${where}: a file of another owner was changed`)
      rmSync(path, { recursive: true, force: true })
      if (canary.state() !== before || visits() > 0) break
    }
    watchdog.stop()
    const tried = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const each = names.map((name) => {
      const ofName = [...counts].filter(([count]) => count.startsWith(`${name}: `)).reduce((sum, [, n]) => sum + n, 0)
      return `  ${name}: ${ofName} tried, ${done.get(name) ?? 0} of them did their work`
    })
    console.log(
      [
        `files beside a migration, of the window and of commands, seed ${run}: ${tried} tried, ${faults.length} got through`,
        ...each,
        ...(canChown ? [] : ['  files of other owners: skipped, only root can make them']),
      ].join('\n'),
    )
    expect(faults).toEqual([])
  },
)

function layOut(folder: string, base: string, machine: string, core: string): Place {
  rmSync(folder, { recursive: true, force: true })
  const place = {
    document: join(folder, 'd.migration'),
    machine: join(folder, 'machine'),
    work: join(folder, 'work'),
    core,
    hasPipe: false,
  }
  mkdirSync(join(place.work, 'out'), { recursive: true })
  mkdirSync(join(place.work, 'dumps'))
  for (const name of ['all.csv', 'dumps/users.csv'])
    copyFileSync(join(dirname(base), 'users.csv'), join(place.work, name))
  mkdirSync(place.machine)
  copyFileSync(base, place.document)
  if (existsSync(join(machine, 'trust.json')))
    copyFileSync(join(machine, 'trust.json'), join(place.machine, 'trust.json'))
  fileIn(place.work, 'users.csv', madeUpCsv(usersWithHashes(2)))
  writeFileSync(join(place.work, 'key.txt'), `${key}\n`, { mode: 0o600 })
  return place
}

function nameAnotherCore(path: string, address: string): void {
  const database = sqliteDriver().open(path, false)
  database.prepare('UPDATE target SET base_url = ?, name = ?').run(address, 'core.example.com')
  database.exec("UPDATE progress SET state = 'ready'; UPDATE call SET state = 'todo'")
  database.close()
}
