import { lastName, stemOfFile, wordsOf } from '../../../../shared/mapping/names/column-words.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { isUserWord } from '../../../../shared/mapping/names/people-names.ts'
import { shownName } from '../../../../shared/mapping/shown/shown-name.ts'
import type { MappingTarget } from '../../../../shared/mapping/targets.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { type Database, sql } from '../sqlite.ts'

/* Facts that the mapping of a file says of its rows before they are joined. */

/** The column of a target; undefined: none, or the file is of a known export. */
export function pathIn(
  { mapping, recognition }: Pick<SourceFile, 'mapping' | 'recognition'>,
  wanted: MappingTarget,
): string | undefined {
  return recognition?.provider === 'generic'
    ? mapping?.columns.find(({ target }) => target === wanted)?.path
    : undefined
}

/** For each file, the other ones whose IDs are in a column of the same name. */
export function filesWithSameId(database: Database): ReadonlyMap<number, readonly number[]> {
  const named = fileTable
    .list(database)
    .map((file) => ({ id: file.id, name: lastName(pathIn(file, 'source-id') ?? '') }))
  return new Map(
    named.map(({ id, name }) => [
      id,
      named.flatMap((other) => (name !== '' && other.id !== id && other.name === name ? [other.id] : [])),
    ]),
  )
}

/**
 * The condition that a user is of one of these files, beside another one that finds it. Without the plus sign SQLite, which knows no numbers of rows, takes
 * the index of files for the better one, and goes through a whole file for each row of the other.
 */
export function isOfFiles(user: 'a' | 'b' | 'user', ids: readonly number[]): string {
  return `+${user}.file_id IN (${ids.join(', ')})`
}

/** The part of a query from FROM on: users `a` of these files, with their texts, whose contact users of two of the files have. */
export function sharing(files: readonly SourceFile[], contact: 'email' | 'phone'): string {
  const ids = files.map(({ id }) => id).join(', ')
  return `FROM user AS a CROSS JOIN user_text AS t ON t.user_id = a.id WHERE a.file_id IN (${ids}) AND a.${contact} IN (
    SELECT ${contact} FROM user WHERE ${contact} IS NOT NULL AND file_id IN (${ids}) GROUP BY 1 HAVING min(file_id) < max(file_id))`
}

/** Whether a file was read by its columns, and the operator chose neither its format nor its table. */
export function isOfColumns({ recognition, mapping, provider_override, table_override }: SourceFile): boolean {
  return (
    recognition?.provider === 'generic' && mapping !== null && provider_override === null && table_override === null
  )
}

export function mapsContact(file: SourceFile): boolean {
  return pathIn(file, 'email') !== undefined || pathIn(file, 'phone') !== undefined
}

/** Whether a file was read by its columns and has hashes and no contacts. */
export function isListOfHashes(file: SourceFile): boolean {
  const isOwn = file.mapping !== null && file.recognition?.provider === 'generic'
  return isOwn && !mapsContact(file) && pathIn(file, 'password-hash') !== undefined
}

/** Files whose users have contacts and hashes, where no list of hashes is beside them: a million names are not compared for nothing. */
export function filesOfWholeUsers(database: Database): readonly number[] {
  const files = fileTable.list(database)
  if (files.some(isListOfHashes)) return []
  return files.flatMap((file) => (holdsWholeUsers(file) ? [file.id] : []))
}

/** Whether the rows of a file have both a contact and a hash. */
export function holdsWholeUsers(file: SourceFile): boolean {
  return mapsContact(file) && pathIn(file, 'password-hash') !== undefined
}

/** Of two such files, rows of the later one become parts of users of the first: a condition on `a`, to go behind others. */
export function notInLaterList(file: SourceFile, files: readonly SourceFile[]): string {
  const later = isListOfHashes(file) ? files.filter((other) => other.id > file.id && isListOfHashes(other)) : []
  return later.length === 0 ? '' : ` AND a.file_id NOT IN (${later.map(({ id }) => id).join(', ')})`
}

/** Whether a file is called after passwords, and no tokens or former passwords: `passwords`, `user_credentials`. */
export function isNamedAfterPasswords({ name }: SourceFile): boolean {
  if (/^(?:user_?)?credentials?$/i.test(stemOfFile(name))) return true
  const { password, former, pending, otherSecret, token } = hintsOf(stemOfFile(name).replace(/s$/i, ''))
  return password === 'whole' && ![former, pending, otherSecret, token].includes(true)
}

/** Whether a file is called after its users. */
export function isNamedAfterUsers({ name }: SourceFile): boolean {
  return isUserWord(wordsOf(stemOfFile(name)).at(-1) ?? '')
}

/** Whether the IDs of a file are 1, 2, 3 and so on. */
export function countsRows(database: Database, { id }: SourceFile): boolean {
  return sql(database, countedRow).get(id, id) !== undefined
}

const countedRow = `SELECT 1 FROM user WHERE file_id = ? AND source_id GLOB '[1-9]*' GROUP BY file_id
  HAVING count(*) = (SELECT count(*) FROM user WHERE file_id = ?) AND min(CAST(source_id AS INTEGER)) = 1 AND max(CAST(source_id AS INTEGER)) = count(*)`

/** The column with the hashes of a file, as findings name it beside hashes of another file: `users.htdigest: password`. */
export function placeOfHashes(file: SourceFile): string {
  const path = pathIn(file, 'password-hash')
  return shownName(path === undefined ? file.name : `${file.name}: ${path}`).slice(0, maxPlace)
}

/** Two of them fit into the key of a decision. */
const maxPlace = 280
