import { signInKey, calledKey } from '../../../../shared/mapping/entries/sign-in-names.ts'
import { anyUserKey } from '../../../../shared/mapping/rows/standing-rows.ts'
import { type Database, run, sql } from '../sqlite.ts'
import { keepsOut, noUserMatches } from './lost-logins.ts'

/* Bans of users by an ID or a name in other letters, `TEST-002` of `test-002`: a ban belongs to the only user who has it so. */

/** Joins such bans. The keys of all users are collected (`join_key`). True: one found its user. */
export function joinBansInOtherLetters(database: Database): boolean {
  const after = `substr(one.value, ${anyUserKey.length + 1})`
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS lost_ban (part INTEGER NOT NULL, name TEXT NOT NULL COLLATE NOCASE);
    CREATE INDEX IF NOT EXISTS temp.lost_ban_by_name ON lost_ban (name);
    DELETE FROM lost_ban`)
  run(
    database,
    `INSERT INTO lost_ban SELECT p.id, ${after} FROM partial_record AS p, json_each(p.keys) AS one
     WHERE p.user_id IS NULL AND p.is_other = 0 AND p.unmatched_reason = ? AND one.value LIKE '${anyUserKey}%' AND ${after} GLOB '*[A-Za-z]*' AND ${keepsOut}`,
    noUserMatches,
  )
  if (sql(database, 'SELECT 1 FROM temp.lost_ban LIMIT 1').get() === undefined) return false
  const named = [signInKey, calledKey].map(
    (
      key,
    ) => `UNION SELECT l.part, j.user_id FROM join_key AS j CROSS JOIN temp.lost_ban AS l ON l.name = substr(j.key, ${key.length + 1})
      WHERE j.key >= '${key}' AND j.key < '${key.slice(0, -1)};'`,
  )
  database.exec(`UPDATE partial_record SET user_id = found.user_id, unmatched_reason = '' FROM (
      SELECT part, min(user_id) AS user_id FROM (
        SELECT l.part AS part, u.id AS user_id FROM user AS u CROSS JOIN temp.lost_ban AS l ON l.name = u.source_id ${named.join(' ')})
      GROUP BY part HAVING count(DISTINCT user_id) = 1) AS found WHERE partial_record.id = found.part`)
  return (
    sql(
      database,
      'SELECT 1 FROM temp.lost_ban AS l JOIN partial_record AS p ON p.id = l.part WHERE p.user_id IS NOT NULL LIMIT 1',
    ).get() !== undefined
  )
}
