import * as z from 'zod'
import { writeCalls } from '../../../shared/planning/write-calls.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import type { User } from '../../../shared/users/user.ts'
import type { UserClaims } from '../import-pipeline/compute-claims.ts'
import { facetColumns, planColumns } from '../import-pipeline/plan-columns.ts'
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

const separator = '\u001f'

/**
 * A stored plan with its findings as one text, which is read many times faster than its values; `user`, `facet` and `t` are joined. Findings about
 * users that share an email are left out: they are noted anew each time.
 */
export const storedPlanText = `${[
  'user.email',
  'user.phone',
  'user.summary',
  'user.blocking_code',
  't.calls',
  ...facetColumns.map((column) => `facet.${column}`),
]
  .map((column) => `coalesce(${column}, '')`)
  .join(' || char(31) || ')}
  || coalesce((SELECT group_concat(char(31) || code || blocks || quote(group_key) || quote(detail), '')
    FROM (SELECT code, blocks, group_key, detail FROM finding
      WHERE finding.user_id = user.id AND code <> 'same-email-elsewhere' ORDER BY code, group_key)), '')`

/** The text that the document would have of a plan. Of plans that differ it differs, too. */
export function planText(user: User, plan: Plan): string {
  const { email, phone, summary, blockingCode, facet } = planColumns(user, plan)
  const text = [email ?? '', phone ?? '', summary, blockingCode, writeCalls(plan.calls), ...facet].join(separator)
  if (plan.findings.length === 0) return text
  const findings = plan.findings.length === 1 ? plan.findings : plan.findings.toSorted(byCode)
  return findings.reduce(
    (all, { code, group, blocks, detail }) =>
      `${all}${separator}${code}${blocks ? 1 : 0}${quoted(group)}${quoted(detail)}`,
    text,
  )
}

/** The claims of a user in the table of identifiers, as one text. */
export const storedClaimsText = `coalesce((SELECT group_concat(is_owner || quote(key), '')
  FROM (SELECT key, is_owner FROM identifier WHERE identifier.user_id = user.id ORDER BY key)), '')`

export function claimsText({ claims }: UserClaims): string {
  const sorted = claims.toSorted((one, other) => compared(one.key, other.key))
  return sorted.map(({ key, isOwner }) => `${isOwner ? 1 : 0}${quoted(key)}`).join('')
}

function byCode(one: Plan['findings'][number], other: Plan['findings'][number]): number {
  return compared(one.code, other.code) || compared(one.group, other.group)
}

function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** As SQLite quotes a text. */
function quoted(text: string): string {
  return text.includes("'") ? `'${text.replaceAll("'", "''")}'` : `'${text}'`
}
