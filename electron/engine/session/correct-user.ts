import * as z from 'zod'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { CorrectionFault, CorrectionField } from '../../../shared/planning/check-correction.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { planOneAgain } from '../document/plan-again.ts'
import { hashesRemovedProblem } from '../document/removed-hashes.ts'
import { allRows } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { resultTransaction } from '../document/transactions.ts'
import { callKey, readStoredCalls } from '../document/stored-calls.ts'
import type { Target } from '../document/targets.ts'
import { isCorrectable } from '../queries/correctable.ts'
import { judgeCorrection, readCorrectable, withInput, type CorrectableRow } from '../queries/judge-correction.ts'
import { userRow } from '../queries/users-page.ts'

/**
 * Corrects one user that is blocked, ready or failed: an overlay in the document, planned again with duplicates
 * checked again. A login method that the core already has cannot be changed here.
 */
export function correctUser(
  database: Database,
  target: Target | undefined,
  id: number,
  input: Input<'users:correct'>['correction'],
): Result<CorrectionUndo | null> {
  const gone = hashesRemovedProblem(database)
  if (gone !== null) return gone
  const row = userRow(database, target?.id ?? null, id)
  const before = readCorrectable(database, id)
  if (row === undefined || before === undefined)
    return problem('user-unknown', 'This user is no longer part of the migration.')
  if (!isCorrectable(database, row)) {
    return problem('user-not-correctable', 'This user was already sent. Change it in the core, not here.')
  }
  const corrected = withInput(database, before, input)
  if ('fault' in corrected) return refuse(corrected.fault)
  const [fault] = judgeCorrection(database, before, input)
  if (fault !== undefined) return refuse(fault)
  return resultTransaction(database, () => {
    const wasTried = sql(database, wasTriedQuery).get(id) !== undefined
    setCorrection(database, id, JSON.stringify(corrected.correction))
    if (changesWhatIsDone(database, before)) {
      return problem(
        'already-in-core',
        'Part of this user is already in the core with the old value, so it cannot be changed here. Change it in the core.',
      )
    }
    if (target !== undefined) readyAgain(database, target.id, id)
    return ok(wasTried ? null : { id, correction: before.correction })
  })
}

/** The correction of a user before the last one, as it is stored; null: there was none. It may hold a hash, and stays here. */
export type CorrectionUndo = { readonly id: number; readonly correction: string | null }

/** Puts the earlier correction of a user back, whatever the planner says of it, unless the user was tried meanwhile. */
export function undoCorrection(database: Database, { id, correction }: CorrectionUndo): Result<null> {
  if (sql(database, wasTriedQuery).get(id) !== undefined) {
    return problem('user-not-correctable', 'This user was sent meanwhile, so the correction cannot be undone.')
  }
  return resultTransaction(database, () => {
    setCorrection(database, id, correction)
    return ok(null)
  })
}

const wasTriedQuery = "SELECT 1 FROM progress WHERE user_id = ? AND state <> 'ready'"

function setCorrection(database: Database, id: number, correction: string | null): void {
  sql(database, 'UPDATE user SET correction = ? WHERE id = ?').run(correction, id)
  planOneAgain(database, id)
}

/** The codes are `email-invalid`, `phone-invalid`, `provider-invalid` and `hash-invalid`, so that the form shows them at the field. */
function refuse({ field, reason }: CorrectionFault): Result<never> {
  return problem(`${field}-invalid`, `${titles[field]}: ${reason} Nothing was changed.`)
}

const titles: { readonly [F in CorrectionField]: string } = {
  email: 'Email',
  phone: 'Phone',
  provider: 'Provider in the core',
  hash: 'New hash',
}

const doneRow = z.object({ key: z.string() })

/** Would a call that a live core has carried out be another one now, or none? */
function changesWhatIsDone(database: Database, before: CorrectableRow): boolean {
  const done = allRows(
    doneRow,
    sql(
      database,
      `SELECT key FROM call JOIN target ON target.id = call.target_id
       WHERE target.kind = 'live' AND user_id = ? AND state = 'done'`,
    ),
    before.id,
  )
  const [old, now] = [before, readCorrectable(database, before.id)].map((row) => bodiesByKey(row?.calls ?? '[]'))
  return done.some(({ key }) => old?.get(key) !== now?.get(key))
}

function bodiesByKey(calls: string): ReadonlyMap<string, string> {
  return new Map(readStoredCalls(calls).map((call) => [callKey(call), JSON.stringify(call)]))
}

/**
 * A corrected user that failed is to be sent again, or is migrated when the correction took away all that was left to
 * do. One without an answer waits for the operator's word all the same.
 */
function readyAgain(database: Database, targetId: number, id: number): void {
  const done = new Set(
    allRows(
      doneRow,
      sql(database, "SELECT key FROM call WHERE target_id = ? AND user_id = ? AND state = 'done'"),
      targetId,
      id,
    ).map(({ key }) => key),
  )
  const calls = readStoredCalls(readCorrectable(database, id)?.calls ?? '[]')
  const nothingLeft = calls.length > 0 && calls.every((call) => done.has(callKey(call)))
  sql(
    database,
    "UPDATE progress SET state = ?, failure = NULL WHERE target_id = ? AND user_id = ? AND state IN ('failed', 'blocked')",
  ).run(nothingLeft ? 'migrated' : 'ready', targetId, id)
}
