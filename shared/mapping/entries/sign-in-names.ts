import { textOf, trimmedText } from '../cell.ts'
import type { Entry, Sample, SourceRecord } from '../export-format.ts'
import { namesOfColumns } from '../first-records.ts'
import type { Mapping } from '../mapping.ts'
import { areIdsOf, areNumbered, comesAgain, madeId, saysWhether } from '../columns/keys/key-values.ts'
import { isNumberElsewhere } from '../columns/keys/key-names.ts'
import { type ColumnProfile, isNumbered, profileColumns } from '../columns/profile-columns.ts'
import {
  hasIdsOfPeople,
  isOfUser,
  namesKeyOfPerson,
  namesMaker,
  refersToAccount,
  refersToPerson,
} from '../names/account-names.ts'
import { isSignInName, lastName, splitPath } from '../names/column-words.ts'
import { suggestMapping } from '../suggest-mapping.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { readerOf } from '../value-at.ts'
import { labelColumn, labelKey } from './label-key.ts'

/* Names that users sign in with, by which a file of hashes alone belongs to the users of another file, as `.htpasswd` does. */

/** Begins the key of a user by its name. */
export const signInKey = 'sign-in:'

/**
 * The column of names that tells whose the hashes of another file are, or whose the hashes of this one are; null: there is neither a hash nor a
 * contact, or names come again.
 */
export function signInColumn({ header, records }: Sample, { columns }: Mapping): string | null {
  const has = (...targets: readonly string[]) => columns.some(({ target }) => targets.includes(target))
  const [hasHash, hasContact] = [has('password-hash'), has('email', 'phone')]
  if (!hasHash && !hasContact) return null
  const all = namesOfColumns({ header, records })
  if (isNumbered(header, all)) return hasHash === hasContact ? null : namelessColumn({ header, records }, columns)
  const paths = all.filter((path) => !columns.some((one) => one.path === path))
  // A list of hashes has no other name in it; beside an ID, a name may be that of a person.
  const besidePasswords = hasHash && !hasContact && !has('source-id')
  const named = paths
    .map((path) => ({ path, names: namesIn(records, path) }))
    .filter(({ path, names }) => isSignInName(path, besidePasswords || (!hasHash && names.every(isOneWord))))
  // Beside a user name, what is called a name is that of the person.
  const sure = named.filter(({ path }) => isSignInName(path, false))
  const [first, ...others] = sure.length > 0 ? sure : named
  const isRepeated = others.every(({ names }) => names.join('\n') === first?.names.join('\n'))
  if (first === undefined || !isRepeated) return null
  // A name that comes again in a list of hashes is asked about, and hides none of the others.
  const isKey = besidePasswords || new Set(first.names).size === first.names.length
  return first.names.length > 0 && isKey ? first.path : null
}

/**
 * The one column of such names in a table whose column names say nothing of them: words that never come again, and no IDs. A column that may be something
 * else, such as clear passwords, is none.
 */
function namelessColumn(sample: Sample, columns: Mapping['columns']): string | null {
  const open = suggestMapping(sample).columns.flatMap(({ path, suggestion }) => (suggestion === null ? [path] : []))
  const [first, ...others] = profileColumns(sample.records, sample.header).filter(
    (column) =>
      open.includes(column.path) &&
      !columns.some(({ path }) => path === column.path) &&
      column.values.length === column.records &&
      column.values.every((value) => isOneWord(value.trim()) && /[a-z]/.test(value)) &&
      !areIdsOf(column) &&
      !comesAgain(column),
  )
  return first === undefined || others.length > 0 ? null : first.path
}

function namesIn(records: readonly SourceRecord[], path: string): readonly string[] {
  return records.map(readerOf(path)).flatMap((value) => textOf(value)?.trim() ?? [])
}

/** Begins the key of a user by a word that may be such a name: the names of another file show whether it is. */
export const possibleNameKey = 'possible-name:'

/** The one column of such words beside either a hash or a contact, whatever it is called: `bejelentkezes`, `tunnus`; null: there is none, or several. */
export function possibleNameColumn(sample: Sample, { columns }: Mapping): string | null {
  const has = (...targets: readonly string[]) => columns.some(({ target }) => targets.includes(target))
  return has('password-hash') === has('email', 'phone') ? null : namelessColumn(sample, columns)
}

/** As people sign in, and not as their names are written. */
export function isOneWord(name: string): boolean {
  return /^[a-z0-9][\w.@-]*$/.test(name)
}

/** Begins the key of a user by a name that others call the user by, such as in a forum: a list of kept-out accounts may have it. */
export const calledKey = 'called:'

/** The column of such names, of which none comes again; null: there is none. */
export function calledColumn({ header, records }: Sample, { columns }: Mapping): string | null {
  const paths = namesOfColumns({ header, records }).filter((path) => !columns.some((one) => one.path === path))
  const [first, ...others] = paths.filter((path) => {
    const names = namesIn(records, path)
    const areNames = ofForum.test(lastName(path))
      ? names.every(isUnbroken)
      : ofAny.test(lastName(path)) && names.every(isOneWord)
    return areNames && names.length > 0 && new Set(names).size === names.length
  })
  return first === undefined || others.length > 0 ? null : first
}

/** Whether a column of a list of accounts has the names that they sign in with or are called by. */
export function isNameOfAccount(path: string): boolean {
  return isSignInName(path, true) || ofForum.test(lastName(path))
}

const ofForum =
  /^(?:nick(?:name)?|pseudo(?:nym\p{L}?)?|handle|screenname|gamertag|playername|displayname|apodo|apelido|alias|spitzname|kallenavn)$/u
const ofAny = /^(?:name|user|account|member|player|author)$/

function isUnbroken(name: string): boolean {
  return /^\S{1,64}$/.test(name)
}

/** Begins the key of a row that numbers itself, or has a label, by the ID or the label of its user in another column. */
export const profileKey = 'profile-of:'
/** The same where another name or value of the other file has to show that the column refers to it. */
export const maybeProfileKey = 'maybe-profile-of:'

/**
 * Begins the key of a row of logins that counts itself, by the one other column of numbers: only that column may have the IDs of users, and the numbers of
 * the rows agree with these by chance. The column follows.
 */
export const possibleProfileKey = 'possible-profile-of:'

/**
 * The column by which rows with an ID or a label of their own refer to their user, or whose ID is not sure, and the key for it; null: there is none. Users
 * with a password and an address refer to something else.
 */
export function profileColumn(
  { header, records }: Sample,
  { columns }: Mapping,
  hasLabels: boolean,
): { readonly path: string; readonly word: string } | null {
  const pathOf = (...wanted: readonly string[]) => columns.find(({ target }) => wanted.includes(target))?.path
  const id = pathOf('source-id')
  if (id !== undefined && hasIdsOfPeople(id)) return null
  if (pathOf('password-hash') !== undefined && pathOf('email', 'phone') !== undefined) return null
  if (id === undefined && !hasLabels) {
    const possible = possibleId({ header, records }, columns)
    return possible === null ? null : { path: possible, word: maybeProfileKey }
  }
  const mapped = new Set(columns.map(({ path }) => path))
  const free = profileColumns(records, header).filter(
    ({ path, values }) => !mapped.has(path) && splitPath(path).containers.length === 0 && values.length > 0,
  )
  // A user has one password here.
  const hasHash = pathOf('password-hash') !== undefined
  const mayRefer = (column: ColumnProfile) =>
    !saysWhether(column) && (!hasHash || isOfUser(column.path) || !comesAgain(column))
  const isKey = (column: ColumnProfile) =>
    areIdsOf(column) || areNumbered(column) || areMostlyIds(column) || (hasLabels && column.values.every(isOneWord))
  const paths = namesOfColumns({ header, records })
  const referring = free.filter(
    (column) => refersToPerson(column.path) && mayRefer(column) && !isNumberElsewhere(column.path, paths),
  )
  const named = referring.filter(isKey)
  const [first] = [isOfUser, refersByAccount, refersToPerson].flatMap((refers) => {
    const found = named.filter(({ path }) => refers(path))
    return found.length === 0 ? [] : [found]
  })
  if (first?.[0] !== undefined)
    return { path: first[0].path, word: first.length === 1 ? profileKey : unclearProfileKey }
  const keys = free.filter((column) => namesKeyOfPerson(column.path) && mayRefer(column) && isKey(column))
  if (keys.length === 1 && keys[0] !== undefined) return { path: keys[0].path, word: maybeProfileKey }
  const [other, ...others] = free.filter(
    ({ path, values }) => !namesMaker(path) && values.every((value) => madeId.test(value)),
  )
  if (other !== undefined && others.length === 0) return { path: other.path, word: maybeProfileKey }
  // A name to sign in with may have such a form as well.
  const [word, ...words] = referring.filter(({ values }) => values.every(isNumberedWord))
  if (word !== undefined && words.length === 0) return { path: word.path, word: maybeProfileKey }
  const hasContact = pathOf('email', 'phone') !== undefined
  const isLogin = hasHash || pathOf('provider-user-id') !== undefined
  const isCounted = isLogin && !hasContact && id !== undefined && countsRows(records, id)
  const number = isCounted ? onlyNumber(free, records, hasHash) : null
  return number === null ? null : { path: number, word: `${possibleProfileKey}${number}:` }
}

/** The one column that may be the ID of the rows, which have none that is sure: another file has to show it. */
function possibleId(sample: Sample, columns: Mapping['columns']): string | null {
  const [first, ...others] = suggestMapping(sample).columns.filter(
    ({ path, suggestion }) => suggestion?.target === 'source-id' && !columns.some((one) => one.path === path),
  )
  return first === undefined || others.length > 0 ? null : first.path
}

/** Whether a column has the numbers of the rows, each one more than that of the row before. */
function countsRows(records: readonly SourceRecord[], path: string): boolean {
  const numbers = records.map(readerOf(path)).map((value) => trimmedText(value))
  return (
    numbers.length > 1 &&
    numbers.every((one, at) => /^\d{1,12}$/.test(one) && (at === 0 || Number(one) === Number(numbers[at - 1]) + 1))
  )
}

/** The one column with a whole number in each row that is none of the row itself, where `isOwn` another one in each; null: none or several have. */
function onlyNumber(free: readonly ColumnProfile[], records: readonly SourceRecord[], isOwn: boolean): string | null {
  const isNumber = ({ path, values, records: all }: ColumnProfile) =>
    values.length === all &&
    values.every((value) => /^\d{1,12}$/.test(value.trim())) &&
    new Set(values).size >= (isOwn ? values.length : 2) &&
    !countsRows(records, path)
  const [only, ...others] = free.filter((column) => isNumber(column) && !namesMaker(column.path))
  return only === undefined || others.length > 0 ? null : only.path
}

/** A word with a number, as programs name what they count: `user-3`, `emp0012`. */
function isNumberedWord(value: string): boolean {
  return isOneWord(value) && /\d$/.test(value) && !isEmailAddress(value)
}

/** Whether most values are IDs that a program made, and the others words that a person chose in place of one: `user_1`, `admin` among UUIDs. */
function areMostlyIds({ values }: ColumnProfile): boolean {
  return values.every(isOneWord) && values.filter((value) => madeId.test(value)).length * 2 >= values.length
}

/**
 * The column by which users with a password and a contact refer to the row of another file that describes each of them, such as `profile_id`;
 * null: there is none. Only IDs that a program made tell.
 */
export function describedBy({ header, records }: Sample, { columns }: Mapping): string | null {
  const has = (...wanted: readonly string[]) => columns.some(({ target }) => wanted.includes(target))
  if (!has('password-hash') || !has('email', 'phone')) return null
  const [first, ...others] = profileColumns(records, header).filter(
    ({ path, values }) =>
      !columns.some((one) => one.path === path) &&
      refersToPerson(path) &&
      values.length > 0 &&
      values.every((value) => madeId.test(value)) &&
      new Set(values).size === values.length,
  )
  return first === undefined || others.length > 0 ? null : first.path
}

/** Begins the key of a row that refers to people by several columns. */
const unclearProfileKey = 'several-profile-of:'

function refersByAccount(path: string): boolean {
  return refersToAccount(splitPath(path).name)
}

/** The label of a record in its file, where it has one: the reader writes it beside a user name of the record, or in place of one. */
function labelOf(record: SourceRecord): string | null {
  return textOf(record['key'] ?? record[labelColumn])
}

/** Whether the records of a file that gives its entries labels have some. */
export function haveLabels({ records }: Sample): boolean {
  return records.some((record) => labelOf(record) !== null)
}

/** Reads records with their label as one more key. */
export function withLabels<Names>(
  read: (record: SourceRecord, table: string | undefined, names?: Names) => Entry,
): (record: SourceRecord, table: string | undefined, names?: Names) => Entry {
  return (record, table, names) => {
    const entry = read(record, table, names)
    const label = entry.kind === 'user' ? labelOf(record) : null
    return entry.kind !== 'user' || label === null ? entry : { ...entry, keys: [...entry.keys, `${labelKey}${label}`] }
  }
}

/** Reads records with the value of a column as one more key, by which users of two files find each other. */
export function withKeysOf(
  path: string,
  word: string,
  read: (record: SourceRecord) => Entry,
): (record: SourceRecord) => Entry {
  const keyed = keyedBy(path, word)
  return (record) => keyed(read(record), record)
}

/** Gives users the value of a column in their records as one more key. */
export function keyedBy(path: string, word: string): (entry: Entry, record: SourceRecord) => Entry {
  const valueOf = readerOf(path)
  return (entry, record) => {
    const value = entry.kind === 'user' ? trimmedText(valueOf(record)) : ''
    return entry.kind !== 'user' || value === '' ? entry : { ...entry, keys: [...entry.keys, `${word}${value}`] }
  }
}
