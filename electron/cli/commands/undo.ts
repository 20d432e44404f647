import { countUndo } from '../../engine/document/created-users.ts'
import type { Undone } from '../../engine/post-run/undo-run.ts'
import { currentTarget } from '../../engine/document/targets.ts'
import { awaitPostRun, savePostRun } from '../post-run.ts'
import { parseArguments } from '../arguments.ts'
import type { CommandSpec } from '../command-spec.ts'
import { exitDone, exitStopped, exitWithFailures, type Io } from '../io.ts'
import { atCore, coreOptions } from '../reach-core.ts'
import type { CliParts } from '../cli-parts.ts'
import { fail } from '../send-and-report.ts'

export const undoSpec = {
  name: 'undo',
  operands: 'DOCUMENT [FILE...]',
  summary: 'Remove from the core the users that this migration created there (supertokens cores)',
  options: {
    ...coreOptions,
    yes: { type: 'boolean', help: 'Confirm the number' },
    'with-linked': {
      type: 'boolean',
      help: 'Remove users, too, to whom other accounts were linked since; those accounts stay',
    },
    report: { type: 'string', value: 'FILE', help: 'Write what became of every user, as CSV' },
    unmasked: { type: 'boolean', help: 'Write whole emails and phone numbers' },
  },
  examples: ['users.migration --report undone.csv'],
} as const satisfies CommandSpec

/**
 * Removes from the core exactly the users that this migration created there. Asks first, in numbers. Users to whom other
 * accounts were linked since need `--with-linked`.
 */
export async function undoCommand(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const parsed = parseArguments(args, undoSpec)
  if (parsed.ok && !parsed.value.flag('yes') && io.ask === null) {
    return fail(io, 'Nobody is removed without a confirmation: there is no terminal to ask on, so add --yes.')
  }
  return atCore(parsed, undoSpec, io, parts, async (session, given) => {
    const { database } = session.document
    const target = currentTarget(database)
    const { removable, left } = countUndo(database, target?.id ?? 0)
    const where = target?.name ?? 'the core'
    io.err(`${removable} users that this migration created are removed from ${where}; ${left} others are left.\n`)
    if (!given.flag('yes') && !(await confirmed(io, removable))) return fail(io, 'Nobody was removed.', exitStopped)
    const undone = await awaitPostRun(session, session.postRun.undo({ withLinked: given.flag('with-linked') }), io)
    if (!undone.ok) return fail(io, undone.error.message, exitStopped)
    io.out(given.flag('json') ? `${JSON.stringify(resultOf(undone.value))}\n` : undoneText(undone.value))
    const saved = await savePostRun(database, 'undo', given, io)
    if (!saved.ok) return fail(io, saved.error.message)
    if (undone.value.stopped !== null) return exitStopped
    const { failed, linked, mismatched } = undone.value
    return failed + linked + mismatched > 0 ? exitWithFailures : exitDone
  })
}

/** The number has to be typed: a yes comes too easily. */
async function confirmed(io: Io, removable: number): Promise<boolean> {
  if (io.ask === null) return false
  const typed = await io.ask(`To remove them, type their number (${removable}): `, false)
  return typed.trim() === String(removable)
}

function resultOf({ removed, gone, linked, mismatched, left, failed, stopped }: Undone) {
  return { removed, gone, linked, mismatched, left, failed, stopped }
}

function undoneText({ removed, gone, linked, mismatched, left, failed }: Undone): string {
  return [
    `${removed} users removed, ${left} left, ${failed} could not be removed.`,
    ...(gone > 0 ? [`${gone} were not in the core any more.`] : []),
    ...(linked > 0
      ? [
          `${linked} not removed: other accounts were linked to them since. Add --with-linked to remove what this migration created of them; the linked accounts stay.`,
        ]
      : []),
    ...(mismatched > 0
      ? [`${mismatched} not removed: the core has another contact or login method under their id.`]
      : []),
    '',
  ].join('\n')
}
