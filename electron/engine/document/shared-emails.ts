import type { Database } from './sqlite.ts'
import { run, sql } from './statements.ts'
import { withFacet } from './facets.ts'

const emptyTable = `
  CREATE TEMP TABLE IF NOT EXISTS shared_email (email TEXT PRIMARY KEY, first INTEGER, importers INTEGER) WITHOUT ROWID;
  DELETE FROM shared_email;`

/**
 * Notes in a table of this connection which emails several users have: to look through those of all users takes longer
 * than all that is asked about the few. `importers` of them want to import a password for it, `first` is the first. To
 * make late indexes drops the table.
 */
export function findSharedEmails(database: Database): void {
  database.exec(`${emptyTable}
    INSERT INTO shared_email SELECT email, min(CASE WHEN password_claim > 0 THEN id END), sum(password_claim > 0) FROM user
      WHERE email IS NOT NULL GROUP BY email HAVING count(*) > 1`)
}

/** The same of emails that reading found already, without importers: those of `users`. */
export function keepSharedEmails(database: Database, users: readonly number[]): void {
  database.exec(emptyTable)
  const keep = 'INSERT OR IGNORE INTO shared_email (email) SELECT email FROM user WHERE id = ?'
  for (const user of users) run(database, keep, user)
}

/**
 * The same email in another login method of another user, where both can be sent: of note, never a block. Once
 * duplicates are judged, and after `findSharedEmails`.
 */
export function noteSharedEmails(database: Database): void {
  sql(database, "DELETE FROM finding WHERE code = 'same-email-elsewhere'").run()
  sql(
    database,
    `WITH going AS MATERIALIZED (
       SELECT user.id, user.email FROM shared_email CROSS JOIN user ON user.email = shared_email.email ${withFacet}
       WHERE facet.plan_state <> 'excluded'
         AND NOT EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id AND finding.code IN ('duplicate', 'email-invalid')))
     INSERT OR IGNORE INTO finding (user_id, code, group_key, blocks, detail)
     SELECT id, 'same-email-elsewhere', '', 0, 'Another user of this migration has the same email with another login method; the core will hold both.'
     FROM going WHERE email IN (SELECT email FROM going GROUP BY email HAVING count(*) > 1)`,
  ).run()
}
