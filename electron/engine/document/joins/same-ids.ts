import * as z from 'zod'
import { filesOfProfiles, hasContact, hasHash } from './referring-files.ts'
import { getSetting, setSetting } from '../settings.ts'
import { allRows, bulkTransaction, type Database, oneNumber, run, sql } from '../sqlite.ts'

/* Users of two files who share an ID and were not joined, although a login or a status of one of them may belong to both. */

const mark = '$.sameIdElsewhere'
const isOut = `coalesce(json_extract(t.source, '$.standing'), 'active') <> 'active'
  OR EXISTS (SELECT 1 FROM partial_record AS p WHERE p.user_id = a.id AND json_type(p.part, '$.standing') = 'text')`
const hasLogin = `${hasHash} OR coalesce(json_type(t.source, '$.identities') = 'array', 0)`

const markRow = z.object({ id: z.number(), says: z.enum(['standing', 'login']) })

/**
 * Marks users who share their ID with a user of another file, so that planning asks: one of the two is kept out, or one has the contact and
 * its partner the login. True: marks changed.
 */
export function markSameIds(database: Database): boolean {
  const wasMarked = getSetting(database, 'same-ids-marked') === true
  const isAlone =
    oneNumber(sql(database, 'SELECT count(*) AS n FROM (SELECT 1 FROM user GROUP BY file_id LIMIT 2)')) < 2
  const found = isAlone ? [] : usersWithSameIds(database)
  if (found.length === 0 && !wasMarked) return false
  bulkTransaction(database, () => {
    if (wasMarked)
      database.exec(
        `UPDATE user_text SET source = json_remove(source, '${mark}') WHERE json_type(source, '${mark}') = 'text'`,
      )
    for (const { id, says } of found)
      run(database, `UPDATE user_text SET source = json_set(source, '${mark}', ?) WHERE user_id = ?`, says, id)
    setSetting(database, 'same-ids-marked', found.length > 0)
  })
  return true
}

function usersWithSameIds(database: Database): readonly z.infer<typeof markRow>[] {
  const numbered = filesOfProfiles(database).join(', ')
  const shared = `SELECT source_id FROM user WHERE source_id IS NOT NULL AND file_id NOT IN (${numbered})
    GROUP BY source_id HAVING min(file_id) < max(file_id)`
  return allRows(
    markRow,
    sql(
      database,
      `WITH fact AS MATERIALIZED (
         SELECT a.id, a.source_id, a.file_id, (${isOut}) AS out, (${hasContact}) AS contact, (${hasLogin}) AS login
         FROM user AS a CROSS JOIN user_text AS t ON t.user_id = a.id
         WHERE a.source_id IN (${shared}) AND a.file_id NOT IN (${numbered}))
       SELECT one.id, CASE WHEN max(one.out <> other.out) THEN 'standing' ELSE 'login' END AS says
       FROM fact AS one JOIN fact AS other ON other.source_id = one.source_id AND other.file_id <> one.file_id
       WHERE one.out <> other.out OR (one.contact <> other.contact AND one.login <> other.login
         AND one.contact <> one.login) GROUP BY one.id`,
    ),
  )
}
