import { isAnyKey } from '../../../../shared/exports/tables/table-keys.ts'
import { lastName } from '../../../../shared/mapping/names/column-words.ts'
import { nameSameIds } from '../../../../shared/mapping/names/ids/id-names.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { allRows, type Database, oneNumber, run, sql } from '../sqlite.ts'
import { holdsWholeUsers, pathIn } from './mapped-files.ts'
import { fileOfAll, rowsInFile } from './file-of-all.ts'
import { isNamedAfterRows } from './named-rows.ts'
import { firstOwners } from './possible-owners.ts'
import type { LoginFile } from './referring-files.ts'

/*
 * Rows that match users of several files. Of these, one with a password and an address is the user, where the others have no other address: they are parts of that user
 * themselves. Else the value has to make them one person: the same email, or the same `customer_id` in the files with the addresses and the numbers of customers. Then each row
 * belongs to the user in the file that has most of the rows.
 */

/** Adds such rows to `login_owner`. `owners`: the part of a query from FROM on that finds the possible owners of `b`. */
export function collectSeveral(database: Database, login: LoginFile, owners: string): void {
  if (login.besideHash === true) return
  const others = fileTable.list(database).filter((other) => other.complete && other.id !== login.file.id)
  if (others.length < 2) return
  const files = filesOfOnePerson(database, login, others)
  const whole = others.filter(holdsWholeUsers).map(({ id }) => id)
  const atMost = others.length + maxRepeated
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS several_owner (id INTEGER NOT NULL, owner INTEGER NOT NULL, file INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS temp.several_owner_by_id ON several_owner (id);
    DELETE FROM several_owner`)
  run(
    database,
    `INSERT INTO several_owner SELECT b.id, one.value ->> 0, one.value ->> 1 FROM user AS b,
       json_each((SELECT json_group_array(json_array(id, file)) FROM ${firstOwners(owners, atMost)})) AS one
     WHERE b.file_id = ? AND b.id NOT IN (SELECT id FROM login_owner)`,
    login.file.id,
  )
  run(database, ownersWithLogin(whole), atMost)
  const only = fileOfAll(allRows(rowsInFile, sql(database, rowsOfFiles)), oneNumber(sql(database, rowsWithOwners)))
  if (only !== null) run(database, ownersInFile, only)
  const among = files.map(({ id }) => id).join(', ')
  database.exec(`DELETE FROM several_owner WHERE id IN (SELECT id FROM several_owner WHERE file NOT IN (${among})
    UNION SELECT id FROM login_owner UNION SELECT id FROM several_owner GROUP BY id, file HAVING count(*) > 1)`)
  const hasEmail = (file: number) => files.some((one) => one.id === file && pathIn(one, 'email') !== undefined)
  const ranked = allRows(rowsInFile, sql(database, rowsOfFiles)).toSorted(
    (one, other) =>
      other.rows - one.rows || Number(hasEmail(other.file)) - Number(hasEmail(one.file)) || one.file - other.file,
  )
  for (const { file } of ranked)
    run(database, 'INSERT OR IGNORE INTO login_owner SELECT id, owner FROM several_owner WHERE file = ?', file)
}

/** Rows of one user in other files than the first: a login at each of some third parties. */
const maxRepeated = 2

/**
 * Rows of which one owner alone has an address, or has the password as well where another one has the same address: the others are parts of that user, as the
 * row is. Users of whole files may have a phone number in place of an address.
 */
const ownersWithLogin = (
  whole: readonly number[],
) => `WITH possible AS (SELECT s.id, s.owner, s.file IN (${whole.join(', ')}) AS is_whole,
    coalesce(u.email, (SELECT p.part ->> '$.email' FROM partial_record AS p WHERE p.user_id = u.id AND json_type(p.part, '$.email') = 'text' LIMIT 1)) AS email
    FROM several_owner AS s CROSS JOIN user AS u ON u.id = s.owner)
  INSERT INTO login_owner SELECT id, CASE WHEN count(email) = 1 THEN max(iif(email IS NULL, NULL, owner)) ELSE max(iif(is_whole, owner, NULL)) END
  FROM possible GROUP BY id
  HAVING (count(email) = 1 OR (sum(is_whole) = 1 AND count(DISTINCT email) < 2)) AND count(*) BETWEEN 2 AND ?1 - 1`

const foundInFiles = `SELECT id, file FROM several_owner UNION SELECT o.id, a.file_id FROM login_owner AS o CROSS JOIN user AS a ON a.id = o.owner`
const rowsOfFiles = `SELECT file, count(*) AS rows FROM (${foundInFiles}) GROUP BY file`
const rowsWithOwners = `SELECT count(DISTINCT id) AS n FROM (${foundInFiles})`
const ownersInFile = `INSERT OR IGNORE INTO login_owner SELECT id, min(owner) FROM several_owner WHERE file = ?
  AND id NOT IN (SELECT id FROM login_owner) GROUP BY id HAVING count(*) = 1`

/** The files whose users with one value are one person by it. A mere `id` is another one in each file. */
function filesOfOnePerson(
  database: Database,
  { by, key }: LoginFile,
  others: readonly SourceFile[],
): readonly SourceFile[] {
  if (by === 'email') return others
  if ((by !== 'id' && by !== 'reference') || isAnyKey(lastName(key))) return []
  return others.filter((other) => {
    const own = pathIn(other, 'source-id')
    return own !== undefined && (nameSameIds(own, key) || isNamedAfterRows(database, key, other))
  })
}
