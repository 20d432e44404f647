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
