import { makeTemporaryFolder, removeFile } from '../../engine/files/folders.ts'
import { writePrivateFile } from '../../engine/files/own-file.ts'
import { join } from 'node:path'
import { noChoices } from '../../../shared/planning/choices.ts'
import { sampleFiles } from '../../engine/sample/sample-export.ts'
import { createDocument } from '../../engine/document/open-document.ts'
import { inspection } from '../output/inspection.ts'
import { inspectionText } from '../output/inspection-text.ts'
import { type CommandSpec, parseArguments } from '../options/command-spec.ts'
import { exitDone, exitStopped, exitWithFailures, type Io } from '../io.ts'
import { openSession, readInto } from '../open-migration.ts'
import { progressLine } from '../output/progress-line.ts'
import type { CliParts, Command } from '../cli-parts.ts'
import { fail, finish, reportInto, send } from '../send-and-report.ts'
import { setSetting } from '../../engine/document/settings.ts'
import { writeFileAtomically } from '../../engine/files/atomic-file.ts'
import { startFollower, type FollowEnd } from '../../engine/follow/follower.ts'
import { readDrafts } from '../../engine/import-pipeline/read-drafts.ts'
import { startRehearsalCore } from '../../engine/rehearsal/rehearsal-core.ts'
import { systemClock } from '../../engine/runner/clock.ts'
import { createChangingSource, initialUsers } from '../../engine/sample/changing-source.ts'
import type { Session } from '../../engine/session/session.ts'
import { createTrustStore } from '../../engine/trust/trust-store.ts'
import { followText, viewOf } from '../output/follow-text.ts'

const demoSpec = {
  name: 'demo',
  operands: '',
  summary: 'Migrate a sample export into a rehearsal core on this machine',
  options: {
    follow: {
      type: 'boolean',
      help: 'Migrate a source that changes by itself, follow it for three passes, and cut over',
    },
  },
  examples: ['', '--follow'],
} as const satisfies CommandSpec

/**
 * The main job without a window: a rehearsal core is started, the made-up sample export migrated into it, the summary
 * printed, the report written to a temporary folder, the rehearsal core stopped.
 */
async function migrateSample(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const given = parseArguments(args, demoSpec)
  if (!given.ok) return fail(io, given.error.message)
  if (given.value.flag('follow')) return followDemo(io, parts)
  const folder = makeTemporaryFolder('user-migration-demo-')
  const files = sampleFiles.map(({ name, text }) => {
    const path = join(folder, name)
    writePrivateFile(path, text)
    return path
  })
  const document = createDocument(join(folder, 'demo.migration'))
  if (!document.ok) return fail(io, document.error.message)
  const session = openSession(document.value, parts, { onProgress: progressLine(io, false) })
  try {
    const started = await session.rehearse('documented', true)
    if (!started.ok) return fail(io, started.error.message, exitStopped)
    io.out(`Rehearsal core on ${started.value.target?.baseUrl ?? ''}; nothing leaves this machine.\n\n`)
    const read = await readInto(session, {
      cwd: folder,
      signal: io.signal,
      files,
      choices: noChoices,
      mapping: null,
      scryptText: null,
      only: null,
    })
    if (!read.ok) return fail(io, read.error.message)
    io.out(`${inspectionText(session.document.database, inspection(session.document.database, folder))}\n`)
    const sent = await send(
      session,
      { scope: { kind: 'all' }, concurrency: 'auto', retry: false, giveUpAfterMs: 60_000 },
      io,
    )
    if (!sent.ok) return fail(io, sent.error.message, exitStopped)
    const reports = join(folder, 'report')
    const written = await reportInto(session, reports, io)
    if (!written.ok) return fail(io, written.error.message)
    io.out(`\nThe rehearsal core now holds ${await session.rehearsal()?.count()} users. Report: ${reports}\n\n`)
    const code = finish(sent.value, false, io)
    const { failed, inDoubt } = sent.value.result
    // The sample has users who are blocked, so that there is something to decide.
    return code === exitWithFailures && failed + inDoubt + sent.value.left === 0 ? exitDone : code
  } finally {
    await session.end()
    for (const file of [...files, join(folder, 'demo.migration')]) removeFile(file)
  }
}

export const demoCommand = { spec: demoSpec, run: migrateSample } satisfies Command

/**
 * Following a source without a window: a core is started on this machine and a made-up table migrated into it; while that
 * changes, three passes keep the core in step, and the cut-over ends it.
 */
async function followDemo(io: Io, parts: CliParts): Promise<number> {
  const folder = makeTemporaryFolder('user-migration-demo-')
  const table = join(folder, 'customers.csv')
  const source = createChangingSource()
  writeFileAtomically(table, [source.csv()])
  const core = await startRehearsalCore({ dialect: 'supertokens', apiKey: null, signerKey: null })
  if (!core.ok) return fail(io, core.error.message, exitStopped)
  const document = createDocument(join(folder, 'demo.migration'))
  if (!document.ok) return fail(io, document.error.message)
  const session = openSession(document.value, { ...parts, trust: createTrustStore(folder) })
  try {
    io.out(`Core on ${core.value.baseUrl}; nothing leaves this machine.\n\n`)
    const migrated = await migrateFirst(session, table, core.value.baseUrl, io)
    if (migrated !== null) return migrated
    io.out(`First run: ${initialUsers} users of ${table}. Users of the old system keep signing up.\n`)
    const from = { kind: 'path', path: table } as const
    const settings = { source: from, everyMinutes: 10, signIn: 'not-yet', file: null } as const
    session.trust.confirmFollowing(settings)
    setSetting(session.document.database, 'follow', settings)
    for (let pass = 0; pass < 3 && !io.signal.aborted; pass += 1) {
      io.out(`\n  ${source.step()}\n`)
      writeFileAtomically(table, [source.csv()])
      const end = await follow(session, parts, io, { once: true, cutOver: false })
      io.out(followText.lastPass(viewOf(session)))
      if (end.kind === 'stopped') return fail(io, end.problem.message, exitStopped)
    }
    io.out('\nSign-ups are frozen. Cut over:\n')
    const end = await follow(session, parts, io, { once: false, cutOver: true })
    if (end.kind !== 'cut-over') return fail(io, end.kind === 'stopped' ? end.problem.message : 'Stopped.', exitStopped)
    io.out(`${followText.lastPass(viewOf(session))}${followText.cutOver(viewOf(session))}`)
    const reports = join(folder, 'report')
    const written = await reportInto(session, reports, io)
    if (!written.ok) return fail(io, written.error.message)
    io.out(`\nThe core now holds ${core.value.count()} users. Report: ${reports}\n`)
    return exitDone
  } finally {
    await session.end()
    await core.value.stop()
    for (const file of [table, join(folder, 'demo.migration'), join(folder, 'trust.json')]) removeFile(file)
  }
}

/** Null: the users of the table are in the core. */
async function migrateFirst(session: Session, table: string, baseUrl: string, io: Io): Promise<number | null> {
  const read = await readInto(session, {
    cwd: join(table, '..'),
    signal: io.signal,
    files: [table],
    choices: { ...noChoices, keepUserIds: true },
    mapping: null,
    scryptText: null,
    only: null,
  })
  if (!read.ok) return fail(io, read.error.message)
  const route = { proxy: null, ca: null }
  const input = { baseUrl, apiKey: null, dialect: 'supertokens', allowHttp: false, confirmed: true, route } as const
  const connected = await session.connect(input)
  if (connected.kind !== 'ready' && connected.kind !== 'confirm-live') return fail(io, connected.message, exitStopped)
  const settled = await session.work.settled()
  if (!settled.ok) return fail(io, settled.error.message, exitStopped)
  const sent = await send(
    session,
    { scope: { kind: 'all' }, concurrency: 'auto', retry: false, executor: 'single' },
    io,
  )
  return sent.ok && sent.value.result.failed === 0 ? null : fail(io, 'The first run did not finish.', exitStopped)
}

function follow(
  session: Session,
  parts: CliParts,
  io: Io,
  order: { readonly once: boolean; readonly cutOver: boolean },
): Promise<FollowEnd> {
  const follower = startFollower(
    {
      session,
      readDrafts: parts.readDrafts ?? readDrafts,
      // The source is a file.
      startFetch: () => ({
        done: Promise.resolve({ kind: 'cancelled' }),
        pause: () => undefined,
        cancel: () => undefined,
      }),
      clock: parts.clock ?? systemClock,
      secrets: {},
      speed: { concurrency: 'auto', giveUpAfterMs: 60_000 },
    },
    { ...order, asks: false, acceptsLoss: false, removesGone: false },
    { onState: () => undefined, onPass: () => undefined, onLate: () => undefined },
  )
  io.signal.addEventListener('abort', () => follower.pause(), { once: true })
  return follower.ended
}
