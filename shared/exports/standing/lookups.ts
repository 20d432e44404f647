import { deletedByWord, disabledByWord, isTime, trimmedText } from '../../mapping/cell.ts'
import { plainName } from '../../mapping/columns/plain-names.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { SourceRecord } from '../../mapping/export-format.ts'
import { wordsOf, haveSameName, withoutSchema } from '../../mapping/names/column-words.ts'
import { isOtherOccupation, isRetired } from '../../mapping/names/employment/employment-names.ts'
import { holdsPeople, isPeopleWord } from '../../mapping/names/people-names.ts'
import { mayBePlace } from '../../mapping/names/standing/states-of-countries.ts'
import { standingName } from '../../mapping/names/standing/standing-names.ts'
import { saysKeptOut } from '../../mapping/names/standing/standing-phrases.ts'
import { hasHashes } from '../tables/hash-columns.ts'
import { foreignKeysOf } from '../tables/owner-columns.ts'
import type { Standing } from '../../users/user.ts'
import { keysOf as uniqueColumns, type TableSample } from '../tables/table-keys.ts'
import { keySuffix, stemOf } from '../tables/table-names.ts'
import {
  isNamedAfterStandings,
  isOwnKey,
  maxRows,
  meansKeptOut,
  namedStandings,
  namesStandings,
  referTo,
} from './named-standings.ts'
import { codeOf, isAboutThing, legendOf, type Meaning, type Meanings, saysOf, saysOut } from './value-meanings.ts'

/*
 * Lookup tables: tables of a dump that say in words what the numbers and codes of a column mean, such as `dni_type` for `dni_type_id` and
 * `statuses` for `status_code`. A comment on a column or the note in its heading says it as well: `0=active, 1=banned`.
 */

/** The standing that lookup tables give to a row of users. */
export type Lookups = {
  /** The standing that the words for its values give to a user; active: none says that it is kept out. */
  readonly standingOf: (record: SourceRecord) => Standing
  /** The word for the value that a row has in a column, and whether it says that its user is kept out, or is not, which leaves no question; null: there is none. */
  readonly meaningOf: (column: string, record: SourceRecord) => Meaning | null
  /** The values of a row by whose words its user may be kept out, where the column does not say that it holds a state. */
  readonly asked: (
    record: SourceRecord,
  ) => readonly { readonly column: string; readonly value: string; readonly word: string }[]
}

/** The lookup tables of a dump for the columns of its users; null: none says anything of access. */
export function lookupsOf(users: TableSample, samples: readonly TableSample[]): Lookups | null {
  const others = samples.filter(({ table }) => table !== users.table)
  const tables = samples.map(({ table }) => table)
  const refers = referTo(namedStandings(samples), users.header ?? [])
  const meanings = new Map(
    profileColumns(users.records, users.header).flatMap((column) => {
      const found = meaningsOf(column, users, others, tables)
      return found.size === 0 ? [] : [[column.path, found] as const]
    }),
  )
  if (refers === null && meanings.size === 0) return null
  const meaningOf = (column: string, record: SourceRecord) =>
    meanings.get(column)?.get(codeOf(trimmedText(record[column]))) ?? null
  const isNamedOff = (record: SourceRecord) => refers?.isOff(record) === true
  const columns = [...meanings.keys()]
  const asking = columns.filter((column) =>
    [...(meanings.get(column)?.values() ?? [])].some(({ says }) => says === 'asked'),
  )
  return {
    standingOf: (record) => {
      const off = columns.flatMap((column) => {
        const { says, word } = meaningOf(column, record) ?? {}
        return says === 'off' ? [word] : []
      })
      if (off.some(deletedByWord)) return 'deleted'
      return off.length > 0 || isNamedOff(record) ? 'disabled' : 'active'
    },
    meaningOf: (column, record) => {
      const found = meaningOf(column, record)
      if (isNamedOff({ [column]: record[column] })) return { word: found?.word ?? '', says: 'off' }
      return found?.isOneOf === true ? null : found
    },
    asked: (record) =>
      asking.flatMap((column) => {
        const found = meaningOf(column, record)
        return found?.says === 'asked' ? [{ column, value: trimmedText(record[column]), word: found.word }] : []
      }),
  }
}

/**
 * The meanings of the values of a column by the one table that has a row for each, or by a legend. Parts of a country, which a longer list names,
 * keep no user out.
 */
function meaningsOf(
  column: ColumnProfile,
  users: TableSample,
  others: readonly TableSample[],
  tables: readonly string[],
): Meanings {
  const plain = plainName(users, column.path)
  const isStatus = standingName(plain) === 'status'
  const [found, ...more] = lookupsFor(column, users, others)
  if (found === undefined) return legendOf(column, users, plain)
  const all = [found, ...more].map(({ table, keys }): Meanings => {
    const areStandings = namesStandings(table.table, tables) || isStatus
    const isOfThing = !areStandings && isAboutThing(plain)
    const rows = table.records.map((record) => wordsIn(record, keys))
    const arePlaces = mayBePlace(column.path) && rows.length >= minPlaces && rows.every(isHarmless)
    const isOut = (text: string) =>
      saysOut(text) &&
      !(isOfThing && !wordsOf(text).some(isPeopleWord)) &&
      !(isRetired(text) && rows.flat().some(isOtherOccupation))
    return new Map(
      keys.map((key, at): [string, Meaning] => {
        const words = rows[at] ?? []
        const says = arePlaces ? 'on' : saysOf(words, areStandings)
        const out = says === null ? words.find(isOut) : undefined
        return [key, out === undefined ? { word: wordIn(words), says } : { word: out, says: 'asked' }]
      }),
    )
  })
  const [first = new Map<string, Meaning>()] = all
  if (all.length === 1) return first
  // Of several tables, none is surely the one: what any of them says is asked about.
  const mayBeOut = ([, { says }]: readonly [string, Meaning]) => says === 'off' || says === 'asked'
  return new Map(
    all.flatMap((one) =>
      [...one]
        .filter(mayBeOut)
        .map(([key, { word }]): [string, Meaning] => [key, { word, says: 'asked', isOneOf: true }]),
    ),
  )
}

/** The word to show of several, which is rather no abbreviation: `On probation`, and not `PRO`. */
function wordIn(words: readonly string[]): string {
  return words.find((word) => !/^[A-Z\d_-]{1,6}$/.test(word)) ?? words[0] ?? ''
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
  if (column.values.length === 0 || !column.values.every((value) => keys.includes(value.trim()))) return null
  return table.records.every((record) => isHarmless(wordsIn(record, keys))) ? table.table : null
}

type Lookup = { readonly table: TableSample; readonly keys: readonly string[] }

/** The one table of a dump that has a row for every value of a column, to which the schema or the names refer; null: none, or several. */
function lookupOf(column: ColumnProfile, users: TableSample, others: readonly TableSample[]): Lookup | null {
  const [one, ...more] = lookupsFor(column, users, others)
  return one === undefined || more.length > 0 ? null : one
}

/** All such tables; the one that has the whole name of the column comes before others. */
function lookupsFor(
  { path, values: texts }: ColumnProfile,
  users: TableSample,
  others: readonly TableSample[],
): readonly Lookup[] {
  const values = texts.map((value) => value.trim())
  if (!values.every((value) => code.test(value))) return []
  const declared = foreignKeysOf(users, path)
  const candidates = others.flatMap((one) => {
    if (declared.length > 0) return declared.some(({ table }) => haveSameName(table, one.table)) ? [one] : []
    return isLookup(one) ? [one, ...partOf(one, path)] : []
  })
  const found = candidates.flatMap((table) => {
    const mayRefer = (key: string | null) => refers(path, table.table, key) && !isStateOfRows(table, key)
    const keys = keysOf(table, values, (key) => declared.length > 0 || mayRefer(key))
    return keys === null ? [] : [{ table, keys }]
  })
  const whole = found.filter(({ table }) => isWholeName(path, table.table))
  // Where the first rows have no value, no value of theirs is a key of the table.
  if (values.length === 0 && declared.length === 0) return whole
  return whole.length === 1 ? whole : found
}

/**
 * The rows of a table with the codes of several columns that are about one of them, such as `USER_STATUS`, as a table of that name; none: no column
 * says it of the rows.
 */
function partOf(codes: TableSample, column: string): readonly TableSample[] {
  const kind = profileColumns(codes.records, codes.header).find(
    ({ values }) => new Set(values).size < values.length && values.some((value) => isWholeName(column, value)),
  )
  if (kind === undefined) return []
  const records = codes.records.filter((record) => isWholeName(column, trimmedText(record[kind.path])))
  const rest = records.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== kind.path)),
  )
  const header = codes.header?.filter((name) => name !== kind.path) ?? null
  return records.length < 2 ? [] : [{ table: trimmedText(records[0]?.[kind.path]), records: rest, header }]
}

/** `status_id` of `statuses`, and not of `order_statuses`. */
function isWholeName(column: string, table: string): boolean {
  const noun = (name: string) =>
    wordsOf(withoutSchema(name))
      .map(stemOf)
      .filter((word) => !keySuffix.test(word) && !/^(?:cd|code)$/.test(word))
  const [own, others] = [noun(column), noun(table).filter((word) => !isPeopleWord(word))]
  return own.join(' ') === noun(table).join(' ') || (others.length > 0 && own.join(' ') === others.join(' '))
}

/** A number, a short code of letters, or an ID that a program made. */
const code = /^(?:\d{1,6}|[\p{L}\d_-]{1,12}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24})$/iu

function isLookup(sample: TableSample): boolean {
  const { table, records } = sample
  return records.length >= 2 && records.length < maxRows && !holdsPeople(table) && !hasHashes(sample)
}

/** Whether a column refers to a table by its name and that of the key, such as `status_code` to the `code` of `statuses`. */
export function refers(column: string, table: string, key: string | null): boolean {
  if (isNamedAfterStandings(column, table)) return true
  return key !== null && (isOwnKey(column, key) || isOfKey(column, table, key))
}

/** `STATUS_KZ` after the column `KZ` of `KUNDEN_STATUS`, and `Status` after a list of that name. */
function isOfKey(column: string, table: string, key: string): boolean {
  const all = wordsOf(column).map(stemOf)
  // Romance languages put the word for a key first: `id_nivel`.
  const words = all.length > 1 && /^(?:id|fk|cod|ref)$/.test(all[0] ?? '') ? all.slice(1) : all
  const noun = wordsOf(withoutSchema(table)).map(stemOf)
  const ofKey = wordsOf(key).map(stemOf)
  return noun.some((_, from) => {
    const before = noun.slice(from)
    const rest = words.slice(before.length)
    return (
      before.every((word, at) => word === words[at]) &&
      rest.every((word) => keySuffix.test(word) || word === 'cd' || ofKey.includes(word))
    )
  })
}

/** Whether a column has the state of each row of a table of other things, which an earlier column tells apart, as that of the users has theirs. */
function isStateOfRows(sample: TableSample, column: string | null): boolean {
  if (column === null || standingName(column) !== 'status' || isWholeName(column, sample.table)) return false
  return uniqueColumns(sample)[0]?.path !== column && !namesStandings(sample.table, [sample.table])
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
  // A zero without a row of its own stands for none.
  return lists.find((keys) => values.every((value) => value === '0' || keys.includes(value)) && isUnique(keys)) ?? null
}

function isUnique(keys: readonly string[]): boolean {
  return new Set(keys).size === keys.length
}

/** The words of a row, without its key and other IDs. */
export function wordsIn(record: SourceRecord, keys: readonly string[]): readonly string[] {
  return Object.values(record).flatMap((value) => {
    const text = trimmedText(value)
    return /\p{L}{2}/u.test(text) && !isTime(text) && !ofProgram.test(text) && !keys.includes(text) ? [text] : []
  })
}

/** An ID that a program made, such as a UUID or a CUID. */
const ofProgram = /^(?=.*\d)[\w-]{20,64}$/

/** Whether a row has a word, and none of its words says something of access. */
function isHarmless(texts: readonly string[]): boolean {
  const says = (text: string) => disabledByWord(text) !== null || meansKeptOut(text) || saysKeptOut(text)
  return texts.length > 0 && !texts.some(says)
}
