import * as z from 'zod'
import { withTexts } from './facets.ts'
import { oneRow } from './rows.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'

/** Snapshot of the stored plan, so re-planning writes only differences. */
export const storedPlan = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  password_claim: z.number(),
  /** As JSON. */
  calls: z.string(),
  /** 1: some rows are in that table. */
  claims: z.number(),
  findings: z.number(),
})
export type StoredPlan = z.infer<typeof storedPlan>

/** Its columns, of `user` with its texts. */
export const storedColumns = `user.email, user.phone, user.password_claim, t.calls,
  EXISTS (SELECT 1 FROM identifier WHERE identifier.user_id = user.id) AS claims,
  EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id) AS findings`

const nothing: StoredPlan = { email: null, phone: null, password_claim: 0, calls: '', claims: 0, findings: 0 }

export function readStoredPlan(database: Database, userId: number): StoredPlan {
  return (
    oneRow(storedPlan, sql(database, `SELECT ${storedColumns} FROM user ${withTexts} WHERE user.id = ?`), userId) ??
    nothing
  )
}
