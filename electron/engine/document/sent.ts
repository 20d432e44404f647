import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'

const atLive = `FROM target t JOIN call c ON c.target_id = t.id WHERE t.kind = 'live' AND (c.state <> 'todo' OR c.tries > 0)`

/** Users that were sent to a live core keep the plan they were sent with; being claimed and given back is not being sent. */
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
