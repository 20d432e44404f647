import { count, counted } from '../../../shared/format.ts'
import { noRecord, undoneText } from '../../../shared/report/post-run-text.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { createdUsers } from '../../engine/document/created-users.ts'
import type { UndoResult } from '../../engine/post-run/undo-run.ts'
import { targetTable } from '../../engine/document/targets.ts'
import { awaitPostRun, namedText, savePostRun } from '../post-run.ts'
import type { Session } from '../../engine/session/session.ts'
import { type Arguments, type CommandSpec, parseArguments } from '../options/command-spec.ts'
import { exitDone, exitStopped, exitWithFailures, type Io } from '../io.ts'
import { atCore, coreOptions } from '../reach-core.ts'
import type { CliParts, Command } from '../cli-parts.ts'
import { fail } from '../send-and-report.ts'
import { outcomeOptions } from '../options/shared-options.ts'

const undoSpec = {
  name: 'undo',
  operands: 'DOCUMENT [FILE...]',
  summary: 'Remove from the core the users that this migration created there (supertokens cores)',
  options: {
    ...coreOptions,
    yes: { type: 'boolean', help: 'Confirm the number of users without asking' },
    'with-linked': {
      type: 'boolean',
      help: 'Also remove users with accounts that were linked later; those accounts stay',
    },
    'confirm-users': {
      type: 'string',
      value: 'NUMBER',
      help: 'Also remove users that this machine has no record of, if there are exactly this many',
      example: '--confirm-users 12',
    },
    ...outcomeOptions('undone.csv'),
  },
  examples: ['users.migration --report undone.csv'],
} as const satisfies CommandSpec

/**
 * Removes from the core exactly the users that this machine created there for this migration. Asks first, in numbers.
 * Users without a record here are looked up, named and confirmed on their own (`--confirm-users`); users that were
 * linked with other accounts since need `--with-linked`.
 */
async function undoMigration(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const parsed = parseArguments(args, undoSpec)
  if (parsed.ok && !parsed.value.flag('yes') && io.ask === null) {
    return fail(io, 'No users were removed. Without a terminal, add --yes to confirm.')
  }
  return atCore(parsed, undoSpec, io, parts, async (session, given) => {
    const { database } = session.document
    const target = targetTable.current(database)
    if (target === undefined) return fail(io, 'This migration has no core yet.')
    const { removable, logins, unconfirmed, left } = createdUsers.countUndo(
      database,
      target.id,
      session.trust.provenance(target),
    )
    const theirs = logins === removable ? '' : `, with their ${counted(logins, 'login method')},`
    const others = `${counted(left, 'other')} ${left === 1 ? 'stays' : 'stay'}`
    const removal = `${counted(removable, 'user')} that this migration created${theirs} will be removed from ${target.name}`
    io.err(`${removal}; ${others}.\n`)
    if (unconfirmed > 0)
      io.err(`${count(unconfirmed)} more ${unconfirmed === 1 ? 'is' : 'are'} looked up first: ${noRecord}.\n`)
    const asks = removable > 0 && !given.flag('yes')
    if (asks && !(await confirmed(io, removable))) return fail(io, 'Nobody was removed.', exitStopped)
    const withLinked = given.flag('with-linked')
    const first = await awaitPostRun(session, session.postRun.undo({ withLinked }), io)
    if (!first.ok) return fail(io, first.error.message, exitStopped)
    const second = first.value.stopped === null ? await removeUnconfirmed(session, given, io) : ok(null)
    if (!second.ok) return fail(io, second.error.message, exitStopped)
    const undone = second.value ?? first.value
    io.out(given.flag('json') ? `${JSON.stringify(resultOf(undone))}\n` : `${undoneText(undone, hintsFor(undone))}\n`)
    const saved = await savePostRun(database, 'undo', given, io)
    if (!saved.ok) return fail(io, saved.error.message)
    if (undone.stopped !== null) return exitStopped
    return undone.failed + undone.linked + undone.mismatched + undone.unconfirmed > 0 ? exitWithFailures : exitDone
  })
}

function hintsFor({ unconfirmed }: UndoResult) {
  return {
    unconfirmed: `Look at them (--report), then add --confirm-users ${unconfirmed}.`,
    linked: 'Add --with-linked to remove the logins that this migration created for them; the linked accounts stay.',
  }
}

/** Names the users without a record and asks about them; null: they stay. */
async function removeUnconfirmed(session: Session, given: Arguments, io: Io): Promise<Result<UndoResult | null>> {
  const { unconfirmed } = session.postRun.state()
  if (unconfirmed === 0) return ok(null)
  const { database } = session.document
  io.err(namedText(database, ['undo', 'unconfirmed'], unconfirmed, '--report lists all'))
  const wanted = given.text('confirm-users')
  if (wanted === undefined && (given.flag('yes') || io.ask === null)) return ok(null)
  if (wanted !== undefined && wanted.trim() !== String(unconfirmed)) {
    const known = `${counted(unconfirmed, 'user')} ${unconfirmed === 1 ? 'has' : 'have'} no record on this machine`
    io.err(`${known}, not as many as --confirm-users says. No user of these is removed.\n`)
    return ok(null)
  }
  if (wanted === undefined && !(await confirmed(io, unconfirmed))) return ok(null)
  return awaitPostRun(session, session.postRun.undo({ withLinked: given.flag('with-linked'), unconfirmed }), io)
}

/** The number has to be typed: a yes comes too easily. */
async function confirmed(io: Io, removable: number): Promise<boolean> {
  if (io.ask === null) return false
  const typed = await io.ask(`To remove them, type their number (${removable}): `, false)
  return typed.trim() === String(removable)
}

function resultOf({ removed, gone, unconfirmed, linked, mismatched, left, failed, stopped }: UndoResult) {
  return { removed, gone, unconfirmed, linked, mismatched, left, failed, stopped }
}

export const undoCommand = { spec: undoSpec, run: undoMigration } satisfies Command
