import { fileTable, type SourceFile } from '../files.ts'
import { allIds, type Database, run, sql } from '../sqlite.ts'
import { isKept } from './lost-logins.ts'
import { isOfFiles, mapsContact, pathIn, sharing } from './mapped-files.ts'
import { hasHash, type LoginFile } from './referring-files.ts'
import { filesWithEmails, mapsHash } from './same-emails.ts'

/*
 * Users of two files with one email or phone number, where one user, the owner, has what the other one lacks. One person would become two users.
 */

/**
 * `contact`: the owner has a password and the other one no login at all, as customers beside the logins of their portal. `phone`: the other one has a password
 * beside the number and no email, without which a core takes no password, and the owner has no password.
 */
type Difference = 'contact' | 'phone'

/** Adds users with a password and those without any login. Those who were deleted are left out by the plan. `areAsked`: rows that may be no users are asked about as such. */
function addContacts(database: Database, files: readonly SourceFile[], areAsked: boolean): void {
  const others = `json_type(t.source, '$.identities') IS NOT 'array'${areAsked ? " AND json_type(t.source, '$.mayBeOther') IS NULL" : ''}`
  run(
    database,
    `INSERT INTO same_contact SELECT 'contact', a.email, a.file_id, a.id, (${hasHash}) AS is_owner ${sharing(files, 'email')}
       AND ${isKept('t.source')} AND (is_owner OR ${others})`,
  )
}

/** Adds users with a password beside a number alone, and those without a password. */
function addPhones(database: Database): void {
  const files = fileTable
    .list(database)
    .filter((file) => file.complete && file.recognition?.provider === 'generic' && pathIn(file, 'phone') !== undefined)
  const lists = files.filter((file) => mapsHash(file) && pathIn(file, 'email') === undefined)
  if (lists.length === 0) return
  const ofList = `a.email IS NULL AND ${isOfFiles(
    'a',
    lists.map(({ id }) => id),
  )}`
  run(
    database,
    `INSERT INTO same_contact SELECT 'phone', a.phone, a.file_id, a.id, NOT (${hasHash}) AS is_owner ${sharing(files, 'phone')}
       AND (is_owner OR ${ofList})`,
  )
  // A number that several users have is that of none of them.
  database.exec(`DELETE FROM same_contact WHERE says = 'phone' AND contact IN (
    SELECT contact FROM same_contact WHERE says = 'phone' GROUP BY contact, is_owner HAVING count(*) > 1)`)
}

/** Collects users in a temporary table, and keeps those with a counterpart in another file. Each is looked at once, as thousands may share one address. */
function collect(database: Database, says: Difference, add: () => void): void {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS same_contact (
      says TEXT NOT NULL, contact TEXT NOT NULL, file INTEGER NOT NULL, id INTEGER NOT NULL, is_owner INTEGER NOT NULL);
    DELETE FROM same_contact WHERE says = '${says}'`)
  add()
  database.exec(`DELETE FROM same_contact WHERE says = '${says}' AND id NOT IN (
    WITH one AS (SELECT * FROM same_contact WHERE says = '${says}'),
      side AS (SELECT contact, is_owner, min(file) AS low, max(file) AS high FROM one GROUP BY contact, is_owner)
    SELECT one.id FROM one JOIN side ON side.contact = one.contact AND side.is_owner <> one.is_owner
    WHERE side.low <> one.file OR side.high <> one.file)`)
}

/** Collects all such users. `areAsked`: of rows that may be no users, the operator is asked that first. */
function collectSameContacts(database: Database, areAsked: boolean): void {
  const hasHashes = fileTable.list(database).some(mapsHash)
  collect(database, 'contact', () => addContacts(database, hasHashes ? filesWithEmails(database) : [], areAsked))
  collect(database, 'phone', () => addPhones(database))
}

const usersOf = (says: Difference, which: string) =>
  `SELECT id FROM temp.same_contact WHERE says = '${says}' AND ${which}`

/** The joins of such users, by decision. */
export function joinsOfSameContacts(database: Database): readonly LoginFile[] {
  collectSameContacts(database, false)
  const join = (says: Difference, target: 'email' | 'phone') => {
    // The plus signs make SQLite begin with the contact.
    const same = `a.${target} = b.${target} AND +a.id IN (${usersOf(says, 'is_owner')}) AND +b.id IN (${usersOf(says, 'NOT is_owner')})`
    return filesOfParts(database, says).map(
      (file) => ({ file, by: 'email', key: pathIn(file, target) ?? '', same, toAny: true, isSure: true }) as const,
    )
  }
  return [
    ...join('contact', 'email').map(
      (one) => ({ ...one, brings: 'details', bringsContact: mapsContact(one.file) }) as const,
    ),
    ...join('phone', 'phone').map((one) => ({ ...one, brings: 'hash' }) as const),
  ]
}

/** The files of users who may be parts of an owner. */
function filesOfParts(database: Database, says: Difference): readonly SourceFile[] {
  const found = `SELECT DISTINCT file AS id FROM temp.same_contact WHERE says = '${says}' AND NOT is_owner`
  const ids = new Set(allIds(sql(database, found)))
  return fileTable.list(database).filter(({ id }) => ids.has(id))
}

/** Such users of both files. */
export function usersWithSameContacts(
  database: Database,
): readonly { readonly id: number; readonly says: Difference }[] {
  collectSameContacts(database, true)
  return (['contact', 'phone'] as const).flatMap((says) =>
    allIds(sql(database, usersOf(says, '1'))).map((id) => ({ id, says })),
  )
}
