import * as z from 'zod'
import { disabledByWord } from '../../../../shared/mapping/cell.ts'
import type { MappedColumn } from '../../../../shared/mapping/mapping.ts'
import { stemOfFile } from '../../../../shared/mapping/names/column-words.ts'
import { listsRequests, mayHoldAccounts } from '../../../../shared/mapping/names/people-names.ts'
import { mayEndThing, saysOfUser } from '../../../../shared/mapping/entries/thing-rows.ts'
import { mapsLogin, standingTargets } from '../../../../shared/mapping/targets.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { fileFact } from '../source-facts.ts'
import { allRows, type Database, run, sql } from '../sqlite.ts'
import { isOfColumns } from './mapped-files.ts'
import { namesPeopleOfThings } from './people-beside-accounts.ts'
import { hasHash, type LoginFile } from './referring-files.ts'

/*
 * Rows with the address of a user of another file, and nothing else of this user: invitations, memberships, orders, comments, logs. Such a row belongs to
 * the user and brings nothing. The operator is asked about other people in these files.
 */

/** The joins of such rows. Rows that may be no users, and their files, are marked before. */
export function joinsOfMentions(database: Database): readonly LoginFile[] {
  const files = fileTable.list(database).filter(({ complete }) => complete)
  if (files.length < 2) return []
  const idsOf = (isOne: (name: string) => boolean) =>
    files.filter(({ name }) => isOne(stemOfFile(name))).map(({ id }) => id)
  database.exec(emptyTables)
  database.exec(`INSERT INTO mentioned ${byAddress(idsOf(mayHoldAccounts), thingsAmong(database, files))}`)
  for (const { id } of files.filter(holdsNoLogin)) run(database, `INSERT INTO mentioned ${byOtherAddresses}`, id)
  const requests = idsOf(listsRequests)
  database.exec(`INSERT INTO owner_of ${ownersOf(requests)};
    INSERT OR IGNORE INTO owner_of ${ownersByParts(requests)};
    INSERT INTO mention ${mentions}`)
  const named = new Set(allRows(fileRow, sql(database, filesOfMentions)).map(({ id }) => id))
  return files
    .filter(({ id }) => named.has(id))
    .map((file) => ({
      file,
      brings: 'details',
      by: 'link',
      key: 'email',
      same,
      toAny: true,
      isSure: true,
      isMention: true,
    }))
}

const fileRow = z.object({ id: z.number() })
const filesOfMentions = 'SELECT DISTINCT b.file_id AS id FROM temp.mention CROSS JOIN user AS b ON b.id = row'
const same = 'a.id = (SELECT owner FROM temp.mention WHERE row = b.id)'

/** Whether the rows of a file have no login that is read, and the operator decided nothing about the file. */
function holdsNoLogin(file: SourceFile): boolean {
  return isOfColumns(file) && file.mapping !== null && !mapsLogin(file.mapping)
}

/** The files of things that name people and have states of their own: no column is named after the state of a user, and all that ends may be a thing. */
function thingsAmong(database: Database, files: readonly SourceFile[]): readonly number[] {
  return files.filter(namesPeopleOfThings).flatMap((file) => {
    const counts = fileFact(database, file.id, 'column-counts')
    const columns = [...(counts?.columns ?? []), ...(counts?.kept?.columns ?? [])]
    const isOwnState = ({ path, target }: MappedColumn) =>
      !standingTargets.includes(target) ||
      (!saysOfUser(path) && columns.every((one) => one.path !== path || (one.values ?? []).every(mayBeOfThing)))
    return file.mapping?.columns.every(isOwnState) === true ? [file.id] : []
  })
}

const mayBeOfThing = ({ value }: { readonly value: string }) => disabledByWord(value) !== true || mayEndThing(value)

/** Of `t`, the text of a row: a value beside the addresses that a user may need, or that may keep the user out. `isOut`: the condition that something keeps the user out. */
const saysMore = (besides: string, isOut = isKeptOut) => `${isOut}
  OR json_type(t.source, '$.identities') IS 'array' OR json_type(t.source, '$.profile.totp') IS 'array'
  OR EXISTS (SELECT 1 FROM json_each(t.source, '$.unmapped') AS one WHERE one.value ->> '$.kind' NOT IN (${besides}))`

const isKeptOut = `coalesce(t.source ->> '$.standing', 'active') <> 'active'`

/** Addresses are looked up once each, since a million rows may have the same one. */
const emptyTables = `CREATE TEMP TABLE IF NOT EXISTS mention (row INTEGER PRIMARY KEY, owner INTEGER NOT NULL);
  CREATE TEMP TABLE IF NOT EXISTS mentioned (row INTEGER NOT NULL, file INTEGER NOT NULL, email TEXT NOT NULL, has_hash INTEGER NOT NULL, may_be_shared INTEGER NOT NULL);
  CREATE TEMP TABLE IF NOT EXISTS owner_of (email TEXT PRIMARY KEY, owner INTEGER NOT NULL, file INTEGER NOT NULL, has_hash INTEGER NOT NULL, users INTEGER NOT NULL) WITHOUT ROWID;
  DELETE FROM mention; DELETE FROM mentioned; DELETE FROM owner_of`

const isOfThing = (things: readonly number[]) => `b.file_id IN (${things.join(', ')})`

/**
 * Rows that may be no users, with the address of one user of another file. A password that waits for an account is none of a user without one, and the state of a request
 * or of one of the `things` is none of its person. People in `lists`, files that may list the users by their names, may be the same as those with passwords: the operator says which list counts.
 */
const byAddress = (
  lists: readonly number[],
  things: readonly number[],
) => `SELECT b.id, b.file_id, b.email, json_type(t.source, '$.hash') IS NOT NULL, 0 FROM user_text AS t CROSS JOIN user AS b ON b.id = t.user_id
  WHERE t.source LIKE '%"mayBeOther"%' AND t.source ->> '$.mayBeOther' IN (1, 'person', 'request') AND NOT (${saysMore(`'email', 'phone', iif(t.source ->> '$.mayBeOther' = 'request' OR ${isOfThing(things)}, 'status', '')`, `(${isKeptOut} AND NOT ${isOfThing(things)})`)})
    AND b.email IS NOT NULL AND NOT (t.source ->> '$.mayBeOther' = 'person' AND b.file_id IN (${lists.join(', ')}))`

/** Rows without a login of their own whose addresses, in columns that name other people, are all of users of other files. */
const byOtherAddresses = `SELECT b.id, b.file_id, lower(trim(one.value ->> '$.value')), 0, 1 FROM user AS b CROSS JOIN user_text AS t ON t.user_id = b.id
  CROSS JOIN json_each(t.source, '$.unmapped') AS one
  WHERE b.file_id = ? AND b.email IS NULL AND b.phone IS NULL AND json_type(t.source, '$.hash') IS NULL AND NOT (${saysMore("'email'")})`

/** The users with these addresses, but for rows that may be no users and those in `requests`, files of people who wait for an account. */
const ownersOf = (
  requests: readonly number[],
) => `SELECT a.email, min(a.id), a.file_id, ${hasHash}, count(*) FROM (SELECT DISTINCT email FROM mentioned) AS m CROSS JOIN user AS a ON a.email = m.email
  WHERE ${mayOwn(requests)} GROUP BY a.email`

/** The same users whose address was joined from another file. */
const ownersByParts = (requests: readonly number[]) => `SELECT m.email, min(a.id), a.file_id, ${hasHash}, count(*)
  FROM (SELECT p.user_id AS owner, lower(trim(p.part ->> '$.email')) AS email FROM partial_record AS p
    WHERE p.user_id IS NOT NULL AND json_type(p.part, '$.email') = 'text') AS x
  CROSS JOIN (SELECT DISTINCT email FROM mentioned) AS m ON m.email = x.email CROSS JOIN user AS a ON a.id = x.owner
  WHERE a.email IS NULL AND ${mayOwn(requests)} GROUP BY m.email`

const mayOwn = (requests: readonly number[]) => `a.file_id NOT IN (${requests.join(', ')})
  AND NOT EXISTS (SELECT 1 FROM user_text AS w WHERE w.user_id = a.id AND json_type(w.source, '$.mayBeOther') IS NOT NULL)`

const mentions = `SELECT m.row, min(o.owner) FROM mentioned AS m
  LEFT JOIN owner_of AS o ON o.email = m.email AND o.file <> m.file AND o.has_hash >= m.has_hash AND (o.users = 1 OR m.may_be_shared = 1)
  GROUP BY m.row HAVING count(*) = count(o.owner)`
