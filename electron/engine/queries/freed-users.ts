import * as z from 'zod'
import type { FindingGroup, PreviewView } from '../../../shared/ipc/views.ts'
import { recommendedChange } from '../../../shared/planning/choices.ts'
import { readKeptOutKey } from '../../../shared/planning/other-users/kept-out.ts'
import { identifierTable } from '../document/plans/claim-holders.ts'
import type { PlannedUser } from '../document/plans/stored-plan.ts'
import { plannedRow, type PlannedRow } from '../document/plans/load-user.ts'
import { readPlanning, settleRow, type DocumentPlanning } from '../document/plans/plan-row.ts'
import { wasSentLive } from '../document/stored-calls.ts'
import { computeClaims, importClaim } from '../import-pipeline/compute-claims.ts'
import { allRows, type Database, sql } from '../document/sqlite.ts'

/** Above this, users are not examined one by one, which would take seconds. */
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

/** Above this many users the result is unknown, because planning them again takes long. */
const maxPlanned = 5000

/** The users that all recommended choices settle: nothing blocks them once the choices are taken. */
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
  // All blocked users: one that waits for something else may become a duplicate, and be excluded as such.
  const concerned = `SELECT id, source, correction FROM user CROSS JOIN user_text ON user_id = user.id
    WHERE id IN (SELECT user_id FROM finding WHERE blocks = 1) AND NOT ${wasSentLive} ORDER BY id LIMIT ${maxPlanned + 1}`
  const rows = allRows(plannedRow, sql(database, concerned))
  if (rows.length > maxPlanned) return { decisions: groups.length, users: null }
  const planning = readPlanning(database)
  const choices = { ...planning.choices, ...recommendedChange(planning.choices, planned) }
  return { decisions: groups.length, users: atCore + countSettled(database, rows, { ...planning, choices }) }
}

/** Counts the users that would be unblocked by these choices; each user is checked for duplicates against the users before it. */
function countSettled(database: Database, rows: readonly PlannedRow[], planning: DocumentPlanning): number {
  const ownIds = new Set(rows.map(({ id }) => id))
  const claimed = new Set<string>()
  let settled = 0
  for (const row of rows) {
    const taken = new Set<string>()
    const planned = settleRow(database, row, planning, (key) => {
      if (readKeptOutKey(key) !== null) return identifierTable.holderOf(database, key, row.id, 'everybody')
      if (!claimed.has(key) && identifierTable.holdersBefore(database, key, row.id).every((id) => ownIds.has(id)))
        return null
      taken.add(key)
      return nowhere
    })
    for (const { key, isOwner } of allClaims(planned, taken)) if (isOwner) claimed.add(key)
    if (planned.plan.state !== 'blocked') settled += 1
  }
  return settled
}

/** Only the existence of a claim matters here. */
const nowhere = { file: '', place: '' }

function allClaims(planned: PlannedUser, taken: ReadonlySet<string>) {
  const { claims, passwordClaim } = computeClaims(planned, taken)
  const own = importClaim(planned.plan.email)
  return own === null || passwordClaim === 0 ? claims : [...claims, { key: own, isOwner: passwordClaim === 1 }]
}
