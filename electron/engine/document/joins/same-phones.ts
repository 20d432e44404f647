import * as z from 'zod'
import { fileTable, type SourceFile } from '../files.ts'
import { allRows, type Database, run, sql } from '../sqlite.ts'
import { pathIn } from './mapped-files.ts'
import { hasHash, type LoginFile } from './referring-files.ts'

/*
 * Passwords beside a phone number and no address, of users who have the same number in another file and no password there: customers who sign in with their
 * number. The core takes a password with an email only, so that these are lost unless both are joined. A number that several users of a file have is that of
 * none of them.
 */

/** The files with such passwords, and those with the numbers of users. */
function filesOfPhones(database: Database): {
  readonly lists: readonly SourceFile[]
  readonly others: readonly SourceFile[]
} {
  const files = fileTable
    .list(database)
    .filter((file) => file.complete && file.recognition?.provider === 'generic' && pathIn(file, 'phone') !== undefined)
  const isList = (file: SourceFile) =>
    pathIn(file, 'password-hash') !== undefined && pathIn(file, 'email') === undefined
  return { lists: files.filter(isList), others: files }
}

/** Collects such users in a temporary table. Returns their files with passwords. */
function collectSamePhones(database: Database): readonly SourceFile[] {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS same_phone (part INTEGER NOT NULL, owner INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS temp.same_phone_by_part ON same_phone (part);
    DELETE FROM same_phone`)
  const { lists, others } = filesOfPhones(database)
  if (lists.length === 0 || others.length < 2) return []
  const idsOf = (files: readonly SourceFile[]) => files.map(({ id }) => id).join(', ')
  run(
    database,
    `INSERT INTO same_phone SELECT b.id, a.id FROM user AS b CROSS JOIN user AS a ON a.phone = b.phone AND +a.file_id <> b.file_id
       WHERE b.file_id IN (${idsOf(lists)}) AND +a.file_id IN (${idsOf(others)}) AND b.email IS NULL
       AND (${hasHash.replaceAll('a.id', 'b.id')}) AND NOT (${hasHash})`,
  )
  database.exec(`DELETE FROM same_phone WHERE part IN (SELECT part FROM same_phone GROUP BY part HAVING count(*) > 1)
    OR owner IN (SELECT owner FROM same_phone GROUP BY owner HAVING count(*) > 1)`)
  return lists
}

/** The joins of such users, by decision. */
export function joinsOfSamePhones(database: Database): readonly LoginFile[] {
  const same = 'a.id IN (SELECT owner FROM temp.same_phone WHERE part = b.id)'
  return collectSamePhones(database).map((file) => ({
    file,
    brings: 'hash',
    by: 'email',
    key: pathIn(file, 'phone') ?? '',
    same,
    toAny: true,
    isSure: true,
  }))
}

const userRow = z.object({ id: z.number() })

/** Such users of both files. */
export function usersWithSamePhones(database: Database): readonly { readonly id: number; readonly says: 'phone' }[] {
  if (collectSamePhones(database).length === 0) return []
  const users = 'SELECT part AS id FROM temp.same_phone UNION SELECT owner FROM temp.same_phone'
  return allRows(userRow, sql(database, users)).map(({ id }) => ({ id, says: 'phone' }))
}
