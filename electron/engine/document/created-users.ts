import * as z from 'zod'
import { allRows, oneNumber } from './rows.ts'
import { sql, type Database } from './sqlite.ts'

const madeRow = z.object({
  user_id: z.number(),
  key: z.string(),
  core_user_id: z.string(),
  created: z.number().nullable(),
  existed: z.number().nullable(),
})

/** A user of the core that a call of this migration is known by. */
export type CreatedUserRow = {
  readonly userId: number
  readonly key: string
  readonly coreUserId: string
  /** The core said that it was this very call that created the user; anything less sure counts as not. */
  readonly createdHere: boolean
}

/** Calls that made or met a user of the core. */
const made = `target_id = ? AND state = 'done' AND core_user_id IS NOT NULL
  AND kind IN ('import', 'third-party', 'passwordless')`
/** The core said that it was this very call that created the user. */
const createdHere = '(created = 1 OR existed = 0)'

/** How many users of a core are known by the calls of a migration. */
export function countCreated(database: Database, targetId: number): number {
  return oneNumber(sql(database, `SELECT count(*) AS n FROM call WHERE ${made}`), targetId)
}

/** How many users an undo would remove, and how many it would leave. */
export function countUndo(database: Database, targetId: number): { readonly removable: number; readonly left: number } {
  const removable = oneNumber(
    sql(database, `SELECT count(*) AS n FROM call WHERE ${made} AND ${createdHere}`),
    targetId,
  )
  return { removable, left: countCreated(database, targetId) - removable }
}

const pageSize = 500

/** Every user that the calls of a migration made or met at a target, a page at a time, in the order of the export. */
export function* createdUsers(database: Database, targetId: number): Generator<readonly CreatedUserRow[]> {
  let after = { user: 0, key: '' }
  for (;;) {
    const rows = allRows(
      madeRow,
      sql(
        database,
        `SELECT user_id, key, core_user_id, created, existed FROM call
         WHERE target_id = ? AND (user_id, key) > (?, ?) AND state = 'done' AND core_user_id IS NOT NULL
           AND kind IN ('import', 'third-party', 'passwordless') ORDER BY user_id, key LIMIT ${pageSize}`,
      ),
      targetId,
      after.user,
      after.key,
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map((row) => ({
      userId: row.user_id,
      key: row.key,
      coreUserId: row.core_user_id,
      createdHere: row.created === 1 || row.existed === 0,
    }))
    after = { user: last.user_id, key: last.key }
  }
}
