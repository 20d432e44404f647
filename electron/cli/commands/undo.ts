import { countUndo, undoRun, type Undone } from '../../engine/afterwards/undo-run.ts'
import { parseArguments } from '../arguments.ts'
import { askingAt } from '../asking.ts'
import { exitDone, exitStopped, exitWithFailures, type Io } from '../io.ts'
import { atCore, coreOptions, coreUsage } from '../reach-core.ts'
import type { CliParts } from '../cli-parts.ts'
import { fail } from '../send-and-report.ts'

export const undoUsage = `undo DOCUMENT [--yes] ${coreUsage}`

const options = { ...coreOptions, yes: { type: 'boolean' } } as const

/** Removes from the core exactly the users that this migration created there. Asks first, in numbers. */
export async function undoCommand(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const parsed = parseArguments(args, options, undoUsage)
  if (parsed.ok && !parsed.value.flag('yes') && io.ask === null) {
    return fail(io, 'Nobody is removed without a confirmation: there is no terminal to ask on, so add --yes.')
  }
  return atCore(parsed, undoUsage, io, parts, async (session, given) => {
    const asking = askingAt(session, parts, io)
    if (!asking.ok) return fail(io, asking.error.message, exitStopped)
    const { target, options: ask, close } = asking.value
    const { database } = session.document
    const { removable, left } = countUndo(database, target.id)
    io.err(`${removable} users that this migration created are removed from ${target.name}; ${left} others are left.\n`)
    if (!given.flag('yes') && !(await confirmed(io))) return fail(io, 'Nobody was removed.', exitStopped)
    const undone = await undoRun(database, target.id, ask)
    await close()
    io.out(given.flag('json') ? `${JSON.stringify(undone)}\n` : undoneText(undone))
    if (undone.stopped !== null) return exitStopped
    return undone.failed > 0 ? exitWithFailures : exitDone
  })
}

async function confirmed(io: Io): Promise<boolean> {
  return io.ask !== null && /^y(es)?$/i.test((await io.ask('Remove them now? (yes/no) ', false)).trim())
}

function undoneText({ removed, left, failed }: Undone): string {
  return `${removed} users removed, ${left} left, ${failed} could not be removed.\n`
}
