import * as z from 'zod'
import type { Input } from '../../../shared/bridge/contract.ts'
import { correctionSchema, type Correction } from '../../../shared/planning/correction.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { loadUser } from '../document/load-user.ts'
import { planOneAgain } from '../document/plan-again.ts'
import { allRows, oneRow } from '../document/rows.ts'
import { sql, transaction, type Database } from '../document/sqlite.ts'
import { callKey, readStoredCalls } from '../document/stored-calls.ts'
import type { Target } from '../document/targets.ts'
import { userRow } from '../desk/users-page.ts'

const storedRow = z.object({ id: z.number(), source: z.string(), correction: z.string().nullable(), calls: z.string() })
const doneRow = z.object({ key: z.string() })

/**
 * Corrects one user that is blocked, ready or failed: an overlay in the document, planned again with duplicates
 * checked again. A login method that the core already has cannot be changed here.
 */
export function correctUser(
  database: Database,
  target: Target | undefined,
  id: number,
  input: Input<'users:correct'>['correction'],
): Result<null> {
  const row = userRow(database, target?.id ?? null, id)
  const stored = oneRow(storedRow, sql(database, 'SELECT id, source, correction, calls FROM user WHERE id = ?'), id)
  if (row === undefined || stored === undefined)
    return problem('user-unknown', 'This user is no longer part of the migration.')
  if (!['ready', 'blocked', 'failed', 'unknown'].includes(row.state)) {
    return problem('user-not-correctable', 'This user was sent already, so it is changed in the core and not here.')
  }
  const corrected = withInput(database, stored, input)
  if (!corrected.ok) return corrected
  sql(database, 'UPDATE user SET correction = ? WHERE id = ?').run(JSON.stringify(corrected.value), id)
  planOneAgain(database, id)
  const lost = lostCalls(database, target, id)
  if (lost) {
    sql(database, 'UPDATE user SET correction = ? WHERE id = ?').run(stored.correction, id)
    planOneAgain(database, id)
    return problem(
      'already-in-core',
      'Part of this user is in the core already under the old value, so that value cannot be changed here. Change it in the core.',
    )
  }
  if (target !== undefined) readyAgain(database, target.id, id)
  return ok(null)
}

function withInput(
  database: Database,
  stored: z.infer<typeof storedRow>,
  input: Input<'users:correct'>['correction'],
): Result<Correction> {
  const before: Correction = stored.correction === null ? {} : correctionSchema.parse(JSON.parse(stored.correction))
  const { identities } = loadUser(database, stored)
  const next = {
    ...before,
    ...(input.email === undefined ? {} : { email: input.email }),
    ...(input.phone === undefined ? {} : { phone: input.phone }),
    ...(input.hash === undefined ? {} : { hash: input.hash === null ? null : { hash: input.hash.trim() } }),
    ...(input.provider === undefined || input.provider === null
      ? {}
      : { identities: identities.map(({ provider, userId }) => ({ provider, userId, name: input.provider })) }),
  }
  const parsed = correctionSchema.safeParse(next)
  return parsed.success
    ? ok(parsed.data)
    : problem(
        'correction-invalid',
        'This cannot be taken over. A provider is 1 to 28 lower-case letters, digits, dots or dashes; an email at most 256 characters.',
      )
}

/** Would a call that is done no longer be part of the plan? */
function lostCalls(database: Database, target: Target | undefined, id: number): boolean {
  const plan = oneRow(storedRow, sql(database, 'SELECT id, source, correction, calls FROM user WHERE id = ?'), id)
  const keys = new Set(plan === undefined ? [] : readStoredCalls(plan.calls).map(callKey))
  const done = allRows(
    doneRow,
    sql(database, "SELECT key FROM call WHERE target_id = ? AND user_id = ? AND state = 'done'"),
    target?.id ?? 0,
    id,
  )
  return done.some(({ key }) => !keys.has(key))
}

/** A corrected user that failed is to be sent again, when the operator says so. */
function readyAgain(database: Database, targetId: number, id: number): void {
  transaction(database, () => {
    sql(
      database,
      "UPDATE progress SET state = 'ready', failure = NULL WHERE target_id = ? AND user_id = ? AND state IN ('failed', 'unknown')",
    ).run(targetId, id)
  })
}
