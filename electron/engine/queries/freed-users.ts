import * as z from 'zod'
import type { FindingGroup, PreviewView } from '../../../shared/ipc/views.ts'
import { allRows, oneNumber } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

/** Beyond that, who waits for what is not worked out user by user: it would take seconds. */
const maxCounted = 300_000

const freedRow = z.object({ code: z.string(), group_key: z.string(), users: z.number() })

/** How many users wait for one decision alone, by the finding that it is about; null: too many wait to be counted. */
export function freedByGroup(database: Database, blocked: number): (code: string, group: string) => number | null {
  if (blocked > maxCounted) return () => null
  const rows = allRows(
    freedRow,
    sql(
      database,
      `SELECT code, group_key, count(*) AS users FROM
         (SELECT code, group_key FROM finding WHERE blocks = 1 GROUP BY user_id HAVING count(*) = 1)
       GROUP BY code, group_key`,
    ),
  )
  const users = new Map(rows.map((row) => [keyOf(row.code, row.group_key), row.users]))
  return (code, group) => users.get(keyOf(code, group)) ?? 0
}

function keyOf(code: string, group: string): string {
  return JSON.stringify([code, group])
}

/** What all recommended choices together settle: a user is settled when everything that blocks it is. */
export function settledByRecommended(
  database: Database,
  findings: readonly FindingGroup[],
  blocked: number,
): PreviewView['recommended'] {
  const groups = findings.filter(({ blocks, users, chosen, recommended }) => {
    return blocks && users > 0 && chosen === null && recommended !== null
  })
  if (groups.length === 0) return { decisions: 0, users: 0 }
  if (blocked > maxCounted) return { decisions: groups.length, users: null }
  const atCore = groups.find(({ code }) => code === 'existing-user')?.users ?? 0
  const planned = groups.filter(({ code }) => code !== 'existing-user')
  if (planned.length === 0) return { decisions: groups.length, users: atCore }
  const isRecommended = planned.map(() => '(code = ? AND group_key = ?)').join(' OR ')
  const settled = `SELECT count(*) AS n FROM
    (SELECT user_id FROM finding WHERE blocks = 1 GROUP BY user_id HAVING min(${isRecommended}) = 1)`
  const values = planned.flatMap(({ code, group }) => [code, group])
  return { decisions: groups.length, users: atCore + oneNumber(sql(database, settled), ...values) }
}
