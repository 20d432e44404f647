import { isTime } from '../cell.ts'
import { isNumberElsewhere, isSecretName, namesOtherThing } from '../columns/keys/key-names.ts'
import { isPlain, madeId, saysWhether } from '../columns/keys/key-values.ts'
import { saysKey } from '../columns/keys/key-form.ts'
import { type ColumnProfile, profileColumns } from '../columns/profile-columns.ts'
import { namesOrganization } from '../columns/table-doubt.ts'
import type { Sample } from '../export-format.ts'
import type { Mapping } from '../mapping.ts'
import { isKeyWord, namesMaker, refersToPerson } from '../names/account-names.ts'
import { isAboutOtherThing } from '../names/other-things.ts'
import { isFormerWord, splitPath, wordsOf } from '../names/column-words.ts'
import { hintsOf } from '../names/name-hints.ts'
import { isPeopleWord } from '../names/people-names.ts'
import { namesPlace } from '../names/place-names.ts'
import { refersToGroup } from '../rows/standing-rows.ts'

/* Columns by which accounts name the row of another file that describes their person, such as `member_id` beside the ID of the account. */

/** Begins the key of an account by such a row; the column and the value follow. */
const referenceKey = 'refers-to:'

/** The text before the value in the key of an account by the row that a column names. */
export function referenceWord(path: string): string {
  return `${referenceKey}${path}:`
}

export function isReferenceKey(key: string): boolean {
  return key.startsWith(referenceKey)
}

/** Columns of one file that are written down. */
const maxReferences = 4

/**
 * The columns of accounts with a password that may name a row of another file each, every account another one. `areAccounts`: another table has the
 * passwords.
 */
export function referenceColumns(
  { header, records }: Sample,
  mapping: Mapping | null,
  areAccounts = false,
): readonly string[] {
  const { columns = [] } = mapping ?? {}
  if (!areAccounts && !columns.some(({ target }) => target === 'password-hash'))
    return formerIds({ header, records }, columns)
  const mapped = new Set(columns.map(({ path }) => path))
  const profiles = profileColumns(records, header)
  const paths = profiles.map(({ path }) => path)
  const found = profiles.filter(
    (column) =>
      !mapped.has(column.path) &&
      (refersToPerson(column.path) || !namesOtherThing(column.path, profiles)) &&
      !isNumberElsewhere(column.path, paths) &&
      mayRefer(column.path) &&
      holdsKeys(column),
  )
  const isNamed = (column: ColumnProfile) => saysKey(column) || refersToPerson(column.path)
  return [...found.filter(isNamed), ...found.filter((column) => !isNamed(column))]
    .slice(0, maxReferences)
    .map(({ path }) => path)
}

/** The columns of users with the IDs that these had in an earlier system, or have in a later one than that of their ID: another file may have them. */
function formerIds({ header, records }: Sample, columns: Mapping['columns']): readonly string[] {
  const own = columns.find(({ target }) => target === 'source-id')
  if (own === undefined || !columns.some(({ target }) => target === 'email' || target === 'phone')) return []
  const isOther = namesFormer(own.path) ? namesLater : namesFormer
  const found = profileColumns(records, header).filter(
    (column) =>
      !columns.some(({ path }) => path === column.path) &&
      isOther(column.path) &&
      mayRefer(column.path) &&
      holdsKeys(column),
  )
  return found.slice(0, maxReferences).map(({ path }) => path)
}

/** Whether a column has IDs of an earlier system by its name. */
function namesFormer(path: string): boolean {
  return wordsOf(splitPath(path).name).some(isFormerWord)
}

/** Whether a column has IDs of today's system by its name, `new_id` or `id`, where another one has the IDs of an earlier system. */
function namesLater(path: string): boolean {
  return wordsOf(splitPath(path).name).every((word) => later.test(word) || isKeyWord(word) || isPeopleWord(word))
}

const later =
  /^(?:new|current|latest|neue?s?|aktuell\w*|jetzige?|nuev[oa]|actual|nouve(?:au|l|lle)|actuel(?:le)?|nov[oay]|atual|nuov[oa]|attuale|nieuwe?|huidige?|now[ey]|nowa|ny|nya|nye)$/

/** Whether the ID of users stands beside another one of theirs, so that a mere `id` of another file may be either: `old_id` and `new_id`. */
export function isOneOfTwoIds(path: string): boolean {
  return namesFormer(path) || wordsOf(splitPath(path).name).some((word) => later.test(word))
}

/** Whether a column may name the row of a person by its name: it names no organization, group, place or secret. */
export function mayRefer(path: string): boolean {
  const { phone, password, time, provider } = hintsOf(path)
  const isOther = phone || password !== null || time || provider !== null || isSecretName(path)
  const isOfMany = namesOrganization(path) || refersToGroup(path)
  return !isOther && !namesMaker(path) && !isOfMany && !namesPlace(path) && !/[[]/.test(path)
}

function holdsKeys(column: ColumnProfile): boolean {
  const { path, values } = column
  const areKeys = values.every((value) => madeId.test(value) || (isPlain(value) && /\d/.test(value) && !isTime(value)))
  return (
    values.length > 0 &&
    new Set(values).size === values.length &&
    areKeys &&
    !saysWhether(column) &&
    (saysKey(column) || refersToPerson(path) || !isAboutOtherThing(path))
  )
}
