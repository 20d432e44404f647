import type { Scope } from '../../../shared/bridge/contract.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { Database } from '../../engine/document/sqlite.ts'
import { widen } from '../../engine/document/narrow.ts'
import { usersNamed } from '../../engine/running/scope.ts'
import type { Session } from '../../engine/session/session.ts'
import { parseArguments, type Arguments } from '../arguments.ts'
import { exitStopped, type Io } from '../io.ts'
import { paceOptions, paceUsage, readPace } from '../pace-options.ts'
import { atCore, coreOptions, coreUsage } from '../reach-core.ts'
import type { CliParts } from '../cli-parts.ts'
import { fail, finish, send } from '../send-and-report.ts'
import { readChanged, readExisting } from '../settings-from-arguments.ts'

export const resumeUsage = `resume DOCUMENT [--everybody] [--existing leave|update|ask] [--changed send|leave-out] ${paceUsage} ${coreUsage}`
export const retryUsage = `retry DOCUMENT [--user ID] [--existing leave|update|ask] ${paceUsage} ${coreUsage}`

const options = { ...coreOptions, ...paceOptions, existing: { type: 'string' } } as const
const resumeOptions = { ...options, everybody: { type: 'boolean' }, changed: { type: 'string' } } as const
const retryOptions = { ...options, user: { type: 'string', multiple: true } } as const

/**
 * Goes on with a migration that was stopped, wherever it stood. One that a list narrowed stays narrowed, unless
 * everybody is asked for.
 */
export function resumeCommand(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const given = parseArguments(args, resumeOptions, resumeUsage)
  return goOn(given, io, parts, resumeUsage, ({ flag }, database) => {
    if (flag('everybody')) widen(database)
    return ok({ scope: { kind: 'all' }, retry: false })
  })
}

/** Sends failed users again: all of them, or those that are named. */
export function retryCommand(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  return goOn(parseArguments(args, retryOptions, retryUsage), io, parts, retryUsage, (given, database) => {
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

function goOn(given: Result<Arguments>, io: Io, parts: CliParts, usage: string, what: What): Promise<number> {
  return atCore(given, usage, io, parts, async (session, args) => {
    const pace = readPace(args)
    if (!pace.ok) return fail(io, pace.error.message)
    const decided = await decide(session, args)
    if (!decided.ok) return fail(io, decided.error.message)
    const order = what(args, session.document.database)
    if (!order.ok) return fail(io, order.error.message)
    const sent = await send(session, { ...order.value, ...pace.value }, io)
    if (!sent.ok) return fail(io, sent.error.message, exitStopped)
    return finish(sent.value, args.flag('json'), io)
  })
}

/** Takes the decisions that can still be taken once users were sent. */
async function decide(session: Session, args: Arguments): Promise<Result<null>> {
  const existing = readExisting(args)
  if (!existing.ok) return existing
  const changed = readChanged(args)
  if (!changed.ok) return changed
  if (existing.value !== null) session.choose({ existing: existing.value })
  if (args.text('changed') !== undefined) session.choose({ changed: changed.value })
  return session.work.settled()
}
