import { disabledByWord, isTime, trimmedText } from '../../mapping/cell.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { SourceRecord } from '../../mapping/export-format.ts'
import { wordsOf, withoutSchema } from '../../mapping/names/column-words.ts'
import { holdsPeople } from '../../mapping/names/people-names.ts'
import { mayBePlace, standingName } from '../../mapping/names/standing-names.ts'
import { saysKeptOut } from '../../mapping/names/standing-phrases.ts'
import { foreignKeysOf, type TableSample } from '../owner-columns.ts'
import { keySuffix, stemOf } from '../table-names.ts'
import {
  isNamedAfterStandings,
  isOwnKey,
  maxRows,
  meansKeptOut,
  namedStandings,
  namesKeptOut,
  namesStandings,
  referTo,
} from './named-standings.ts'

/*
 * Lookup tables: tables of a dump that say in words what the numbers and codes of a column mean, such as `dni_type` for `dni_type_id` and
 * `statuses` for `status_code`.
 */

/** The standing that lookup tables give to a row of users. */
export type Lookups = {
  /** Whether a word for one of its values says that its user is kept out. */
  readonly isOff: (record: SourceRecord) => boolean
  /** Whether the word for a value says that its user is kept out, or is not, which leaves no question. */
  readonly settles: (column: string, value: string) => boolean
}

type Says = 'off' | 'on'

/** The lookup tables of a dump for the columns of its users; null: none says anything of access. */
export function lookupsOf(users: TableSample, samples: readonly TableSample[]): Lookups | null {
  const others = samples.filter(({ table }) => table !== users.table)
  const tables = samples.map(({ table }) => table)
  const refers = referTo(namedStandings(samples), users.header ?? [])
  const says = new Map(
    profileColumns(users.records, users.header).flatMap((column) => {
      const found = saysOf(column, users, others, tables)
      return found.size === 0 ? [] : [[column.path, found] as const]
    }),
  )
  if (refers === null && says.size === 0) return null
  const valueIn = (record: SourceRecord, column: string) => trimmedText(record[column])
  const isNamedOff = (record: SourceRecord) => refers?.isOff(record) === true
  return {
    isOff: (record) =>
      isNamedOff(record) || [...says].some(([column, values]) => values.get(valueIn(record, column)) === 'off'),
    settles: (column, value) => says.get(column)?.has(value) === true || isNamedOff({ [column]: value }),
  }
}

/**
 * The values of a column of which the one table with a row for each says in words whether they keep users out. Parts of a country, which a
 * longer list names, keep no user out.
 */
function saysOf(
  column: ColumnProfile,
  users: TableSample,
  others: readonly TableSample[],
  tables: readonly string[],
): ReadonlyMap<string, Says> {
  const found = lookupOf(column, users, others)
  if (found === null) return new Map()
  const { table, keys } = found
  const words = table.records.map((record) => wordsIn(record, keys))
  const arePlaces = mayBePlace(column.path) && words.length >= minPlaces && words.every(isHarmless)
  const areStandings = namesStandings(table.table, tables) || standingName(column.path) === 'status'
  return new Map(
    keys.flatMap((key, at): readonly (readonly [string, Says])[] => {
      const [word, ...more] = words[at] ?? []
      if (arePlaces) return [[key, 'on']]
      if (word === undefined || more.length > 0) return []
      if (disabledByWord(word) === false) return [[key, 'on']]
      return areStandings && namesKeptOut(word) ? [[key, 'off']] : []
    }),
  )
}

/** A shorter list of words that are not known may name states of an account. */
const minPlaces = 10

/** The table of a dump by whose words the values of a column say nothing of access; null: there is none, or a word may keep users out or let them in. */
export function harmlessLookup(
  column: ColumnProfile,
  users: TableSample,
  others: readonly TableSample[],
): string | null {
  const found = lookupOf(column, users, others)
  if (found === null) return null
  const { table, keys } = found
  return table.records.every((record) => isHarmless(wordsIn(record, keys))) ? table.table : null
}

type Lookup = { readonly table: TableSample; readonly keys: readonly string[] }

/** The one table of a dump that has a row for every value of a column, to which the schema or the names refer; null: none, or several. */
function lookupOf(
  { path, values: texts }: ColumnProfile,
  users: TableSample,
  others: readonly TableSample[],
): Lookup | null {
  const values = texts.map((value) => value.trim())
  if (values.length === 0 || !values.every((value) => code.test(value))) return null
  const declared = foreignKeysOf(users, path)
  const candidates = others.filter(
    (one) => isLookup(one) && (declared.length === 0 || declared.some(({ table }) => isSameTable(table, one.table))),
  )
  const found = candidates.flatMap((table) => {
    const keys = keysOf(table, values, (key) => declared.length > 0 || refers(path, table.table, key))
    return keys === null ? [] : [{ table, keys }]
  })
  const [one, ...more] = found
  return one === undefined || more.length > 0 ? null : one
}

/** A number, or a short code of letters. */
const code = /^(?:\d{1,6}|[\p{L}\d_-]{1,12})$/u

function isLookup({ table, records }: TableSample): boolean {
  return records.length >= 2 && records.length < maxRows && !holdsPeople(table)
}

function isSameTable(one: string, other: string): boolean {
  return withoutSchema(one).toLowerCase() === withoutSchema(other).toLowerCase()
}

/** Whether a column refers to a table by its name and that of the key, such as `status_code` to the `code` of `statuses`. */
function refers(column: string, table: string, key: string | null): boolean {
  if (isNamedAfterStandings(column, table)) return true
  return key !== null && (isOwnKey(column, key) || isOfKey(column, table, key))
}

/** `STATUS_KZ` after the column `KZ` of `KUNDEN_STATUS`, and `Status` after a list of that name. */
function isOfKey(column: string, table: string, key: string): boolean {
  const [words, noun] = [wordsOf(column).map(stemOf), wordsOf(withoutSchema(table)).map(stemOf)]
  const ofKey = wordsOf(key).map(stemOf)
  return noun.some((_, from) => {
    const before = noun.slice(from)
    const rest = words.slice(before.length)
    return (
      before.every((word, at) => word === words[at]) &&
      rest.every((word) => keySuffix.test(word) || ofKey.includes(word))
    )
  })
}

/**
 * The keys of all rows, in order, where every value is one; null: some value is none. A dump may leave out keys that the database counts.
 * `isKey`: whether a column may be the key to which the values refer; null is a key that the dump leaves out.
 */
function keysOf(
  { records, header }: TableSample,
  values: readonly string[],
  isKey: (column: string | null) => boolean,
): readonly string[] | null {
  const columns = profileColumns(records, header).filter((column) => column.values.length === records.length)
  const counted = isKey(null) ? [records.map((_, at) => String(at + 1))] : []
  const lists = [
    ...columns.filter(({ path }) => isKey(path)).map((column) => column.values.map((value) => value.trim())),
    ...counted,
  ]
  return lists.find((keys) => values.every((value) => keys.includes(value)) && isUnique(keys)) ?? null
}

function isUnique(keys: readonly string[]): boolean {
  return new Set(keys).size === keys.length
}

/** The words of a row, without its key. */
function wordsIn(record: SourceRecord, keys: readonly string[]): readonly string[] {
  return Object.values(record).flatMap((value) => {
    const text = trimmedText(value)
    return /\p{L}{2}/u.test(text) && !isTime(text) && !keys.includes(text) ? [text] : []
  })
}

/** Whether a row has a word, and none of its words says something of access. */
function isHarmless(texts: readonly string[]): boolean {
  const says = (text: string) => disabledByWord(text) !== null || meansKeptOut(text) || saysKeptOut(text)
  return texts.length > 0 && !texts.some(says)
}
