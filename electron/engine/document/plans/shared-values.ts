import { withFacet } from '../facets.ts'
import { getSetting, setSetting } from '../settings.ts'
import { type Database, run, sql } from '../sqlite.ts'

/* Values that several users of a document have: emails that rivals are found by, and what is of note about both. */

const sameId = 'same-id-elsewhere'

/** Findings that say so; planning makes them last, and anew each time. */
export const ofSharedValues: ReadonlySet<string> = new Set(['same-email-elsewhere', sameId])

const emptyTable = `
  CREATE TEMP TABLE IF NOT EXISTS shared_email (email TEXT PRIMARY KEY, first INTEGER, importers INTEGER) WITHOUT ROWID;
  DELETE FROM shared_email;`

/**
 * Lists emails that several users have in a temporary table: one scan of all users takes longer than all queries about
 * the few. `importers` import a password for the email, `first` is the first of them. Creating the late indexes drops
 * the table.
 */
export function findSharedEmails(database: Database): void {
  database.exec(`${emptyTable}
    INSERT INTO shared_email SELECT user.email, min(CASE WHEN facet.password_claim > 0 THEN user.id END), sum(facet.password_claim > 0)
      FROM (SELECT email FROM user WHERE email IS NOT NULL GROUP BY email HAVING count(*) > 1) AS shared
      CROSS JOIN user ON user.email = shared.email ${withFacet} GROUP BY user.email`)
}

/** Lists the emails of `users`, which reading found shared, without a look for others and without importers. */
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
  sql(database, "DELETE FROM user_finding WHERE code = 'same-email-elsewhere'").run()
  sql(
    database,
    `WITH going AS MATERIALIZED (
       SELECT user.id, user.email, facet.tenants FROM shared_email CROSS JOIN user ON user.email = shared_email.email ${withFacet}
       WHERE facet.plan_state <> 'excluded'
         AND NOT EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id AND finding.code IN ('duplicate', 'email-invalid')))
     INSERT OR IGNORE INTO user_finding (user_id, code, group_key, blocks, detail)
     SELECT id, 'same-email-elsewhere', '', 0, 'Another user of this migration has the same email. The core holds both in different login methods; in the same one, only the first is sent.'
     FROM going WHERE (email, tenants) IN (SELECT email, tenants FROM going GROUP BY email, tenants HAVING count(*) > 1)`,
  ).run()
}

/**
 * The same source ID in another user who can be sent: of note, never a block, because each file may number its users anew. A row that waits
 * for a decision whether it is a user at all is none yet. After all indexes are there, and once duplicates are judged.
 */
export function noteSharedIds(database: Database): void {
  if (getSetting(database, 'ids-unique') === true) return
  run(database, `DELETE FROM user_finding WHERE code = '${sameId}'`)
  const shared = 'SELECT source_id FROM user WHERE source_id IS NOT NULL GROUP BY source_id HAVING count(*) > 1'
  if (sql(database, `${shared} LIMIT 1`).get() === undefined) return setSetting(database, 'ids-unique', true)
  run(
    database,
    `WITH going AS MATERIALIZED (
       SELECT user.id, user.source_id FROM (${shared}) AS shared
       CROSS JOIN user ON user.source_id = shared.source_id ${withFacet} WHERE facet.plan_state <> 'excluded'
         AND NOT EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id
           AND (finding.code = 'duplicate' OR (finding.code = 'may-be-no-user' AND finding.blocks))))
     INSERT OR IGNORE INTO user_finding (user_id, code, group_key, blocks, detail)
     SELECT id, '${sameId}', '', 0, 'Another user of this migration has the same source ID. Check the column that holds it; the core can keep the ID for one of them only.'
     FROM going WHERE source_id IN (SELECT source_id FROM going GROUP BY source_id HAVING count(*) > 1)`,
  )
}
