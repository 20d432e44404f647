import * as z from 'zod'
import type { Comparison } from '../../../shared/ipc/views/report-views.ts'
import { userStates } from '../../../shared/planning/call.ts'
import { allRows, oneRow } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { countStates } from './counts.ts'

const rehearsalRow = z.object({ id: z.number() })
const pairRow = z.object({ rehearsal: z.enum(userStates), live: z.enum(userStates), users: z.number() })
const userRow = z.object({
  id: z.number(),
  label: z.string().nullable(),
  rehearsal: z.enum(userStates),
  live: z.enum(userStates),
})

const maxUsers = 50

/** Users who were sent to both: what a plan forbids is the same for both cores. */
const both = `progress AS live JOIN progress AS rehearsal ON rehearsal.target_id = ?1 AND rehearsal.user_id = live.user_id
  WHERE live.target_id = ?2 AND live.state NOT IN ('ready', 'sending') AND rehearsal.state NOT IN ('ready', 'sending')`

/** How the live runs ended beside the rehearsal of the same users; null when nothing was rehearsed or nothing is live yet. */
export function compareWithRehearsal(database: Database, live: number): Comparison | null {
  const rehearsal = oneRow(
    rehearsalRow,
    sql(
      database,
      `SELECT id FROM target WHERE kind = 'rehearsal' AND EXISTS (SELECT 1 FROM progress WHERE target_id = target.id)
       ORDER BY id DESC LIMIT 1`,
    ),
  )
  if (rehearsal === undefined) return null
  const pairs = allRows(
    pairRow,
    sql(
      database,
      `SELECT rehearsal.state AS rehearsal, live.state AS live, count(*) AS users FROM ${both} GROUP BY 1, 2`,
    ),
    rehearsal.id,
    live,
  )
  if (pairs.length === 0) return null
  const sum = (of: typeof pairs) => of.reduce((all, { users }) => all + users, 0)
  const users = allRows(
    userRow,
    sql(
      database,
      `SELECT user.id, coalesce(user.email, user.phone, user.source_id) AS label, pair.rehearsal, pair.live
       FROM (SELECT live.user_id AS user_id, rehearsal.state AS rehearsal, live.state AS live FROM ${both}
         AND live.state <> rehearsal.state LIMIT ${maxUsers}) AS pair JOIN user ON user.id = pair.user_id`,
    ),
    rehearsal.id,
    live,
  )
  return {
    counts: countStates(database, rehearsal.id),
    same: sum(pairs.filter((pair) => pair.rehearsal === pair.live)),
    different: sum(pairs.filter((pair) => pair.rehearsal !== pair.live)),
    users: users.map(({ label, ...rest }) => ({ ...rest, label: label ?? `User ${rest.id}` })),
  }
}
