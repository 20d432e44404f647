import * as z from 'zod'
import type { UserDetail } from '../../../shared/bridge/views.ts'
import type { OperationName } from '../../../shared/core-api/operations.ts'
import { allRows } from '../document/rows.ts'
import { sql, type Database } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'

const attemptRow = z.object({
  at: z.number(),
  operation: z.string(),
  outcome: z.string(),
  http_status: z.number().nullable(),
  status: z.string().nullable(),
  message: z.string(),
  ms: z.number(),
})

const mostShown = 200

/** Every request of a user, the latest first. */
export function attemptsOf(database: Database, target: Target | undefined, userId: number): UserDetail['attempts'] {
  const stored = allRows(
    attemptRow,
    sql(
      database,
      `SELECT at, operation, outcome, http_status, status, message, ms FROM attempt
       WHERE target_id = ? AND user_id = ? ORDER BY id DESC LIMIT ${mostShown}`,
    ),
    target?.id ?? 0,
    userId,
  )
  const told = stored.map(({ http_status: httpStatus, ...rest }) => ({ ...rest, httpStatus }))
  return [...told, ...plainCalls(database, target, userId)].sort((a, b) => b.at - a.at)
}

const plainRow = z.object({
  kind: z.string(),
  sent_at: z.number(),
  ms: z.number(),
  http_status: z.number().nullable(),
  status: z.string().nullable(),
  message: z.string(),
})

const operations: Readonly<Record<string, OperationName>> = {
  import: 'import-hash',
  'third-party': 'third-party',
  update: 'update-user',
}

/** Calls that were one request which succeeded: nothing was written down of them besides. */
function plainCalls(database: Database, target: Target | undefined, userId: number): UserDetail['attempts'] {
  const rows = allRows(
    plainRow,
    sql(
      database,
      `SELECT kind, sent_at, ms, http_status, status, message FROM call
       WHERE target_id = ? AND user_id = ? AND state = 'done' AND sent_at IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM attempt WHERE attempt.target_id = call.target_id AND attempt.user_id = call.user_id
           AND attempt.key = call.key)`,
    ),
    target?.id ?? 0,
    userId,
  )
  return rows.map(({ kind, sent_at: at, http_status: httpStatus, ...rest }) => ({
    ...rest,
    at,
    httpStatus,
    operation: operations[kind] ?? kind,
    outcome: 'success',
  }))
}
