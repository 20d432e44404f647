import { hostname } from 'node:os'
import { normaliseBaseUrl } from '../../../shared/core-api/base-url.ts'
import type { Scope } from '../../../shared/bridge/contract.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { getSetting } from '../../engine/document/settings.ts'
import type { Database } from '../../engine/document/sqlite.ts'
import { currentTarget } from '../../engine/document/targets.ts'
import { usersNamed } from '../../engine/running/scope.ts'
import type { Session } from '../../engine/session/session.ts'
import { parseArguments, type Arguments } from '../arguments.ts'
import { connectCore } from '../connect-core.ts'
import { exitBadInput, exitStopped, type Io } from '../io.ts'
import { openAt, openSession, settle } from '../open-migration.ts'
import { progressLine } from '../progress-line.ts'
import type { CliParts } from '../run-command.ts'
import { fail, finish, notRead, send, unsent } from '../send-and-report.ts'
import { readApiKey } from '../settings-from-arguments.ts'

export const resumeUsage = 'resume DOCUMENT [--core URL] [--same-core] [--api-key-file F] [--json]'
export const retryUsage = 'retry DOCUMENT [--user ID] [--core URL] [--same-core] [--api-key-file F] [--json]'

const options = {
  core: { type: 'string' },
  'same-core': { type: 'boolean' },
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
    const ids = names.flatMap((name) => usersNamed(database, name))
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
  const sameCore = given.flag('same-core')
  const core = await chooseCore(database, given.text('core'), sameCore, io)
  if (!core.ok) return fail(io, core.error.message)
  const apiKey = await readApiKey(given, io)
  if (!apiKey.ok) return fail(io, apiKey.error.message)
  const read = await settle(session, io.signal)
  if (!read.ok) return notRead(session, read.error, given.flag('json'), io)
  const connected = await connectCore(session, { ...core.value, apiKey: apiKey.value, sameCore }, io)
  if (connected.kind === 'bad-input') return exitBadInput
  if (connected.kind === 'stopped') return finish(unsent(session, connected.why), given.flag('json'), io)
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
async function chooseCore(
  database: Database,
  named: string | undefined,
  moved: boolean,
  io: Io,
): Promise<Result<Core>> {
  const target = currentTarget(database)
  const intended = getSetting(database, 'intended-core')
  if (target?.kind === 'rehearsal') {
    return problem(
      'rehearsal',
      'This migration was last sent to a rehearsal core, which ended with the app. Continue in the app, or use run.',
    )
  }
  const before = target?.base_url ?? intended?.baseUrl
  const how = {
    dialect: target?.dialect ?? intended?.dialect ?? 'auto',
    allowHttp: intended?.allowHttp ?? true,
  } as const
  const address = named ?? (await addressFromElsewhere(database, before, io))
  if (address !== null) return coreAt(address, moved ? undefined : before, how)
  if (before !== undefined) return ok({ baseUrl: before, ...how })
  return problem('no-core', 'This migration has no core yet. Name one with --core.')
}

/** Asks for the address of a migration that came from another machine; null: it is our own. */
async function addressFromElsewhere(database: Database, before: string | undefined, io: Io): Promise<string | null> {
  if (before === undefined || getSetting(database, 'machine') === hostname()) return null
  io.err('This migration was last written on another machine, so the address of its core is asked for.\n')
  return io.ask === null ? '' : io.ask('Address of the core: ', false)
}

function coreAt(address: string, before: string | undefined, how: Omit<Core, 'baseUrl'>): Result<Core> {
  if (address.trim() === '') return problem('core-unconfirmed', 'Repeat the address of its core with --core.')
  const wanted = normaliseBaseUrl(address)
  if (!wanted.ok) return wanted
  const known = normaliseBaseUrl(before ?? address)
  return known.ok && wanted.value === known.value
    ? ok({ baseUrl: wanted.value, ...how })
    : problem(
        'core-differs',
        `This migration belongs to ${before ?? 'another core'}. Name that core; add --same-core when it has moved; or start a new migration for another one.`,
      )
}
