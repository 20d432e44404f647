import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { computeClaims, type UserClaims } from '../import-pipeline/compute-claims.ts'
import type { Settled } from '../import-pipeline/settle-plan.ts'
import { writeClaims } from './claims.ts'
import { planText, readStoredPlan, storedPlanText, type StoredPlan } from './stored-plan.ts'
import { withFacet, withTexts } from './facets.ts'
import { draftRow, plannedRow, type DocumentPlanning } from './plan-row.ts'
import { allRows } from './rows.ts'
import { wasSentLive } from './sent.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'
import { storePlan } from './store-plan.ts'
import type { OutdatedUsers } from './outdated-plans.ts'
import { bulkTransaction } from './bulk-load.ts'

const chunk = 1000

/** The user with what its plan is compared with. */
const comparedRow = plannedRow.extend({ stored: z.string(), duplicate: z.number() })
const isDuplicate = "EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id AND code = 'duplicate')"

export type DraftOptions = {
  readonly signal: AbortSignal
  /** Called after each chunk with its number of users. */
  readonly onProgress: (users: number) => void
}

/**
 * Drafts those users of a table that were never sent to a live core again, and writes what is not as it was. Users that were judged
 * duplicates keep that plan until they are judged again. Returns false when it was stopped.
 */
export async function draftUsersAgain(
  database: Database,
  planning: DocumentPlanning,
  table: OutdatedUsers['table'],
  options: DraftOptions,
): Promise<boolean> {
  const unsent = planning.anySent ? `AND NOT ${wasSentLive}` : ''
  const others = table === 'user' ? '' : `CROSS JOIN user ON user.id = ${table}.id`
  const select = `SELECT user.id, source, correction, ${storedPlanText} AS stored, ${isDuplicate} AS duplicate
    FROM ${table} ${others} ${withFacet} ${withTexts}
    WHERE ${table}.id > ? ${unsent} ORDER BY ${table}.id LIMIT ${chunk}`
  for (let after = 0; ;) {
    const rows = allRows(comparedRow, sql(database, select), after)
    const last = rows.at(-1)
    if (last === undefined) return true
    bulkTransaction(database, () => {
      for (const row of rows) {
        const drafted = draftRow(database, row, planning)
        const isKept = row.duplicate === 1
        if (!isKept && planText(drafted.user, drafted.plan) === row.stored) continue
        const claims = computeClaims(drafted)
        const kept = readStoredPlan(database, row.id)
        if (!isKept) storePlan(database, row.id, drafted, claims, kept, planning)
        else if (!wantsTheSame(drafted, claims, kept)) writeClaims(database, row.id, claims, kept)
      }
    })
    after = last.id
    options.onProgress(rows.length)
    await setImmediate()
    if (options.signal.aborted) return false
  }
}

/** Whether a duplicate wants nothing but the password import of its email, as before: who holds that is judged afterwards. */
function wantsTheSame({ plan }: Settled, { claims, passwordClaim }: UserClaims, kept: StoredPlan): boolean {
  const isImport = claims.length === 0 && kept.claims === 0
  return isImport && plan.email === kept.email && passwordClaim > 0 === kept.password_claim > 0
}
