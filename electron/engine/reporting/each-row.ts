import { setImmediate } from 'node:timers/promises'
import type { Database } from '../document/sqlite.ts'
import { currentTarget } from '../document/targets.ts'
import { reportRows, type ReportRow } from './report-rows.ts'

/** Goes through every line of the report, letting others work in between. */
export async function eachRow(database: Database, masked: boolean, take: (row: ReportRow) => void): Promise<void> {
  for (const page of reportRows(database, currentTarget(database)?.id ?? null, masked)) {
    page.forEach(take)
    await setImmediate()
  }
}
