import { createdForUser, isConfirmed, type CreatedUserRow } from '../document/created-users.ts'
import { listGone } from '../document/passes.ts'
import { readPlannedRow } from '../document/plans/load-user.ts'
import { planAmongAll } from '../document/plans/plan-row.ts'
import { run, transaction } from '../document/sqlite.ts'
import { bumpUsersVersion } from '../document/facets.ts'
import { recordPostRun } from '../document/post-run-findings.ts'
import type { AskCore } from '../post-run/ask-core.ts'
import { removeMade } from '../post-run/undo-run.ts'
import { markDeleted, type PassContext } from './plan-user.ts'

/**
 * Removes from the core users who left the source, by the operator's word: only login methods that this machine saw this
 * migration create, after the core was asked whether they are still those, and none with other accounts linked to it.
 * Returns how many users were removed; the others stay listed.
 */
export async function removeGone(
  context: PassContext,
  core: AskCore,
  which: 'all' | readonly number[],
): Promise<number> {
  const { database, target, now } = context
  const selected = which === 'all' ? null : new Set(which)
  const gone = listGone(database).filter((id) => selected === null || selected.has(id))
  let removed = 0
  await core.each(gone, async (userId) => {
    const own = ownLogins(context, userId)
    if (own.length === 0) return
    for (const made of own) {
      const order = { withLinked: false, confirmed: true, own: own.map(({ key }) => key) }
      const removal = await removeMade(core, made, order)
      if (removal === null) return
      const { outcome, message } = removal
      recordPostRun(database, target.id, 'undo', { ...made, outcome, message, at: now() })
      if (outcome !== 'removed' && outcome !== 'gone') return
    }
    transaction(database, () => forget(context, userId))
    removed += 1
  })
  return removed
}

/** Users who left the source, as far as this machine saw this migration create every login of theirs. */
export function removableGone(context: Pick<PassContext, 'database' | 'target' | 'provenance'>): readonly number[] {
  return listGone(context.database).filter((userId) => ownLogins(context, userId).length > 0)
}

/** Empty: some login of the user is not of this migration. */
function ownLogins(
  { database, target, provenance }: Pick<PassContext, 'database' | 'target' | 'provenance'>,
  userId: number,
): readonly CreatedUserRow[] {
  const logins = createdForUser(database, target.id, userId)
  return logins.every((one) => isConfirmed(one, provenance)) ? logins : []
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
