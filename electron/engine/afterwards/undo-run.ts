import type { AttemptRecord, StopReason } from '../running/call-result.ts'
import { sql, transaction, type Database } from '../document/sqlite.ts'
import { setSetting } from '../document/settings.ts'
import { createAskCore, type AskOptions } from './ask-core.ts'
import { noteAfterward } from './findings.ts'
import { madeUsers, type MadeUserRow } from './made-users.ts'

export type Undone = {
  readonly target: number
  /** Unix epoch, milliseconds. */
  readonly at: number
  readonly removed: number
  /** In the core before, or not known for certain to be ours: never removed. */
  readonly left: number
  readonly failed: number
  readonly stopped: StopReason | null
}

const notOurs = 'Was in the core before, or it is not certain that this migration created it; never removed.'

/**
 * Removes from the core exactly the users of which it said that a call of this migration created them. Afterwards
 * they are ready to be sent again; every removal is in their history.
 */
export async function undoRun(
  database: Database,
  targetId: number,
  options: AskOptions,
  onProgress: (removed: number) => void = () => undefined,
): Promise<Undone> {
  const core = createAskCore(options)
  const { now } = options.clock
  const count = { removed: 0, left: 0, failed: 0 }
  for (const page of madeUsers(database, targetId)) {
    const others = page.filter(({ createdHere }) => !createdHere)
    count.left += others.length
    transaction(database, () => {
      for (const one of others) {
        noteAfterward(database, targetId, 'undo', { ...one, outcome: 'left', message: notOurs, at: now() })
      }
    })
    const ours = page.filter(({ createdHere }) => createdHere)
    await core.each(ours, async (made) => {
      const { step, attempts } = await core.ask('remove-user', { userId: made.coreUserId })
      if (step.kind === 'interrupted') return
      const removed = step.kind === 'success'
      count[removed ? 'removed' : 'failed'] += 1
      const message = step.kind === 'failed' ? step.message : ''
      transaction(database, () => {
        noteRemoval(database, targetId, made, attempts, removed, now())
        const outcome = removed ? 'removed' : 'failed'
        noteAfterward(database, targetId, 'undo', { ...made, outcome, message, at: now() })
      })
      onProgress(count.removed + count.failed)
    })
    if (core.stopped() !== null) break
  }
  const undone: Undone = { target: targetId, at: now(), ...count, stopped: core.stopped() }
  setSetting(database, 'undone', undone)
  return undone
}

function noteRemoval(
  database: Database,
  targetId: number,
  { userId, key }: MadeUserRow,
  attempts: readonly AttemptRecord[],
  removed: boolean,
  at: number,
): void {
  for (const one of attempts) {
    sql(
      database,
      'INSERT INTO attempt (target_id, user_id, key, operation, at, ms, outcome, http_status, status, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ).run(targetId, userId, key, one.operation, one.at, one.ms, one.outcome, one.httpStatus, one.status, one.message)
  }
  if (!removed) return
  // What completed the user went with it, so those calls are to be made again too.
  sql(
    database,
    `UPDATE call SET state = 'todo', status = NULL, message = 'Removed again by an undo.', core_user_id = NULL,
     recipe_user_id = NULL, created = NULL, existed = NULL, tries = 0, finished_at = NULL
     WHERE target_id = ? AND user_id = ? AND (key = ? OR kind IN ('update', 'verify-email', 'map-id'))`,
  ).run(targetId, userId, key)
  sql(
    database,
    "UPDATE progress SET state = 'ready', failure = NULL, changed_at = ? WHERE target_id = ? AND user_id = ?",
  ).run(at, targetId, userId)
}
