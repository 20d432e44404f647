import * as z from 'zod'
import type { FailureGroup } from '../../../shared/ipc/views.ts'
import { allRows } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { causeSql, describeCause } from './failure-cause.ts'

const row = z.object({ cause: z.string(), users: z.number() })
const replyRow = z.object({ failure: z.string(), message: z.string().nullable() })

const maxGroups = 100
const maxReplies = 5

const failed = `progress INDEXED BY progress_by_state WHERE target_id = ? AND state = 'failed' AND failure IS NOT NULL`

/** The failed users of a target, grouped by cause, the largest group first. */
export function failureGroups(database: Database, targetId: number | null): readonly FailureGroup[] {
  const groups = allRows(
    row,
    sql(
      database,
      `SELECT ${causeSql('failure')} AS cause, count(*) AS users FROM ${failed}
       GROUP BY cause ORDER BY users DESC, cause LIMIT ${maxGroups}`,
    ),
    targetId ?? 0,
  )
  return groups.map(({ cause, users }) => ({
    key: cause,
    users,
    ...describeCause(cause),
    replies: [...repliesOf(database, targetId ?? 0, cause)],
  }))
}

/** What the core said, a few different texts; no reply is shown for those that were never answered. */
function repliesOf(database: Database, targetId: number, cause: string): readonly string[] {
  const message = `(SELECT message FROM call WHERE call.target_id = progress.target_id
    AND call.user_id = progress.user_id AND call.state = 'failed' LIMIT 1)`
  const rows = allRows(
    replyRow,
    sql(
      database,
      `SELECT failure, ${message} AS message FROM ${failed} AND ${causeSql('failure')} = ?
       GROUP BY failure LIMIT ${maxReplies}`,
    ),
    targetId,
    cause,
  )
  const texts = rows.map(({ failure, message: said }) => (said ?? textOf(failure)).trim())
  return [...new Set(texts.filter((text) => text !== ''))].map((text) => text.slice(0, 500))
}

function textOf(failure: string): string {
  return failure.split('|').slice(2).join('|')
}
