import type { Scope } from '../../../shared/bridge/contract.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { Database } from '../../engine/document/sqlite.ts'
import { usersNamed } from '../../engine/running/scope.ts'
import { parseArguments, type Arguments } from '../arguments.ts'
import { exitStopped, type Io } from '../io.ts'
import { paceOptions, paceUsage, readPace } from '../pace-options.ts'
import { atCore, coreOptions, coreUsage } from '../reach-core.ts'
import type { CliParts } from '../cli-parts.ts'
import { fail, finish, send } from '../send-and-report.ts'
import { readExisting } from '../settings-from-arguments.ts'

export const resumeUsage = `resume DOCUMENT [--existing leave|update|ask] ${paceUsage} ${coreUsage}`
export const retryUsage = `retry DOCUMENT [--user ID] [--existing leave|update|ask] ${paceUsage} ${coreUsage}`

const options = {
  ...coreOptions,
  ...paceOptions,
  user: { type: 'string', multiple: true },
  existing: { type: 'string' },
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

function goOn(args: readonly string[], io: Io, parts: CliParts, usage: string, what: What): Promise<number> {
  return atCore(parseArguments(args, options, usage), usage, io, parts, async (session, given) => {
    const order = what(given, session.document.database)
    if (!order.ok) return fail(io, order.error.message)
    const pace = readPace(given)
    if (!pace.ok) return fail(io, pace.error.message)
    const existing = readExisting(given)
    if (!existing.ok) return fail(io, existing.error.message)
    if (existing.value !== null) session.choose({ existing: existing.value })
    const sent = await send(session, { ...order.value, ...pace.value }, io)
    if (!sent.ok) return fail(io, sent.error.message, exitStopped)
    return finish(sent.value, given.flag('json'), io)
  })
}
