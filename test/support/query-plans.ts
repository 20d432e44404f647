import type { Database, Statement } from '../../electron/engine/document/sqlite.ts'

export type PlannedQuery = { readonly query: string; readonly steps: readonly string[] }

/** A database that records how SQLite plans every query that it runs. */
export function watchPlans(database: Database): { readonly database: Database; readonly plans: PlannedQuery[] } {
  const plans: PlannedQuery[] = []
  const prepare = (text: string): Statement => {
    if (/\b(SELECT|UPDATE|DELETE)\b/i.test(text)) {
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all()
      plans.push({ query: text.replace(/\s+/g, ' '), steps: steps.map(detailOf) })
    }
    return database.prepare(text)
  }
  return { database: { exec: (text) => database.exec(text), close: () => database.close(), prepare }, plans }
}

function detailOf(step: unknown): string {
  return typeof step === 'object' && step !== null && 'detail' in step ? String(step.detail) : ''
}

/** Queries that go through a whole table, or through all users of a target. */
export function wholeTables(plans: readonly PlannedQuery[]): readonly PlannedQuery[] {
  const whole =
    /^SCAN (user|progress|p|call|attempt|finding)\b(?! USING COVERING INDEX)|(progress|p|call|attempt) USING (PRIMARY KEY|INDEX \w+) \(target_id=\?\)/
  return plans.filter(({ steps }) => steps.some((step) => whole.test(step)))
}
