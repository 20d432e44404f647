import * as z from 'zod'
import { canBeSent, isSameHash } from '../../../../shared/hashes/two-hashes.ts'
import { stemOfFile } from '../../../../shared/mapping/names/column-words.ts'
import { listsRequests } from '../../../../shared/mapping/names/people-names.ts'
import { newerFile } from '../../../../shared/planning/decisions/newer-file.ts'
import { readStoredUser } from '../../import-pipeline/stored-user.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { allRows, bulkInsert, type Database, insertStatement, run, sql } from '../sqlite.ts'
import { isOfFiles, mapsContact, pathIn } from './mapped-files.ts'
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

function filesWithEmails(database: Database): readonly SourceFile[] {
  return fileTable
    .list(database)
    .filter((file) => file.complete && file.recognition?.provider === 'generic' && pathIn(file, 'email') !== undefined)
    .filter(({ name }) => !listsRequests(stemOfFile(name)))
}

const mapsHash = (file: SourceFile) => pathIn(file, 'password-hash') !== undefined

/**
 * Collects users of two files with one email, who have a password in each, in a temporary table. The owner is the one whose hash a core can check; of two such
 * hashes, that in the newer file, as far as the names of the files say. Returns their files.
 */
function collectSameEmails(database: Database): readonly SourceFile[] {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS same_email (part INTEGER NOT NULL, owner INTEGER NOT NULL, differ INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS temp.same_email_by_part ON same_email (part);
    DELETE FROM same_email`)
  const files = filesWithEmails(database).filter(mapsHash)
  if (files.length < 2) return []
  const ids = files.map(({ id }) => id).join(', ')
  const pairs = sql(
    database,
    `SELECT a.id AS one, b.id AS other, a.file_id AS file, b.file_id AS otherFile, t.source, w.source AS otherSource,
       ${statusOf('a')} IS ${statusOf('b')} AS isOneStatus
       FROM user AS a CROSS JOIN user AS b ON b.email = a.email AND b.file_id > a.file_id
       CROSS JOIN user_text AS t ON t.user_id = a.id CROSS JOIN user_text AS w ON w.user_id = b.id
       WHERE a.file_id IN (${ids}) AND b.file_id IN (${ids}) AND json_type(t.source, '$.hash') = 'object' AND json_type(w.source, '$.hash') = 'object'`,
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
  return found.length === 0 ? [] : files
}

function isNewer({ name }: SourceFile, other: SourceFile): boolean {
  return newerFile({ added: name, own: other.name })?.place === 'added'
}

/**
 * Collects users without a login whose email is that of a user with a password in another file. Users who were deleted are left out by the plan. Returns the
 * files of those without a login.
 */
function collectContacts(database: Database): readonly SourceFile[] {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS email_contact (part INTEGER NOT NULL, owner INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS temp.email_contact_by_part ON email_contact (part);
    DELETE FROM email_contact`)
  const files = filesWithEmails(database)
  if (files.length < 2 || !fileTable.list(database).some(mapsHash)) return []
  const ids = files.map(({ id }) => id).join(', ')
  const isKept = (text: string) => `coalesce(json_extract(${text}, '$.standing'), 'active') <> 'deleted'`
  run(
    database,
    `INSERT INTO email_contact SELECT b.id, a.id FROM user AS b CROSS JOIN user AS a ON a.email = b.email AND a.file_id <> b.file_id
       CROSS JOIN user_text AS o ON o.user_id = a.id CROSS JOIN user_text AS w ON w.user_id = b.id
       WHERE a.file_id IN (${ids}) AND b.file_id IN (${ids}) AND (${hasHash}) AND NOT (${hasHash.replaceAll('a.id', 'b.id')})
       AND json_type(w.source, '$.identities') IS NOT 'array' AND ${isKept('o.source')} AND ${isKept('w.source')}`,
  )
  return files
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
  const joined = `SELECT owner FROM temp.same_email WHERE part = b.id${isDecided ? '' : ` AND differ < ${more}`}`
  const byEmail = (file: SourceFile) =>
    ({ file, by: 'email', key: pathIn(file, 'email') ?? '', toAny: true, isSure: true }) as const
  const ofHashes = collectSameEmails(database).map(
    (file) => ({ ...byEmail(file), brings: 'hash', same: `a.id IN (${joined})`, besideHash: true }) as const,
  )
  if (!isDecided) return ofHashes
  const ofContacts = collectContacts(database).map(
    (file) => ({ ...byEmail(file), brings: 'details', same: sameContact, bringsContact: mapsContact(file) }) as const,
  )
  return [...ofHashes, ...ofContacts]
}

const sameContact = 'a.id IN (SELECT owner FROM temp.email_contact WHERE part = b.id)'

const userRow = z.object({ id: z.number() })
/** Rows that may be no users are asked about as such. */
const ofOne = `differ > ${none} AND NOT EXISTS (SELECT 1 FROM user_text AS t WHERE t.user_id IN (part, owner)
  AND json_type(t.source, '$.mayBeOther') IS NOT NULL)`

/** Such users of both files, who were not joined. */
export function usersWithSameEmails(
  database: Database,
): readonly { readonly id: number; readonly says: 'email' | 'contact' }[] {
  const twoHashes =
    collectSameEmails(database).length === 0
      ? []
      : allRows(
          userRow,
          sql(
            database,
            `SELECT part AS id FROM temp.same_email WHERE ${ofOne} UNION SELECT owner FROM temp.same_email WHERE ${ofOne}`,
          ),
        )
  const contacts =
    collectContacts(database).length === 0
      ? []
      : allRows(
          userRow,
          sql(
            database,
            `WITH pair AS MATERIALIZED (SELECT part, owner FROM temp.email_contact CROSS JOIN user_text AS t ON t.user_id = part
               WHERE json_type(t.source, '$.mayBeOther') IS NULL)
             SELECT part AS id FROM pair UNION SELECT owner FROM pair`,
          ),
        )
  return [
    ...contacts.map(({ id }) => ({ id, says: 'contact' }) as const),
    ...twoHashes.map(({ id }) => ({ id, says: 'email' }) as const),
  ]
}
