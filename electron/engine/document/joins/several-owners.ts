import * as z from 'zod'
import { isAnyKey } from '../../../../shared/exports/tables/table-keys.ts'
import { lastName } from '../../../../shared/mapping/names/column-words.ts'
import { nameSameIds } from '../../../../shared/mapping/names/ids/id-names.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { allRows, type Database, run, sql } from '../sqlite.ts'
import { pathIn } from './mapped-files.ts'
import { isNamedAfterRows } from './named-rows.ts'
import { firstOwners } from './possible-owners.ts'
import type { LoginFile } from './referring-files.ts'

/*
 * Rows that match users of several files by a value that makes these users one person: the same email, or the same `customer_id` in the files with the addresses and the
 * numbers of customers. Each row belongs to the user in the file that has most of the rows; the other files join with that one themselves.
 */

const fileRow = z.object({ file: z.number(), rows: z.number() })

/** Adds such rows to `login_owner`. `owners`: the part of a query from FROM on that finds the possible owners of `b`. */
export function collectSeveral(database: Database, login: LoginFile, owners: string): void {
  const files = filesOfOnePerson(database, login, fileTable.list(database))
  if (files.length < 2) return
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS several_owner (id INTEGER NOT NULL, owner INTEGER NOT NULL, file INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS temp.several_owner_by_id ON several_owner (id);
    DELETE FROM several_owner`)
  // A row with more owners than there are files has two in one of them, and belongs to none.
  run(
    database,
    `INSERT INTO several_owner SELECT b.id, one.value ->> 0, one.value ->> 1 FROM user AS b,
       json_each((SELECT json_group_array(json_array(id, file)) FROM ${firstOwners(owners, files.length + 1)})) AS one
     WHERE b.file_id = ? AND b.id NOT IN (SELECT id FROM login_owner)`,
    login.file.id,
  )
  const among = files.map(({ id }) => id).join(', ')
  database.exec(`DELETE FROM several_owner WHERE id IN (SELECT id FROM several_owner WHERE file NOT IN (${among})
    UNION SELECT id FROM several_owner GROUP BY id, file HAVING count(*) > 1)`)
  const hasEmail = (file: number) => files.some((one) => one.id === file && pathIn(one, 'email') !== undefined)
  const ranked = allRows(fileRow, sql(database, rowsOfFiles)).toSorted(
    (one, other) =>
      other.rows - one.rows || Number(hasEmail(other.file)) - Number(hasEmail(one.file)) || one.file - other.file,
  )
  for (const { file } of ranked)
    run(database, 'INSERT OR IGNORE INTO login_owner SELECT id, owner FROM several_owner WHERE file = ?', file)
}

const rowsOfFiles = `SELECT file, count(*) AS rows FROM (SELECT file FROM several_owner
  UNION ALL SELECT a.file_id FROM login_owner AS o CROSS JOIN user AS a ON a.id = o.owner) GROUP BY file`

/** The files whose users with one value are one person by it. A mere `id` is another one in each file. */
function filesOfOnePerson(
  database: Database,
  { file, by, key, besideHash }: LoginFile,
  files: readonly SourceFile[],
): readonly SourceFile[] {
  const others = files.filter((other) => other.complete && other.id !== file.id)
  if (besideHash === true) return []
  if (by === 'email') return others
  if ((by !== 'id' && by !== 'reference') || isAnyKey(lastName(key))) return []
  return others.filter((other) => {
    const own = pathIn(other, 'source-id')
    return own !== undefined && (nameSameIds(own, key) || isNamedAfterRows(database, key, other))
  })
}
