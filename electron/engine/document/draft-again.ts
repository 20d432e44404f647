import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { writeCalls } from '../../../shared/planning/write-calls.ts'
import { facetColumns, planColumns } from '../import-pipeline/plan-columns.ts'
import { computeClaims } from '../import-pipeline/compute-claims.ts'
import { writeClaims } from './claims.ts'
import { readStoredPlan } from './stored-plan.ts'
import { draftRow, plannedRow, type DocumentPlanning } from './plan-row.ts'
import type { PlannedUser } from './store-plan.ts'
import { allRows } from './rows.ts'
import { wasSentLive } from './sent.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'
import { storePlan } from './store-plan.ts'
import type { OutdatedUsers } from './outdated-plans.ts'
import { bulkTransaction } from './bulk-load.ts'

const chunk = 1000
const separator = '\u001f'

/** The user with what its stored plan consists of in one text: one value is read many times faster than nine. */
const comparedRow = plannedRow.extend({ stored: z.string() })
const stored = ['email', 'phone', 'summary', 'blocking_code', 'calls', ...facetColumns]
  .map((column) => `coalesce(${column}, '')`)
  .join(' || char(31) || ')

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
  const select = `SELECT user.id, source, correction, ${stored} AS stored FROM ${table} ${others}
    CROSS JOIN facet ON facet.id = facet_id CROSS JOIN user_text ON user_id = user.id
    WHERE ${table}.id > ? ${unsent} ORDER BY ${table}.id LIMIT ${chunk}`
  for (let after = 0; ;) {
    const rows = allRows(comparedRow, sql(database, select), after)
    const last = rows.at(-1)
    if (last === undefined) return true
    const findings = storedFindings(database, table, after, last.id)
    bulkTransaction(database, () => {
      for (const row of rows) {
        const drafted = draftRow(database, row, planning)
        const before = findings.get(row.id) ?? nothing
        if (before.isDuplicate) writeClaims(database, row.id, computeClaims(drafted), readStoredPlan(database, row.id))
        else if (isChanged(drafted, row.stored, before.findings)) {
          const kept = readStoredPlan(database, row.id)
          storePlan(database, row.id, drafted, computeClaims(drafted), kept, planning)
        }
      }
    })
    after = last.id
    options.onProgress(rows.length)
    await setImmediate()
    if (options.signal.aborted) return false
  }
}

function isChanged({ user, plan }: PlannedUser, before: string, findings: readonly string[]): boolean {
  const { email, phone, summary, blockingCode, facet } = planColumns(user, plan)
  const calls = writeCalls(plan.calls)
  if ([email ?? '', phone ?? '', summary, blockingCode, calls, ...facet].join(separator) !== before) return true
  if (plan.findings.length === 0 && findings.length === 0) return false
  const now = plan.findings.map(({ code, group, blocks, detail }) => textOf(code, group, blocks ? 1 : 0, detail))
  return now.toSorted().join(separator) !== findings.toSorted().join(separator)
}

const findingRow = z.object({
  user_id: z.number(),
  code: z.string(),
  group_key: z.string(),
  blocks: z.number(),
  detail: z.string(),
})

type StoredFindings = { readonly isDuplicate: boolean; readonly findings: readonly string[] }
const nothing: StoredFindings = { isDuplicate: false, findings: [] }

/** The findings of some users as texts, but for those about users that share an email: they are noted anew each time. */
function storedFindings(
  database: Database,
  table: OutdatedUsers['table'],
  after: number,
  last: number,
): ReadonlyMap<number, StoredFindings> {
  const theirs = table === 'user' ? 'finding' : `${table} CROSS JOIN finding ON finding.user_id = ${table}.id`
  const id = table === 'user' ? 'user_id' : `${table}.id`
  const rows = allRows(
    findingRow,
    sql(
      database,
      `SELECT user_id, code, group_key, blocks, detail FROM ${theirs}
       WHERE ${id} > ? AND ${id} <= ? AND code <> 'same-email-elsewhere'`,
    ),
    after,
    last,
  )
  const byUser = new Map<number, { isDuplicate: boolean; findings: string[] }>()
  for (const { user_id: id, code, group_key, blocks, detail } of rows) {
    const own = byUser.get(id) ?? { isDuplicate: false, findings: [] }
    own.isDuplicate ||= code === 'duplicate'
    own.findings.push(textOf(code, group_key, blocks, detail))
    byUser.set(id, own)
  }
  return byUser
}

function textOf(code: string, group: string, blocks: number, detail: string): string {
  return JSON.stringify([code, group, blocks, detail])
}
