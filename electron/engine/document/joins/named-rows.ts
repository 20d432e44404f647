import { isAnyKey } from '../../../../shared/exports/tables/table-keys.ts'
import { madeId } from '../../../../shared/mapping/columns/keys/key-values.ts'
import { keySuffix, stemOf } from '../../../../shared/exports/tables/table-names.ts'
import {
  lastName,
  splitPath,
  stemOfFile,
  withoutSchema,
  wordsOf,
} from '../../../../shared/mapping/names/column-words.ts'
import { isOfStaff } from '../../../../shared/mapping/names/people-names.ts'
import { listsKeptOut } from '../../../../shared/mapping/names/standing/kept-out-names.ts'
import type { SourceFile } from '../files.ts'
import { fileFact } from '../source-facts.ts'
import type { Database } from '../sqlite.ts'
import { mapsContact, pathIn } from './mapped-files.ts'

/* Columns that are named after the rows of one file: `account_id` beside `accounts.csv` has the IDs of accounts. A user with the same number is another person. */

/** The words of a name that say what it is about: `linked_doctors_id` is about a linked doctor. */
export function nounsOf(name: string): readonly string[] {
  return wordsOf(name)
    .filter((word) => !keySuffix.test(word) && !/^(?:code|num|number|nummer|numero|primary|\d+)$/.test(word))
    .map(stemOf)
}

/** The noun of a column or a list; empty: it has none. */
function nounOf(name: string): string {
  return nounsOf(name).at(-1) ?? ''
}

/** Files are often numbered: `2emails.csv`. */
const listNoun = ({ name }: SourceFile) => nounOf(withoutSchema(stemOfFile(name)).replace(/^\d+/, ''))
const keyNoun = (path: string | undefined) => (path === undefined ? '' : nounOf(splitPath(path).name))

/** Whether a column is named after the rows of a file, which have a key of their own. A list of banned users names users of another file, and so does one of logins at third parties. */
export function isNamedAfterRows(database: Database, key: string, file: SourceFile): boolean {
  const noun = keyNoun(key)
  const name = stemOfFile(file.name)
  if (noun === '' || listNoun(file) !== noun || listsKeptOut(name) || holdsThirdParties(file)) return false
  // A `user_id` is none of `admin_users`.
  if (isOfStaff(name) && !isOfStaff(key)) return false
  const columns = fileFact(database, file.id, 'column-counts')?.columns ?? []
  return columns.some(
    ({ path, filled }) => filled > 0 && (isAnyKey(lastName(path)) || lastName(path) === lastName(key)),
  )
}

/** Whether rows are accounts at third parties, and none here: `oauth_accounts`. */
function holdsThirdParties(file: SourceFile): boolean {
  const { recognition } = file
  const isOfProduct = recognition !== null && recognition.provider !== 'generic' && recognition.role === 'parts'
  return isOfProduct || (pathIn(file, 'provider-user-id') !== undefined && !mapsContact(file))
}

/** The files whose own IDs are others than those in a column: one of the two columns is named after the rows of a further file, or of this one. */
export function filesOfOtherRows(
  database: Database,
  file: SourceFile,
  key: string,
  files: readonly SourceFile[],
): readonly number[] {
  const rowsOf = (column: string, of: SourceFile) =>
    files.filter((one) => one.id !== of.id && isNamedAfterRows(database, column, one))
  const named = rowsOf(key, file)
  return files.flatMap((other) => {
    const theirs = pathIn(other, 'source-id')
    if (other.id === file.id) return []
    if (areLinked(database, file, key, other, files)) return [other.id]
    if (keyNoun(theirs) === keyNoun(key)) return []
    const areOfOthers = theirs === undefined ? [] : rowsOf(theirs, other)
    const isOther = named.length > 0 && !named.includes(other)
    const isOtherBack = areOfOthers.length > 0 && (!areOfOthers.includes(file) || pathIn(file, 'source-id') !== key)
    return isOther || isOtherBack ? [other.id] : []
  })
}

/**
 * Whether a file names the rows of two files side by side, as people with a `login_id` name logins: the two count apart. A mere `id` is that of the rows of
 * its file.
 */
function areLinked(
  database: Database,
  file: SourceFile,
  key: string,
  other: SourceFile,
  files: readonly SourceFile[],
): boolean {
  const [ofKey, ofTheirs] = [keyNoun(key), keyNoun(pathIn(other, 'source-id'))]
  const [own, theirs] = [ofKey || listNoun(file), ofTheirs || listNoun(other)]
  if (own === '' || theirs === '' || own === theirs) return false
  return files.some((one) => {
    const nouns = nounsOfKeys(database, one)
    if (one === other) return ofKey === '' && nouns.includes(own)
    if (one === file) return ofTheirs === '' && nouns.includes(theirs)
    return nouns.includes(own) && nouns.includes(theirs)
  })
}

/** The nouns of the columns of a file with IDs, which may be masked. The ID at a third party is none of a row here: `provider_user_id`. */
function nounsOfKeys(database: Database, file: SourceFile): readonly string[] {
  const columns = fileFact(database, file.id, 'column-counts')?.columns ?? []
  const ofThirdParty = pathIn(file, 'provider-user-id')
  return columns.flatMap(({ path, filled, distinct, samples }) => {
    if (path === ofThirdParty) return []
    const areIds = samples.every((value) => /^(?:\d{1,18}|•+)$/.test(value) || madeId.test(value))
    return filled > 1 && distinct * 10 >= filled * 9 && areIds ? [keyNoun(path)] : []
  })
}

/** The files of another kind of people than a column names: `staff_id` beside `customers.csv`. */
export function filesOfOtherPeople(file: SourceFile, key: string, files: readonly SourceFile[]): readonly number[] {
  const kind = keyNoun(key)
  return files.flatMap((other) => {
    const isOther = other.id !== file.id && areOtherKinds(kind, listNoun(other))
    return isOther && keyNoun(pathIn(other, 'source-id')) !== kind ? [other.id] : []
  })
}

/** Kinds of people that systems number separately. Each lists its words in the singular. */
const kinds: readonly RegExp[] = [
  /^(?:staff|employee|worker|admin|administrator|operator|agent|mitarbeiter|angestellt\w*|empleado|employe|dipendent\w*|medewerker|pracowni\w*|personal)$/,
  /^(?:customer|client|buyer|shopper|guest|kund\w*|client\w*|klant\w*|klient\w*|cliente|asiakas|musteri)$/,
  /^(?:student|pupil|schuler|etudiant|estudiante|studente|aluno|uczen)$/,
  /^(?:teacher|lehrer|professor|profesor|enseignant|docente)$/,
  /^(?:patient|paciente|pazient\w*)$/,
  /^(?:doctor|physician|arzt|arzte|medico|medecin)$/,
  /^(?:vendor|supplier|seller|merchant|lieferant\w*|fournisseur|proveedor|fornitor\w*)$/,
  /^(?:driver|courier|fahrer|conductor|chauffeur)$/,
]

/** Whether two words, without plural endings, mean people of two kinds, such as staff and customers. Words for anybody mean neither. */
function areOtherKinds(one: string, other: string): boolean {
  const [own, theirs] = [one, other].map((word) => kinds.findIndex((kind) => kind.test(word)))
  return own !== undefined && theirs !== undefined && own >= 0 && theirs >= 0 && own !== theirs
}
