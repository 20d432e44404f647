import * as z from 'zod'
import type { MethodCounts } from '../../../shared/ipc/views.ts'
import { creatingKinds, methodOf, type LoginMethod } from '../../../shared/planning/call.ts'
import { createsUserSql } from '../document/created-users.ts'
import { facetCounts } from '../document/facets.ts'
import { allRows } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

const methods = ['password', 'third-party', 'passwordless'] as const satisfies readonly LoginMethod[]

const plannedRow = z.object({ methods: z.string(), n: z.number() })
const callRow = z.object({ kind: z.enum(creatingKinds), n: z.number() })

/** Login methods to be made, made and failed; a user with two of them counts in both. */
export function countMethods(database: Database, targetId: number | null): readonly MethodCounts[] {
  const planned = allRows(
    plannedRow,
    sql(database, `SELECT methods, sum(users) AS n FROM ${facetCounts} WHERE plan_state = 'ready' GROUP BY methods`),
  )
  const calls = (text: string) => allRows(callRow, sql(database, text), targetId ?? 0)
  const done = calls(
    `SELECT kind, count(*) AS n FROM call WHERE target_id = ? AND state = 'done' AND ${createsUserSql} GROUP BY kind`,
  )
  const failed = calls(
    `SELECT call.kind, count(*) AS n FROM progress INDEXED BY progress_by_state
       CROSS JOIN call ON call.target_id = progress.target_id AND call.user_id = progress.user_id
     WHERE progress.target_id = ? AND progress.state = 'failed' AND call.state = 'failed' AND ${createsUserSql} GROUP BY call.kind`,
  )
  const sum = (rows: readonly z.infer<typeof callRow>[], method: LoginMethod) =>
    rows.reduce((all, { kind, n }) => (methodOf(kind) === method ? all + n : all), 0)
  return methods
    .map((method) => ({
      method,
      total: planned.reduce((all, row) => (row.methods.split(',').includes(method) ? all + row.n : all), 0),
      done: sum(done, method),
      failed: sum(failed, method),
    }))
    .filter(({ total, done: made }) => total + made > 0)
}
