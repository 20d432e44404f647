import * as z from 'zod'
import { isAnyKey } from '../../../../shared/exports/tables/table-keys.ts'
import { nilUuid } from '../../../../shared/mapping/columns/keys/key-values.ts'
import { possibleProfileKey, maybeProfileKey, profileKey } from '../../../../shared/mapping/entries/sign-in-names.ts'
import {
  hasIdsOfPeople,
  namesKeyOfPerson,
  refersToPerson,
  refersToProfile,
} from '../../../../shared/mapping/names/account-names.ts'
import { lastName, stemOfFile } from '../../../../shared/mapping/names/column-words.ts'
import { nameSameIds } from '../../../../shared/mapping/names/ids/id-names.ts'
import { namesPrimary } from '../../../../shared/mapping/names/primary-names.ts'
import { countsOwnRows } from '../../../../shared/mapping/names/ids/own-numbers.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { fileFact } from '../source-facts.ts'
import { type Database, oneRow, sql } from '../sqlite.ts'
import { holdsAddresses } from './address-files.ts'
import { isOfFiles, pathIn } from './mapped-files.ts'
import { isTelling } from './sign-in-names.ts'

/* Columns by which the rows of a file refer to users of another one, beside the ID or the label of the rows themselves. */

/**
 * The column that refers to users beside the ID or the label of the rows themselves; null: there is none. What most rows share is no user, but
 * one may have several logins, or several addresses of which a column marks one.
 */
export function referenceOf(database: Database, file: SourceFile): string | null {
  if (file.recognition?.provider !== 'generic' || file.mapping === null) return null
  const id = pathIn(file, 'source-id')
  if (id !== undefined && hasIdsOfPeople(id)) return null
  const mapped = new Set(file.mapping.columns.map(({ path }) => path))
  const filled = (fileFact(database, file.id, 'column-counts')?.columns ?? []).filter((column) => column.filled > 0)
  const isMarked = filled.some(({ path }) => namesPrimary(path)) || holdsAddresses(database, file)
  const mayRepeat = pathIn(file, 'provider-user-id') !== undefined || isMarked
  const columns = filled.filter(({ path, filled: n, distinct }) => !mapped.has(path) && (mayRepeat || distinct * 2 > n))
  const named = columns.find(({ path }) => refersToPerson(path))
  if (named !== undefined && sql(database, anyReference).get(file.id) !== undefined) return named.path
  const first = named ?? columns.find(({ path }) => namesKeyOfPerson(path)) ?? columns[0]
  return first !== undefined && isProvenReference(database, file, first.path) ? first.path : null
}

/** Whether the IDs of a file number its own rows, and name no user. */
export function numbersOwnRows(database: Database, file: SourceFile): boolean {
  const id = pathIn(file, 'source-id')
  if (file.recognition?.provider !== 'generic' || (id !== undefined && hasIdsOfPeople(id))) return false
  const mapped = new Set(file.mapping?.columns.map(({ path }) => path))
  const columns = fileFact(database, file.id, 'column-counts')?.columns ?? []
  return countsOwnRows(
    stemOfFile(file.name),
    columns.filter(({ path }) => !mapped.has(path)),
  )
}

const keysOfFile = `SELECT 1 FROM user AS b CROSS JOIN user_text AS t ON t.user_id = b.id WHERE b.file_id = ?`
const anyReference = `${keysOfFile} AND (t.keys LIKE '%"${profileKey}%' OR t.keys LIKE '%"several-${profileKey}%') LIMIT 1`

/**
 * Whether users of other files have the values of a column that may refer to users: one made by a program tells, else most of them have to, and the column
 * has to be called like a reference to people or like the ID of these users. Numbers alone agree by chance.
 */
function isProvenReference(database: Database, { id }: SourceFile, column: string): boolean {
  const named = refersToPerson(column) ? 'a.id IS NOT NULL' : isOfFiles('a', filesOfSameKey(database, id, column))
  const { rows, found, made } = provenRow.parse(sql(database, countProven(named)).get(id))
  return made > 0 || (found > 0 && found * 2 >= rows)
}

/** The other files that have the IDs of their users in a column of the same name, which says more than that it is a key. */
export function filesOfSameKey(database: Database, id: number, column: string): readonly number[] {
  if (isAnyKey(lastName(column))) return []
  return fileTable.list(database).flatMap((file) => {
    const own = pathIn(file, 'source-id')
    return file.id !== id && own !== undefined && nameSameIds(own, column) ? [file.id] : []
  })
}

const provenRow = z.object({ rows: z.number(), found: z.number(), made: z.number() })
/** The first rows tell. An ID made by a program is longer than the others. */
const countProven = (
  named: string,
) => `WITH row AS MATERIALIZED (SELECT b.id, b.file_id, substr(one.value, ${maybeProfileKey.length + 1}) AS value
    FROM user AS b CROSS JOIN user_text AS t ON t.user_id = b.id, json_each(t.keys) AS one
    WHERE b.file_id = ? AND one.value LIKE '${maybeProfileKey}%' LIMIT 10000)
  SELECT count(DISTINCT row.id) AS rows, count(DISTINCT CASE WHEN ${named} THEN row.id END) AS found,
    coalesce(max(length(a.source_id) >= 11), 0) AS made
  FROM row LEFT JOIN user AS a ON a.source_id = row.value AND a.file_id <> row.file_id`

/** Files of users whose mapped ID numbers rows that refer to the users by another column: a profile has its own `id` beside `user_id`. */
export function filesOfProfiles(database: Database): readonly number[] {
  return fileTable.list(database).flatMap((file) => (referenceOf(database, file) === null ? [] : [file.id]))
}

/** The same, and files that name some people several times. */
export function filesOfOwnNumbers(database: Database): readonly number[] {
  return fileTable.list(database).flatMap((file) => (isOfOthers(database, file) ? [file.id] : []))
}

function isOfOthers(database: Database, file: SourceFile): boolean {
  return referenceOf(database, file) !== null || numbersOwnRows(database, file)
}

/** Files whose entries have labels, which are names of rows and of no users where a column names the user of each. */
export function labelledProfiles(database: Database): readonly number[] {
  return fileTable.list(database).flatMap((file) => (namesRowsAlone(database, file) ? [file.id] : []))
}

export function namesRowsAlone(database: Database, file: SourceFile): boolean {
  const id = pathIn(file, 'source-id') ?? 'uid'
  return file.format === 'yaml' && ((hasIdsOfPeople(id) && lastName(id) !== 'uid') || isOfOthers(database, file))
}

const keyRow = z.object({ key: z.string() })
const countRow = z.object({ rows: z.number(), found: z.number() })

/**
 * The column with IDs of users in other files beside the numbers of the rows themselves, where nearly all values are such IDs; null: there is none. `values`:
 * the values of `b`.
 */
export function possibleReference(
  database: Database,
  file: SourceFile,
): { readonly path: string; readonly values: string } | null {
  const any = `SELECT one.value AS key FROM user AS b CROSS JOIN user_text AS t ON t.user_id = b.id, json_each(t.keys) AS one
    WHERE b.file_id = ? AND one.value LIKE '${possibleProfileKey}%' LIMIT 1`
  const key = oneRow(keyRow, sql(database, any), file.id)?.key
  if (key === undefined) return null
  const word = key.slice(0, key.lastIndexOf(':') + 1)
  const valueOf = (
    user: string,
  ) => `SELECT substr(one.value, ${word.length + 1}) FROM user_text AS t, json_each(t.keys) AS one
    WHERE t.user_id = ${user}.id AND one.value LIKE '${possibleProfileKey}%'`
  const counts = `SELECT count(*) AS rows, sum(EXISTS (SELECT 1 FROM user AS x WHERE x.file_id <> b.file_id AND x.source_id IN (${valueOf('b')}))) AS found
    FROM user AS b WHERE b.file_id = ?`
  const { rows, found } = countRow.parse(sql(database, counts).get(file.id))
  const path = word.slice(possibleProfileKey.length, -1)
  return found * 10 >= rows * 9 ? { path, values: valueOf('b') } : null
}

/** The values by which `b` refers to its user. */
const references = [profileKey, maybeProfileKey]
  .map(
    (key) => `SELECT substr(one.value, ${key.length + 1}) FROM user_text AS t, json_each(t.keys) AS one
  WHERE t.user_id = b.id AND one.value LIKE '${key}%'`,
  )
  .join(' UNION ALL ')

/** By the ID or the label of the user. Profiles may count in numbers of their own, which agree with IDs of users by chance. */
export function sameReference(key: string): string {
  const telling = refersToProfile(key) ? ` AND ${isTelling.replaceAll('b.', 'a.')}` : ''
  return `(a.source_id IN (${references}) AND a.source_id <> '${nilUuid}'${telling} OR a.id IN (SELECT user_id FROM temp.label WHERE name IN (${references})))`
}
