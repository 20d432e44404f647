import { basename, resolve } from 'node:path'
import { freePath, stemOf } from '../../engine/files/atomic-file.ts'
import { incompleteFiles } from '../../engine/document/incomplete-files.ts'
import { createDocument, type Document, removeDocument } from '../../engine/document/open-document.ts'
import { setSetting } from '../../engine/document/settings.ts'
import type { Session } from '../../engine/session/session.ts'
import { userCounts } from '../../engine/queries/counts.ts'
import { targetTable } from '../../engine/document/targets.ts'
import { previewView } from '../../engine/queries/preview.ts'
import { type Arguments, type CommandSpec, parseArguments, usageOf } from '../options/command-spec.ts'
import { checkEveryFile, checkWhole } from '../check-users.ts'
import { connectCore, openShown } from '../reach-core.ts'
import { exitBadInput, exitDone, exitStopped, type Io, lineOf, isConfirmed } from '../io.ts'
import { baselineText, idleDecisionsText } from '../output/inspection.ts'
import { runAudit } from '../../engine/session/run-audit.ts'
import { trustIn } from '../../engine/trust/trust.ts'
import { confirmPaths, prepareReading, readRecorded, recordReading } from '../open-migration.ts'
import type { CliParts, Command } from '../cli-parts.ts'
import { speedOptions } from '../options/speed-options.ts'
import { decisionOptions } from '../options/decisions.ts'
import { exportOptions, incompleteOption, jsonOption } from '../options/shared-options.ts'
import { executorText, fail, finish, notRead, reportInto, send, unsent } from '../send-and-report.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { Database } from '../../engine/document/sqlite.ts'
import { type Order, namedCoreOptions, readOrder } from '../run-order.ts'

const runSpec = {
  name: 'run',
  operands: 'FILE...',
  summary: 'Read an export, send its users to a core, and report the outcome of each',
  options: {
    core: {
      type: 'string',
      value: 'URL',
      help: 'Address of the core; required',
      example: '--core https://core.example.com/tenant',
    },
    ...namedCoreOptions,
    ...exportOptions,
    'core-moved': { type: 'boolean', help: 'The core of --delta-of has moved to the address of --core' },
    ...decisionOptions,
    ...speedOptions,
    limit: { type: 'string', value: 'N', help: 'Send only the first N users, as a pilot', example: '--limit 10' },
    only: {
      type: 'string',
      value: 'FILE',
      help: 'Send only the listed users: source IDs or FILE:LINE, one per line, or a saved failed.csv',
      example: '--only failed.csv',
    },
    document: {
      type: 'string',
      value: 'FILE',
      help: 'File for the migration',
      fallback: 'beside the export',
      example: '--document acme.migration',
    },
    report: { type: 'string', value: 'FOLDER', help: 'Write the reports into this folder', example: '--report out' },
    ...incompleteOption,
    yes: { type: 'boolean', help: 'Confirm the numbers without asking; open decisions stay open' },
    ...jsonOption,
  },
  examples: [
    'users.json.gz hashes.ndjson --core https://core.example.com --api-key-file key.txt --report out',
    'users.csv --core https://core.example.com --limit 10',
  ],
} as const satisfies CommandSpec

/** Reads an export, sends its users to a core, and reports the outcome of every user. */
async function runMigration(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const given = parseArguments(args, runSpec)
  if (!given.ok) return fail(io, given.error.message)
  if (given.value.rest.length === 0) return fail(io, `Name the files of the export. Usage: ${usageOf(runSpec)}`)
  const order = await readOrder(given.value, io)
  if (!order.ok) return fail(io, order.error.message)
  const path =
    given.value.text('document') ?? basename(freePath(io.cwd, stemOf(order.value.files[0] ?? 'users'), 'migration'))
  const prepared = prepareReading({ ...order.value, cwd: io.cwd })
  if (!prepared.ok) return fail(io, prepared.error.message)
  const document = createAt(io.cwd, path, (database) => {
    const { core, dialect, allowHttp } = order.value
    setSetting(database, 'intended-core', { baseUrl: core, dialect, allowHttp })
    runAudit.recordIntendedOrder(database, order.value.pace)
    recordReading(database, prepared.value)
    if (given.value.flag('allow-incomplete')) incompleteFiles.acceptTruncations(database)
    if (given.value.flag('exclude-tables')) incompleteFiles.excludeTables(database)
    if (parts.trust === undefined) return
    // The address from the command line is confirmed before the document names it: after a kill at any moment, resume
    // continues without asking.
    const trust = trustIn(parts.trust, database)
    trust.confirmCore(core, allowHttp)
    confirmPaths(trust, prepared.value)
  })
  if (!document.ok) return fail(io, document.error.message)
  const session = openShown(document.value, parts, io, given.value)
  session.trust.confirmCore(order.value.core, order.value.allowHttp)
  let read: Result<null> = problem('internal', '')
  let message = ''
  try {
    read = await readRecorded(session, prepared.value, io.signal)
    const checked: Result<readonly string[]> = read.ok ? checkEveryFile(session.document.database) : read
    for (const leftOut of checked.ok ? checked.value : []) io.err(lineOf(leftOut))
    read = checked.ok ? checkWhole(session.document.database) : checked
    if (!read.ok) return notRead(read.error, io, (why) => finish(unsent(session, why), given.value.flag('json'), io))
    const ended = await migrate(session, given.value, order.value, io)
    message = ended.message === '' ? '' : `${ended.message} `
    return ended.code
  } finally {
    await session.end()
    // A document of files that could not even be read is not worth keeping: the same command works once its files are
    // right.
    if (isBadInput(read)) removeDocument(document.value.path)
    else io.err(lineOf(`${message}The migration was saved as ${path}. Use it with resume, retry and report.`))
  }
}

/** Makes a migration that knows from its first moment what it is about, so that resume can take it at any later one. */
function createAt(cwd: string, path: string, begin: (database: Database) => void): Result<Document> {
  return createDocument(resolve(cwd, path), begin)
}

/** The exit code, and a message that is still to be printed. */
type Ended = { readonly code: number; readonly message: string }

function isBadInput(read: Result<null>): boolean {
  return !read.ok && read.error.code !== 'cancelled' && read.error.code !== 'internal'
}

async function migrate(session: Session, args: Arguments, order: Order, io: Io): Promise<Ended> {
  const { core, apiKey, dialect, allowHttp, route } = order
  const connected = await connectCore(session, { baseUrl: core, apiKey, dialect, allowHttp, route }, io)
  const json = args.flag('json')
  if (connected.kind === 'bad-input') return { code: exitBadInput, message: connected.message }
  if (connected.kind === 'stopped') {
    return { code: finish(unsent(session, connected.why), json, io), message: connected.message }
  }
  if (args.flag('core-moved')) session.setBaseline('moved')
  const settled = await session.work.settled()
  if (!settled.ok) return { code: exitStopped, message: settled.error.message }
  io.err(idleDecisionsText(session.document.database) + baselineText(session.document.database))
  const { ready } = userCounts.states(
    session.document.database,
    targetTable.current(session.document.database)?.id ?? null,
  )
  io.err(executorText(session, { ...order.pace, retry: false }, Math.min(ready, order.limit ?? ready)))
  if (!args.flag('yes') && !(await confirmed(session, io))) return { code: exitStopped, message: 'Nothing was sent.' }
  const scope = order.limit === null ? ({ kind: 'all' } as const) : ({ kind: 'first', users: order.limit } as const)
  const sent = await send(session, { scope, ...order.pace, retry: false }, io)
  if (!sent.ok) return { code: exitStopped, message: sent.error.message }
  const written = order.report === null ? ok(null) : await reportInto(session, order.report, io, json)
  const code = finish(sent.value, json, io)
  if (written.ok) return { code, message: '' }
  return { code: code === exitDone ? exitBadInput : code, message: written.error.message }
}

async function confirmed(session: Session, io: Io): Promise<boolean> {
  const preview = previewView(session.document.database)
  const confirmations = preview.confirmations.map(({ text }) => `- ${text}\n`).join('')
  io.err(`${preview.sentence}\n${preview.mailNote === '' ? '' : `${preview.mailNote}\n`}${confirmations}`)
  return isConfirmed(io, 'Send now?')
}

export const migrateCommand = { spec: runSpec, run: runMigration } satisfies Command
