import * as z from 'zod'
import { ok, type Result } from '../../../shared/result.ts'
import { changePass, listAbsent, listPending, listWaitingNew } from '../document/passes.ts'
import { allRows, type Database, oneRow, run, sql, transaction } from '../document/sqlite.ts'
import { bumpUsersVersion } from '../document/facets.ts'
import { considerHeld, dropChangesOfAbsent, settleDone } from './apply-change.ts'
import { knownCalls } from './calls-there.ts'
import { contextOf, type PassParts } from './pass-parts.ts'

const idRow = z.object({ id: z.number() })

/**
 * Users of passes whose changes wait to be sent. For a user that left the source only what has begun is finished: what the core has
 * of it is known then.
 */
function usersToSend(database: Database, targetId: number): readonly number[] {
  const gone = new Set(listAbsent(database))
  const isUnclear = (id: number) => knownCalls(database, targetId, id).isUnclear
  const isThere = (id: number) => knownCalls(database, targetId, id).there.length > 0
  const changed = listPending(database, 'sending').filter((id) => !gone.has(id) || isUnclear(id))
  const waiting = listWaitingNew(database).filter((id) => !gone.has(id) || isThere(id) || isUnclear(id))
  return [...new Set([...changed, ...waiting])]
}

/** The same, without users that the core refused or already has. */
function readyToSend(database: Database, targetId: number): readonly number[] {
  return usersToSend(database, targetId).filter((id) => !isSettled(database, targetId, id))
}

/** How many users are still to be sent. */
export function usersLeft(database: Database, targetId: number): number {
  return readyToSend(database, targetId).length
}

/** Why sending ended before everything was sent. */
type Stopped = { readonly code: string; readonly message: string }

/**
 * Sends what passes have found, and then what waited for it, round by round: a chain of users who each want what the next one
 * gives up is as long as it is.
 */
export async function sendChanges(parts: PassParts, passId: number): Promise<Result<Stopped | null>> {
  const { database, target, clock } = parts
  // What failed before is tried once more in the first round.
  for (let users = usersToSend(database, target.id); users.length > 0; users = readyToSend(database, target.id)) {
    parts.onState({ kind: 'sending', users: users.length })
    const end = await parts.send([...users])
    if (!end.ok) return end
    changePass(database, passId, { writtenAt: clock.now() })
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
    for (const id of listPending(database, 'sending')) settleDone(context, id)
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
    dropChangesOfAbsent(context)
    considerHeld(context, (id) => isSettled(database, target.id, id))
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
  const select = "SELECT user_id AS id FROM progress WHERE target_id = ? AND user_id = ? AND state <> 'ready'"
  return oneRow(idRow, sql(database, select), targetId, userId) !== undefined
}
