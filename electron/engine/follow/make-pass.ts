import * as z from 'zod'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { type CreatedUserRow, createdUsers, isSignedHere } from '../document/created-users.ts'
import { ownStatus } from '../document/stored-calls.ts'
import { passStage, passTable, passResults, pendingChanges } from '../document/passes.ts'
import { run, transaction, allRows, type Database, sql } from '../document/sqlite.ts'
import { canLookUp } from '../runner/existing-users.ts'
import { recoverSending } from '../runner/recover.ts'
import { applyHeldUsers, dropChangesOfGone, settleDone } from './apply-change.ts'
import { followedFiles } from './followed-files.ts'
import { listPass } from './list-pass.ts'
import { contextOf, type PassParts } from './pass-parts.ts'
import { bumpUsersVersion } from '../document/facets.ts'
import { planAmongAll } from '../document/plans/plan-row.ts'
import { readPlannedRow } from '../document/plans/load-user.ts'
import { postRunTable } from '../document/post-run-findings.ts'
import { removeMade } from '../post-run/undo-run.ts'
import type { AskCore } from '../post-run/ask-core.ts'
import { knownCalls } from './calls-there.ts'
import { markDeleted, type PassContext } from './plan-user.ts'

export type PassOrder = {
  readonly isCutOver: boolean
  /** The operator accepts that the source lost users, or that its IDs have another form. */
  readonly acceptsLoss: boolean
  /** Users who left the source are removed from the core, where this migration created them: all, or some. */
  readonly removes: 'all' | readonly number[] | null
}

/** `left`: users whose change could not be sent yet. */
export type PassEnd = { readonly passId: number; readonly left: number }

/**
 * One pass: lists the source, compares it with the last listing, and sends the changes to the core. Everything is in
 * the document before it is sent; a pass that a process left open is repeated from a new listing, which finds each
 * change once.
 */
export async function makePass(parts: PassParts, order: PassOrder): Promise<Result<PassEnd>> {
  const { database, target, clock } = parts
  const likes = followedFiles(database)
  if (!likes.ok) return likes
  const open = passTable.open(database, target.id)
  const passId =
    open?.id ?? passTable.add(database, target.id, { kind: 'whole', isCutOver: order.isCutOver, now: clock.now() })
  if (order.isCutOver) passTable.change(database, passId, { isCutOver: true })
  const end = (message: string | null) => passTable.end(database, passId, clock.now(), message)
  recover(parts)
  const { isCutOver, acceptsLoss, removes } = order
  // Only a whole listing tells that a user has not come back.
  const isWhole = isCutOver || acceptsLoss || removes !== null
  const listing = { passId, likes: likes.value, isWhole, acceptsLoss }
  const list = async () => {
    const read = await listPass(parts, listing)
    if (read.ok) return read
    passStage.clear(database)
    // A pass that the operator stopped, or that dies, is made again.
    if (read.error.code !== 'follow-stopped' && !parts.signal.aborted) end(read.error.message)
    return read
  }
  const read = await list()
  if (!read.ok) return read
  // A listing that the operator accepted although users are missing removes no user.
  if (removes !== null && !acceptsLoss) await removeThose(parts, passId, removes)
  let sent = await sendChanges(parts, passId)
  // No later pass takes a change that waited until its user was sent.
  if (isCutOver && read.value.untaken > 0 && sent.ok && sent.value === null) {
    const rest = await list()
    if (!rest.ok) return rest
    sent = await sendChanges(parts, passId)
  }
  if (!sent.ok) {
    if (!parts.signal.aborted) end(sent.error.message)
    return sent
  }
  const left = usersLeft(database, target.id)
  if (sent.value !== null) {
    if (!parts.signal.aborted) end(sent.value.message)
    return problem(sent.value.code, sent.value.message)
  }
  end(null)
  return ok({ passId, left })
}

/** Their keys in the core are free for others afterwards. */
async function removeThose(parts: PassParts, passId: number, which: 'all' | readonly number[]): Promise<void> {
  const { database } = parts
  const context = contextOf(parts, passId)
  const { core, close } = parts.ask()
  try {
    await removeGone(context, core, which)
  } finally {
    await close()
  }
  transaction(database, () => applyHeldUsers(context))
}

/**
 * Removes from the core users who left the source, by the operator's word: only login methods that this machine saw this
 * migration create, after the core was asked whether they are still those, and none with other accounts linked to it.
 * Returns how many users were removed; the others stay listed.
 */
async function removeGone(context: PassContext, core: AskCore, which: 'all' | readonly number[]): Promise<number> {
  const { database, target, now } = context
  const selected = which === 'all' ? null : new Set(which)
  const gone = passResults.listGone(database).filter((id) => selected === null || selected.has(id))
  let removed = 0
  await core.each(gone, async (userId) => {
    const own = ownLogins(context, userId)
    if (own.length === 0) return
    for (const made of own) {
      const order = { withLinked: false, confirmed: true, own: own.map(({ key }) => key) }
      const removal = await removeMade(core, made, order)
      if (removal === null) return
      const { outcome, message } = removal
      postRunTable.record(database, target.id, 'undo', { ...made, outcome, message, at: now() })
      if (outcome !== 'removed' && outcome !== 'gone') return
    }
    transaction(database, () => forget(context, userId))
    removed += 1
  })
  return removed
}

/** Users who left the source, as far as this machine saw this migration create every login of theirs. */
export function removableGone(context: Pick<PassContext, 'database' | 'target' | 'provenance'>): readonly number[] {
  return passResults.listGone(context.database).filter((userId) => ownLogins(context, userId).length > 0)
}

/** Empty: some login of the user is not of this migration. */
function ownLogins(
  { database, target, provenance }: Pick<PassContext, 'database' | 'target' | 'provenance'>,
  userId: number,
): readonly CreatedUserRow[] {
  const logins = createdUsers.ofUser(database, target.id, userId)
  return logins.every((one) => isSignedHere(one, provenance)) ? logins : []
}

/** The user is not in the core any more, and is excluded as one that was deleted in the source. */
function forget(context: PassContext, userId: number): void {
  const { database, planning } = context
  for (const table of ['call', 'progress']) run(database, `DELETE FROM ${table} WHERE user_id = ?`, userId)
  run(database, 'DELETE FROM pending_change WHERE user_id = ?', userId)
  markDeleted(context, userId)
  run(
    database,
    "UPDATE pass_user SET state = 'sent' WHERE user_id = ? AND change = 'gone' AND state = 'listed'",
    userId,
  )
  const row = readPlannedRow(database, userId)
  if (row !== undefined) planAmongAll(database, row, planning)
  bumpUsersVersion(database)
}

/** Calls that an earlier process left behind count as a run would take them. */
function recover({ database, target, clock, settings }: PassParts): void {
  recoverSending(database, target.id, canLookUp(target), clock.now())
  if (settings.signIn !== 'not-yet') return
  // No user can sign in there and change a password, so a password that may have arrived is sent again.
  transaction(database, () => {
    const users = 'user_id IN (SELECT user_id FROM pending_change WHERE state = ?)'
    run(
      database,
      `UPDATE call SET state = 'todo', status = NULL, tries = 0 WHERE target_id = ? AND kind = 'import'
       AND (status = '${ownStatus.reconcileFirst}' OR state = 'in-doubt') AND ${users}`,
      target.id,
      'sending',
    )
    run(
      database,
      `UPDATE progress SET state = 'ready' WHERE target_id = ? AND state = 'in-doubt' AND ${users}`,
      target.id,
      'sending',
    )
  })
}

/**
 * Users of passes whose changes wait to be sent. For a user that left the source only what has begun is finished: what the core has
 * of it is known then.
 */
function usersToSend(database: Database, targetId: number): readonly number[] {
  const gone = new Set(passResults.listAbsent(database))
  const isUnclear = (id: number) => knownCalls(database, targetId, id).isUnclear
  const isThere = (id: number) => knownCalls(database, targetId, id).there.length > 0
  const changed = pendingChanges.list(database, 'sending').filter((id) => !gone.has(id) || isUnclear(id))
  const waiting = passResults.listWaitingNew(database).filter((id) => !gone.has(id) || isThere(id) || isUnclear(id))
  return [...new Set([...changed, ...waiting])]
}

/** The same, without users that the core refused or already has. */
function readyToSend(database: Database, targetId: number): readonly number[] {
  return usersToSend(database, targetId).filter((id) => !isSettled(database, targetId, id))
}

/** How many users are still to be sent. */
function usersLeft(database: Database, targetId: number): number {
  return readyToSend(database, targetId).length
}

/** Why sending ended before everything was sent. */
type Stopped = { readonly code: string; readonly message: string }

/**
 * Sends what passes have found, and then what waited for it, round by round: a chain of users who each want what the next one
 * gives up is as long as it is.
 */
async function sendChanges(parts: PassParts, passId: number): Promise<Result<Stopped | null>> {
  const { database, target, clock } = parts
  // Failed calls are tried once more in the first round.
  for (let users = usersToSend(database, target.id); users.length > 0; users = readyToSend(database, target.id)) {
    parts.onState({ kind: 'sending', users: users.length })
    const end = await parts.send([...users])
    if (!end.ok) return end
    passTable.change(database, passId, { writtenAt: clock.now() })
    const isStuck = !users.some((id) => isSettled(database, target.id, id))
    settleSent(parts, passId)
    const stop = end.value?.stop ?? null
    if (parts.signal.aborted)
      return ok({ code: 'follow-stopped', message: 'The pass was stopped. It continues when it is resumed.' })
    if (stop !== null) {
      const message = (end.value?.message ?? '').trim()
      return ok({ code: stop, message: message === '' ? `Sending stopped: ${stop}.` : message })
    }
    if (isStuck) break
  }
  return ok(null)
}

const progressRow = z.object({ id: z.number(), state: z.string() })

/** Notes what became of the users that were sent, and plans again who waited for them. */
function settleSent(parts: PassParts, passId: number): void {
  const { database, target } = parts
  const context = contextOf(parts, passId)
  transaction(database, () => {
    for (const id of pendingChanges.list(database, 'sending')) settleDone(context, id)
    const states = `SELECT user_id AS id, state FROM progress WHERE target_id = ? AND user_id IN
      (SELECT user_id FROM pass_user WHERE change IN ('new', 'unsent') AND state = 'waiting')`
    for (const { id, state } of allRows(progressRow, sql(database, states), target.id)) {
      const became = newStates[state]
      if (became !== undefined)
        run(
          database,
          "UPDATE pass_user SET state = ? WHERE user_id = ? AND change IN ('new', 'unsent') AND state = 'waiting'",
          became,
          id,
        )
    }
    dropChangesOfGone(context)
    applyHeldUsers(context, (id) => isSettled(database, target.id, id))
    bumpUsersVersion(database)
  })
}

const newStates: Readonly<Record<string, string>> = {
  migrated: 'sent',
  existing: 'listed',
  failed: 'failed',
  blocked: 'held',
  'in-doubt': 'held',
}

/** The core refused it, or has it: nothing is left to be sent before something about the user changes. */
function isSettled(database: Database, targetId: number, userId: number): boolean {
  const select = "SELECT 1 FROM progress WHERE target_id = ? AND user_id = ? AND state <> 'ready'"
  return sql(database, select).get(targetId, userId) !== undefined
}
