import * as z from 'zod'
import { canBeSent } from '../../../../shared/hashes/two-hashes.ts'
import { readStoredUser } from '../../import-pipeline/stored-user.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { allRows, bulkInsert, type Database, insertStatement, sql } from '../sqlite.ts'
import { pathIn } from './mapped-files.ts'
import type { LoginFile } from './referring-files.ts'

/*
 * Users of two files with one email, each with a password hash, of which a core can check one. Two such hashes would be duplicates; here one person would
 * become a user with the password and another one without it.
 */

const pairRow = z.object({ one: z.number(), other: z.number(), source: z.string(), otherSource: z.string() })
const insertPair = insertStatement('INSERT INTO same_email (part, owner)', '(?, ?)')

function filesWithHashes(database: Database): readonly SourceFile[] {
  return fileTable
    .list(database)
    .filter(
      (file) =>
        file.complete &&
        file.recognition?.provider === 'generic' &&
        pathIn(file, 'email') !== undefined &&
        pathIn(file, 'password-hash') !== undefined,
    )
}

/** Collects such users in a temporary table: the one whose hash a core can check is the owner. Returns their files. */
function collectSameEmails(database: Database): readonly SourceFile[] {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS same_email (part INTEGER NOT NULL, owner INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS temp.same_email_by_part ON same_email (part);
    DELETE FROM same_email`)
  const files = filesWithHashes(database)
  if (files.length < 2) return []
  const ids = files.map(({ id }) => id).join(', ')
  const pairs = sql(
    database,
    `SELECT a.id AS one, b.id AS other, t.source, w.source AS otherSource FROM user AS a CROSS JOIN user AS b ON b.email = a.email AND b.file_id > a.file_id
       CROSS JOIN user_text AS t ON t.user_id = a.id CROSS JOIN user_text AS w ON w.user_id = b.id
       WHERE a.file_id IN (${ids}) AND b.file_id IN (${ids}) AND json_type(t.source, '$.hash') = 'object' AND json_type(w.source, '$.hash') = 'object'`,
  )
  // Two files may share a million users, whose texts are not held at once.
  const uneven: { readonly part: number; readonly owner: number }[] = []
  for (const pair of pairs.iterate()) {
    const { one, other, source, otherSource } = pairRow.parse(pair)
    const isFirst = hasSendableHash(source)
    if (isFirst === hasSendableHash(otherSource)) continue
    uneven.push(isFirst ? { part: other, owner: one } : { part: one, owner: other })
  }
  bulkInsert(database, insertPair, uneven, (values, { part, owner }) => values.push(part, owner))
  return uneven.length === 0 ? [] : files
}

function hasSendableHash(source: string): boolean {
  const { hash } = readStoredUser(source)
  return hash !== null && canBeSent(hash)
}

/** The joins of such users, by decision. Of the two hashes, the one that a core can check counts. */
export function joinsOfSameEmails(database: Database): readonly LoginFile[] {
  const same = 'a.id IN (SELECT owner FROM temp.same_email WHERE part = b.id)'
  return collectSameEmails(database).map(
    (file) =>
      ({
        file,
        brings: 'hash',
        by: 'email',
        key: pathIn(file, 'email') ?? '',
        same,
        toAny: true,
        isSure: true,
        besideHash: true,
      }) as const,
  )
}

const userRow = z.object({ id: z.number() })

/** The IDs of such users, of both files. */
export function usersWithSameEmails(database: Database): readonly number[] {
  if (collectSameEmails(database).length === 0) return []
  return allRows(
    userRow,
    sql(database, 'SELECT part AS id FROM temp.same_email UNION SELECT owner FROM temp.same_email'),
  ).map(({ id }) => id)
}
