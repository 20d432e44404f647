import * as z from 'zod'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import type { OperationName } from '../../../shared/core-api/operations.ts'
import { allRows } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { listTargets, type Target } from '../document/targets.ts'

const attemptRow = z.object({
  target_id: z.number(),
  at: z.number(),
  operation: z.string(),
  outcome: z.string(),
  http_status: z.number().nullable(),
  status: z.string().nullable(),
  message: z.string(),
  ms: z.number(),
})

const maxShown = 500

/** Every request of a user to any core of this migration, the latest first. Rehearsals are among them. */
export function attemptsOf(database: Database, target: Target | undefined, userId: number): UserDetail['attempts'] {
  // Each core by itself: attempts have an index by core and user.
  const stored = allRows(
    attemptRow,
    sql(
      database,
      `SELECT target.id AS target_id, at, operation, outcome, http_status, status, message, ms
       FROM target CROSS JOIN attempt ON attempt.target_id = target.id AND attempt.user_id = ?
       ORDER BY attempt.id DESC LIMIT ${maxShown}`,
    ),
    userId,
  )
  const names = new Map(listTargets(database).map(({ id, name }) => [id, name]))
  return [...stored, ...plainCalls(database, userId)]
    .map(({ target_id: id, http_status: httpStatus, ...rest }) => ({
      ...rest,
      httpStatus,
      target: id === target?.id ? null : (names.get(id) ?? ''),
    }))
    .sort((a, b) => b.at - a.at)
}

const plainRow = z.object({
  target_id: z.number(),
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
function plainCalls(database: Database, userId: number): z.infer<typeof attemptRow>[] {
  const rows = allRows(
    plainRow,
    sql(
      database,
      `SELECT target.id AS target_id, call.kind, sent_at, ms, http_status, status, message
       FROM target CROSS JOIN call ON call.target_id = target.id AND call.user_id = ?
       WHERE call.state = 'done' AND sent_at IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM attempt WHERE attempt.target_id = call.target_id AND attempt.user_id = call.user_id
           AND attempt.key = call.key)`,
    ),
    userId,
  )
  return rows.map(({ kind, sent_at: at, ms, ...rest }) => ({
    ...rest,
    at,
    ms,
    operation: operations[kind] ?? kind,
    outcome: 'success',
  }))
}
