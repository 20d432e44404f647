import * as z from 'zod'
import { ok, type Result } from '../../../shared/result.ts'
import { changePass, listAbsent, listHeldNew, listPending, listWaitingNew } from '../document/passes.ts'
import { allRows, oneRow } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { run, sql } from '../document/statements.ts'
import { transaction } from '../document/transactions.ts'
import { bumpUsersVersion } from '../document/users-version.ts'
import { considerChanged, considerNew, settleDone } from './apply-change.ts'
import { contextOf, type PassParts } from './pass-parts.ts'

const idRow = z.object({ id: z.number() })

/** Users of passes whose changes wait to be sent, without users that left the source before the core got any of them. */
function usersToSend(database: Database): readonly number[] {
  const gone = new Set(listAbsent(database))
  const isThere = "SELECT 1 FROM call WHERE user_id = ? AND state = 'done' LIMIT 1"
  const isBegun = (id: number) => sql(database, isThere).get(id) !== undefined
  const waiting = listWaitingNew(database).filter((id) => !gone.has(id) || isBegun(id))
  const changed = listPending(database, 'sending').filter((id) => !gone.has(id))
  return [...new Set([...changed, ...waiting])]
}

/** How many users are still to be sent. */
export function usersLeft(database: Database, targetId: number): number {
  return usersToSend(database).filter((id) => !isFailed(database, targetId, id)).length
}

/** Changes that free what others wait for are followed by another round; no chain is longer. */
const maxRounds = 8

type SentChanges = {
  readonly sent: number
  readonly stopped: { readonly code: string; readonly message: string } | null
}

/** Sends what passes have found, and then what waited for it. */
export async function sendChanges(parts: PassParts, passId: number): Promise<Result<SentChanges>> {
  const { database, clock } = parts
  let total = 0
  const tried = new Set<number>()
  for (let round = 0; round < maxRounds; round += 1) {
    const users = usersToSend(database).filter((id) => round === 0 || !tried.has(id))
    if (users.length === 0) break
    for (const id of users) tried.add(id)
    parts.onState({ kind: 'sending', users: users.length })
    const end = await parts.send([...users])
    if (!end.ok) return end
    changePass(database, passId, { writtenAt: clock.now() })
    const released = settleSent(parts, passId)
    total += users.length
    for (const id of released) tried.delete(id)
    const stop = end.value?.stop ?? null
    if (parts.signal.aborted)
      return ok({
        sent: total,
        stopped: { code: 'follow-stopped', message: 'The pass was stopped. It goes on when it is resumed.' },
      })
    if (stop !== null) {
      const message = (end.value?.message ?? '').trim()
      return ok({
        sent: total,
        stopped: { code: stop, message: message === '' ? `Sending stopped: ${stop}.` : message },
      })
    }
  }
  return ok({ sent: total, stopped: null })
}

const progressRow = z.object({ id: z.number(), state: z.string() })

/** Notes what became of the users that were sent, and plans again who waited for them. Returns these. */
function settleSent(parts: PassParts, passId: number): readonly number[] {
  const { database, target } = parts
  const context = contextOf(parts, passId)
  const before = new Set(usersToSend(database))
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
    for (const id of listPending(database, 'held')) considerChanged(context, id, false)
    for (const id of listHeldNew(database)) if (!isFailed(database, target.id, id)) considerNew(context, id)
    bumpUsersVersion(database)
  })
  return usersToSend(database).filter((id) => !before.has(id))
}

const newStates: Readonly<Record<string, string>> = {
  migrated: 'sent',
  existing: 'listed',
  failed: 'failed',
  blocked: 'held',
  'in-doubt': 'held',
}

/** The core refused it, or has it: nothing is left to be sent before something about the user changes. */
function isFailed(database: Database, targetId: number, userId: number): boolean {
  const select = "SELECT user_id AS id FROM progress WHERE target_id = ? AND user_id = ? AND state <> 'ready'"
  return oneRow(idRow, sql(database, select), targetId, userId) !== undefined
}
