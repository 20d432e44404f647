import * as z from 'zod'
import { canBeSent, isSameHash } from '../../../../shared/hashes/two-hashes.ts'
import { stemOfFile } from '../../../../shared/mapping/names/column-words.ts'
import { listsRequests } from '../../../../shared/mapping/names/people-names.ts'
import { newerFile } from '../../../../shared/planning/decisions/newer-file.ts'
import { readStoredUser } from '../../import-pipeline/stored-user.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { allIds, bulkInsert, type Database, insertStatement, run, sql } from '../sqlite.ts'
import { isOfFiles, pathIn, sharing } from './mapped-files.ts'
import { hasHash, type LoginFile } from './referring-files.ts'

/*
 * Users of two files with one email: one of two passwords is old or of another place, and one without a login, as a customer beside the logins of a portal, would become a
 * user besides the one with the password.
 */

const pairRow = z.object({
  one: z.number(),
  other: z.number(),
  file: z.number(),
  otherFile: z.number(),
  source: z.string(),
  otherSource: z.string(),
  isOneStatus: z.number(),
})
const insertPair = insertStatement('INSERT INTO same_email (part, owner, differ)', '(?, ?, ?)')
/** The difference of two users of one email: none, the password alone, or one that only the operator can say to be of one person. */
const [none, password, more] = [0, 1, 2]

/** The files of the operator's own with emails of users. */
export function filesWithEmails(database: Database): readonly SourceFile[] {
  return fileTable
    .list(database)
    .filter((file) => file.complete && file.recognition?.provider === 'generic' && pathIn(file, 'email') !== undefined)
    .filter(({ name }) => !listsRequests(stemOfFile(name)))
}

export const mapsHash = (file: SourceFile) => pathIn(file, 'password-hash') !== undefined

/**
 * Collects users of two files with one email, who have a password in each, in a temporary table. The owner is the one whose hash a core can check; of two such
 * hashes, that in the newer file, as far as the names of the files say. Returns the files, or none where there is no such user.
 */
function collectSameEmails(database: Database): readonly SourceFile[] {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS same_email (part INTEGER NOT NULL, owner INTEGER NOT NULL, differ INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS temp.same_email_by_part ON same_email (part);
    DELETE FROM same_email`)
  const files = filesWithEmails(database).filter(mapsHash)
  if (files.length < 2) return []
  const ids = files.map(({ id }) => id).join(', ')
  // An address of many rows tells none of them from another: paired, each with each, thousands would take minutes.
  const crowded = `SELECT email FROM user WHERE email IS NOT NULL AND file_id IN (${ids}) GROUP BY email, file_id HAVING count(*) > 2`
  run(
    database,
    `INSERT INTO same_email SELECT a.id, a.id, ${more} ${sharing(files, 'email')} AND a.email IN (${crowded}) AND json_type(t.source, '$.hash') = 'object'`,
  )
  const pairs = sql(
    database,
    `SELECT a.id AS one, b.id AS other, a.file_id AS file, b.file_id AS otherFile, t.source, w.source AS otherSource,
       ${statusOf('a')} IS ${statusOf('b')} AS isOneStatus
       FROM user AS a CROSS JOIN user AS b ON b.email = a.email AND b.file_id > a.file_id
       CROSS JOIN user_text AS t ON t.user_id = a.id CROSS JOIN user_text AS w ON w.user_id = b.id
       WHERE a.file_id IN (${ids}) AND b.file_id IN (${ids}) AND json_type(t.source, '$.hash') = 'object' AND json_type(w.source, '$.hash') = 'object'
       AND a.email NOT IN (${crowded})`,
  )
  const newer = new Set(
    files.flatMap((file) => files.flatMap((other) => (isNewer(file, other) ? [`${file.id} ${other.id}`] : []))),
  )
  // Two files may share a million users, whose texts are not held at once.
  const found: { readonly part: number; readonly owner: number; readonly differ: number }[] = []
  for (const pair of pairs.iterate()) {
    const { one, other, file, otherFile, source, otherSource, isOneStatus } = pairRow.parse(pair)
    const [hash, otherHash] = [readStoredUser(source).hash, readStoredUser(otherSource).hash]
    if (hash === null || otherHash === null) continue
    const areEven = canBeSent(hash) === canBeSent(otherHash)
    const isFirst = areEven ? !newer.has(`${otherFile} ${file}`) : canBeSent(hash)
    const differ = !areEven || isOneStatus === 0 ? more : isSameHash(hash, otherHash) ? none : password
    found.push({ part: isFirst ? other : one, owner: isFirst ? one : other, differ })
  }
  bulkInsert(database, insertPair, found, (values, { part, owner, differ }) => values.push(part, owner, differ))
  return sql(database, 'SELECT 1 FROM temp.same_email LIMIT 1').get() === undefined ? [] : files
}

function isNewer({ name }: SourceFile, other: SourceFile): boolean {
  return newerFile({ added: name, own: other.name })?.place === 'added'
}

/**
 * Users with a password in two files who have one email and one ID, or no ID in one of the files: copies of two days, a list of `.htpasswd` beside a dump. A core
 * has one password for an email, so they are one user. Of two such hashes the operator is asked; equal ones are no question. Rows of which one alone keeps
 * its user out are asked about as such.
 */
export function joinsOfTwoPasswords(database: Database): readonly LoginFile[] {
  const files = filesWithEmails(database).filter(mapsHash)
  return files.flatMap((file): readonly LoginFile[] => {
    const others = files.filter((other) => other !== file)
    if (others.length === 0) return []
    const among = isOfFiles(
      'a',
      others.map(({ id }) => id),
    )
    const isOne = `((b.source_id IS NULL AND a.source_id IS NOT NULL) OR (a.file_id < b.file_id AND a.source_id IS b.source_id)) AND ${statusOf('a')} IS ${statusOf('b')}`
    const same = `a.email = b.email AND ${among} AND ${isOne} AND (${hasHash}) AND (${hasHash.replaceAll('a.id', 'b.id')})`
    const key = pathIn(file, 'email') ?? ''
    return [{ file, brings: 'hash', by: 'email', key, same, toAny: true, isSure: true, besideHash: true }]
  })
}

/** The status of a user, read or asked about. */
const statusOf = (
  user: 'a' | 'b',
) => `(SELECT coalesce(t.source ->> '$.standing', 'active') || coalesce((SELECT group_concat(one.value ->> '$.field')
  FROM json_each(t.source, '$.unmapped') AS one WHERE one.value ->> '$.kind' = 'status'), '') FROM user_text AS t WHERE t.user_id = ${user}.id)`

/**
 * The joins of users with one email in two files that give them other IDs: those who differ in nothing but the password, and the others by decision. Of the two hashes,
 * the one that a core can check counts.
 */
export function joinsOfSameEmails(database: Database, isDecided: boolean): readonly LoginFile[] {
  const owners = `SELECT owner FROM temp.same_email WHERE part = b.id${isDecided ? '' : ` AND differ < ${more}`}`
  return collectSameEmails(database).map((file) => {
    const join = { file, by: 'email', key: pathIn(file, 'email') ?? '', toAny: true, isSure: true } as const
    return { ...join, brings: 'hash', same: `a.id IN (${owners})`, besideHash: true }
  })
}

/** Rows that may be no users are asked about as such. */
const ofOne = `differ > ${none} AND NOT EXISTS (SELECT 1 FROM user_text AS t WHERE t.user_id IN (part, owner)
  AND json_type(t.source, '$.mayBeOther') IS NOT NULL)`

/** Such users of both files, who were not joined. */
export function usersWithSameEmails(database: Database): readonly { readonly id: number; readonly says: 'email' }[] {
  if (collectSameEmails(database).length === 0) return []
  const users = `SELECT part AS id FROM temp.same_email WHERE ${ofOne} UNION SELECT owner FROM temp.same_email WHERE ${ofOne}`
  return allIds(sql(database, users)).map((id) => ({ id, says: 'email' }))
}
