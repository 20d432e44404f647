import { notApplied } from './call-status.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'

/** A call that was given back, or that the core answered with a refusal such as that of the key, left nothing in the core. */
const mayBeApplied = `(c.state <> 'todo' OR (c.tries > 0 AND coalesce(c.status, '') <> '${notApplied}'))`
const atLive = `FROM target t JOIN call c ON c.target_id = t.id WHERE t.kind = 'live' AND ${mayBeApplied}`

/** Users of whom something may be in a live core keep the plan that they were sent with. */
export const wasSentLive = `EXISTS (SELECT 1 ${atLive} AND c.user_id = user.id)`

export function anySentLive(database: Database): boolean {
  return sql(database, `SELECT 1 ${atLive} LIMIT 1`).get() !== undefined
}

/** Did anything happen at a rehearsal core? */
export function anyRehearsed(database: Database): boolean {
  return (
    sql(
      database,
      "SELECT 1 FROM target t JOIN progress p ON p.target_id = t.id WHERE t.kind = 'rehearsal' LIMIT 1",
    ).get() !== undefined
  )
}
