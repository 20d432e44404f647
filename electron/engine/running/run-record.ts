import * as z from 'zod'
import { oneRow } from '../document/rows.ts'
import { sql, type Database } from '../document/sqlite.ts'
import type { StopReason } from './call-result.ts'

export type RunNumbers = {
  /** First request sent to last outcome committed, in milliseconds. */
  readonly sendingMs: number
  readonly calls: number
  readonly retries: number
  readonly stopped: StopReason | null
}

/** Notes in the document that a round began; the answer notes how it ended. */
export function recordRun(database: Database, targetId: number, startedAt: number) {
  const { lastInsertRowid } = sql(database, 'INSERT INTO run (target_id, started_at) VALUES (?, ?)').run(
    targetId,
    startedAt,
  )
  return (endedAt: number, { sendingMs, calls, retries, stopped }: RunNumbers): void => {
    const update = 'UPDATE run SET ended_at = ?, sending_ms = ?, calls = ?, retries = ?, stopped = ? WHERE id = ?'
    sql(database, update).run(endedAt, Math.round(sendingMs), calls, retries, stopped, lastInsertRowid)
  }
}

const sumsRow = z.object({ calls: z.number(), retries: z.number(), sendingMs: z.number() })

/** Calls, retries and time of all rounds at a target. */
export function readRunSums(database: Database, targetId: number | null): z.infer<typeof sumsRow> {
  const sums = `SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(retries), 0) AS retries,
    coalesce(sum(sending_ms), 0) AS sendingMs FROM run WHERE target_id = ?`
  return oneRow(sumsRow, sql(database, sums), targetId ?? 0) ?? { calls: 0, retries: 0, sendingMs: 0 }
}
