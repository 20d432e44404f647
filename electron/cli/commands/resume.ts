import { hostname } from 'node:os'
import * as z from 'zod'
import { normaliseBaseUrl } from '../../../shared/core-api/base-url.ts'
import type { Scope } from '../../../shared/bridge/contract.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { allRows } from '../../engine/document/rows.ts'
import { getSetting } from '../../engine/document/settings.ts'
import { sql, type Database } from '../../engine/document/sqlite.ts'
import { currentTarget } from '../../engine/document/targets.ts'
import type { Session } from '../../engine/session/session.ts'
import { parseArguments, type Arguments } from '../arguments.ts'
import { connectCore } from '../connect-core.ts'
import { exitBadInput, exitStopped, type Io } from '../io.ts'
import { openAt, openSession, settle } from '../open-migration.ts'
import { progressLine } from '../progress-line.ts'
import type { CliParts } from '../run-command.ts'
import { runResult } from '../run-result.ts'
import { fail, finish, send } from '../send-and-report.ts'
import { readApiKey } from '../settings-from-arguments.ts'

export const resumeUsage = 'resume DOCUMENT [--core URL] [--api-key-file F] [--json]'
export const retryUsage = 'retry DOCUMENT [--user ID] [--core URL] [--api-key-file F] [--json]'

const options = {
  core: { type: 'string' },
  user: { type: 'string', multiple: true },
  'api-key-file': { type: 'string' },
  json: { type: 'boolean' },
} as const

/** Goes on with a migration that was stopped, wherever it stood. */
export function resumeCommand(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  return goOn(args, io, parts, resumeUsage, () => ok({ scope: { kind: 'all' }, retry: false }))
}

/** Sends failed users again: all of them, or those that are named. */
export function retryCommand(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  return goOn(args, io, parts, retryUsage, (given, database) => {
    const names = given.texts('user')
    if (names.length === 0) return ok({ scope: { kind: 'failed' }, retry: true })
    const ids = names.flatMap((name) => usersCalled(database, name))
    return ids.length === 0
      ? problem(
          'user-unknown',
          'No user of this migration has that id. Give a source id or FILE:LINE, as in failed.csv.',
        )
      : ok({ scope: { kind: 'users', ids }, retry: true })
  })
}

type What = (given: Arguments, database: Database) => Result<{ readonly scope: Scope; readonly retry: boolean }>

async function goOn(args: readonly string[], io: Io, parts: CliParts, usage: string, what: What): Promise<number> {
  const given = parseArguments(args, options, usage)
  if (!given.ok) return fail(io, given.error.message)
  const [path, ...others] = given.value.rest
  if (path === undefined || others.length > 0) return fail(io, `Name one migration. Usage: user-migration ${usage}`)
  const document = openAt(io.cwd, path)
  if (!document.ok) return fail(io, document.error.message)
  const session = openSession(document.value, parts, { onProgress: progressLine(io, given.value.flag('json')) })
  try {
    return await sendOn(session, given.value, what, io)
  } finally {
    await session.end()
  }
}

async function sendOn(session: Session, given: Arguments, what: What, io: Io): Promise<number> {
  const { database } = session.document
  const core = chooseCore(database, given.text('core'), io)
  if (!core.ok) return fail(io, core.error.message)
  const apiKey = await readApiKey(given, io)
  if (!apiKey.ok) return fail(io, apiKey.error.message)
  const read = await settle(session)
  if (!read.ok) return fail(io, read.error.message)
  const connected = await connectCore(session, { ...core.value, apiKey: apiKey.value }, io)
  if (connected.kind === 'bad-input') return exitBadInput
  if (connected.kind === 'stopped')
    return finish(runResult(database, session.run.sums(), connected.why), given.flag('json'), io)
  const settled = await session.work.settled()
  if (!settled.ok) return fail(io, settled.error.message, exitStopped)
  const order = what(given, database)
  if (!order.ok) return fail(io, order.error.message)
  const sent = await send(session, { ...order.value, concurrency: 'auto' }, io)
  if (!sent.ok) return fail(io, sent.error.message, exitStopped)
  return finish(sent.value, given.flag('json'), io)
}

type Core = {
  readonly baseUrl: string
  readonly dialect: 'auto' | 'documented' | 'supertokens'
  readonly allowHttp: boolean
}

/** The core that the migration was sent to; one that is named has to be the same. */
function chooseCore(database: Database, named: string | undefined, io: Io): Result<Core> {
  const target = currentTarget(database)
  const intended = getSetting(database, 'intended-core')
  if (target?.kind === 'rehearsal') {
    return problem(
      'rehearsal',
      'This migration was last sent to a rehearsal core, which ended with the app. Continue in the app, or use run.',
    )
  }
  const before = target?.base_url ?? intended?.baseUrl
  const dialect = target?.dialect ?? intended?.dialect ?? 'auto'
  const allowHttp = intended?.allowHttp ?? true
  if (named === undefined) {
    if (before === undefined) return problem('no-core', 'This migration has no core yet. Name one with --core.')
    const machine = getSetting(database, 'machine')
    return machine !== undefined && machine !== hostname() && io.ask === null
      ? problem(
          'core-unconfirmed',
          'This migration was last written on another machine. Repeat the address of its core with --core.',
        )
      : ok({ baseUrl: before, dialect, allowHttp })
  }
  const [wanted, known] = [normaliseBaseUrl(named), normaliseBaseUrl(before ?? named)]
  if (!wanted.ok) return wanted
  return known.ok && wanted.value === known.value
    ? ok({ baseUrl: wanted.value, dialect, allowHttp })
    : problem(
        'core-differs',
        `This migration belongs to ${before ?? 'another core'}. Name that core, or start a new migration for the other one.`,
      )
}

const idRow = z.object({ id: z.number() })

/** Users by source id or FILE:LINE. */
function usersCalled(database: Database, name: string): readonly number[] {
  const byId = allRows(idRow, sql(database, 'SELECT id FROM user WHERE source_id = ?'), name)
  if (byId.length > 0) return byId.map(({ id }) => id)
  const place = /^(.*):(\d+)$/.exec(name)
  if (place === null) return []
  const byPlace =
    'SELECT user.id FROM user JOIN file ON file.id = user.file_id WHERE user.line = ? AND (file.name = ? OR file.path = ?)'
  return allRows(idRow, sql(database, byPlace), Number(place[2]), place[1] ?? '', place[1] ?? '').map(({ id }) => id)
}
