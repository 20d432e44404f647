import { verifyUsers, type Verification } from '../../engine/afterwards/verify-users.ts'
import { parseArguments } from '../arguments.ts'
import { exitDone, exitStopped, exitWithFailures, type Io } from '../io.ts'
import { askingAt } from '../asking.ts'
import { atCore, coreOptions, coreUsage } from '../reach-core.ts'
import type { CliParts } from '../cli-parts.ts'
import { fail } from '../send-and-report.ts'

export const verifyUsage = `verify DOCUMENT [--sample N] ${coreUsage}`

const options = { ...coreOptions, sample: { type: 'string' } } as const

/** Looks up the migrated users, all of them or a sample; what is found is kept for the report. */
export function verifyCommand(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  return atCore(parseArguments(args, options, verifyUsage), verifyUsage, io, parts, async (session, given) => {
    const sample = given.text('sample')
    if (sample !== undefined && !/^[1-9]\d{0,8}$/.test(sample))
      return fail(io, '--sample takes a number of users, 1 or more.')
    const asking = askingAt(session, parts, io)
    if (!asking.ok) return fail(io, asking.error.message, exitStopped)
    const { target, options: ask, close } = asking.value
    const found = await verifyUsers(
      session.document.database,
      target.id,
      sample === undefined ? null : Number(sample),
      ask,
    )
    await close()
    io.out(given.flag('json') ? `${JSON.stringify(found)}\n` : verificationText(found))
    if (found.stopped !== null) return exitStopped
    return found.missing + found.unanswered > 0 ? exitWithFailures : exitDone
  })
}

function verificationText({ looked, found, missing, unanswered }: Verification): string {
  return `${looked} users looked up: ${found} are there, ${missing} are missing, ${unanswered} without an answer.\n`
}
