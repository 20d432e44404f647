import { ok, problem, type Result } from '../../../shared/result.ts'
import { reconcileFirst } from '../document/stored-calls.ts'
import { addPass, changePass, clearStage, endPass, openPass } from '../document/passes.ts'
import { run, transaction } from '../document/sqlite.ts'
import { canLookUp } from '../runner/existing-users.ts'
import { recoverSending } from '../runner/recover.ts'
import { considerHeld } from './apply-change.ts'
import { followedFiles } from './followed-files.ts'
import { listPass } from './list-pass.ts'
import { contextOf, type PassParts } from './pass-parts.ts'
import { removeGone } from './remove-gone.ts'
import { sendChanges, usersLeft } from './send-changes.ts'

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
  const open = openPass(database, target.id)
  const passId =
    open?.id ?? addPass(database, target.id, { kind: 'whole', isCutOver: order.isCutOver, now: clock.now() })
  if (order.isCutOver) changePass(database, passId, { isCutOver: true })
  const end = (message: string | null) => endPass(database, passId, clock.now(), message)
  recover(parts)
  const { isCutOver, acceptsLoss, removes } = order
  // Only a whole listing tells that a user has not come back.
  const isWhole = isCutOver || acceptsLoss || removes !== null
  const listing = { passId, likes: likes.value, isWhole, acceptsLoss }
  const list = async () => {
    const read = await listPass(parts, listing)
    if (read.ok) return read
    clearStage(database)
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

/** What they had in the core is free for others afterwards. */
async function removeThose(parts: PassParts, passId: number, which: 'all' | readonly number[]): Promise<void> {
  const { database } = parts
  const context = contextOf(parts, passId)
  const { core, close } = parts.ask()
  try {
    await removeGone(context, core, which)
  } finally {
    await close()
  }
  transaction(database, () => considerHeld(context))
}

/** What the process before left behind counts as a run would take it. */
function recover({ database, target, clock, settings }: PassParts): void {
  recoverSending(database, target.id, canLookUp(target), clock.now())
  if (settings.signIn !== 'not-yet') return
  // No user can sign in there and change a password, so a password that may have arrived is sent again.
  transaction(database, () => {
    const users = 'user_id IN (SELECT user_id FROM pending_change WHERE state = ?)'
    run(
      database,
      `UPDATE call SET state = 'todo', status = NULL, tries = 0 WHERE target_id = ? AND kind = 'import'
       AND (status = '${reconcileFirst}' OR state = 'in-doubt') AND ${users}`,
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
