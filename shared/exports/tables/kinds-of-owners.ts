import { textOf } from '../../mapping/cell.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Recognition, SourceRecord } from '../../mapping/export-format.ts'
import { refersToAccount } from '../../mapping/names/account-names.ts'
import { withoutSchema, wordsOf } from '../../mapping/names/column-words.ts'
import { isPeopleWord } from '../../mapping/names/people-names.ts'
import type { LoginTable } from '../logins/login-table.ts'
import { mayBeOfOthers } from './owner-columns.ts'
import type { TableSample } from './table-keys.ts'
import { isOfTable, keySuffix, stemOf } from './table-names.ts'

/*
 * Tables whose rows belong to things of several tables, each of which counts its own: `owner_type` says which table `owner_id` is of, as Laravel
 * (`model_type`), Rails (`bannable_type`) and others have it. An ID without its type is that of another person.
 */

/** How the rows of such a table tell whose they are. */
export type OwnerKinds = {
  /** The column of the ID. */
  readonly id: string
  /** The words that both columns are called after: `owner`. */
  readonly noun: string
  /** Whether a row is about one of these users. */
  readonly isTheirs: (record: SourceRecord) => boolean
}

/** The kinds of owners in a table; null: its rows do not name any. `users`: the tables that hold the users; `all`: all tables of the file. */
export function ownerKinds(
  users: readonly string[],
  { table, header, records }: TableSample,
  all: readonly string[],
): OwnerKinds | null {
  const columns = profileColumns(records, header).filter(({ values }) => values.length > 0)
  const tableOf = tableFinder(all.filter((one) => one !== table))
  for (const type of columns) {
    const noun = nounOf(wordsOf(type.path))
    if (noun === null) continue
    const id = columns.find(({ path }) => path !== type.path && isIdOf(path, noun))
    if (id === undefined) continue
    const isNamed = users.some((one) => isOfTable(id.path, { table: one }))
    // A kind of user is no other table: `user_type` with `student` beside `user_id`, or `role` with `admin`.
    if (isNamed && (noun.length === 0 || !type.values.some((value) => users.includes(tableOf(value) ?? '')))) continue
    const isTheirs = kindTest(type.values, users, tableOf)
    if (isTheirs === null) continue
    return { id: id.path, noun: noun.join(' '), isTheirs: (record) => isTheirs(textOf(record[type.path]) ?? '') }
  }
  return null
}

const ofKind = /^(?:type|kind|class|model|entity|table|typ|tipo|art|role)$/

/** The words of a column of kinds without the one for a kind: `owner` of `owner_type` and `type_owner`; null: it has none. */
function nounOf(words: readonly string[]): readonly string[] | null {
  if (ofKind.test(words.at(-1) ?? '')) return words.slice(0, -1)
  return ofKind.test(words[0] ?? '') ? words.slice(1) : null
}

/** Whether a column has the IDs beside a type with these words: `owner_id` or `owner` beside `owner_type`, any reference beside `type`. */
function isIdOf(path: string, noun: readonly string[]): boolean {
  const words = wordsOf(path)
  const own = words.filter((word) => !keySuffix.test(word))
  if (noun.length > 0) return own.join(' ') === noun.join(' ')
  return own.length > 0 && own.length < words.length && own.every((word) => isPeopleWord(word) || ofAnyOwner.test(word))
}

const ofAnyOwner = /^(?:owner|person|model|entity|object|subject|holder|target)$/

/** Tells by a kind whether a row is about one of the users; null: the kinds name neither them nor another table of the file. */
function kindTest(
  kinds: readonly string[],
  users: readonly string[],
  tableOf: (kind: string) => string | null,
): ((kind: string) => boolean) | null {
  const open = new Set(kinds.filter((kind) => tableOf(kind) === null).map(nameOfKind))
  const people = [...open].filter((name) => isPeopleWord(name.split(' ').at(-1) ?? ''))
  const isNamed = kinds.some((kind) => users.includes(tableOf(kind) ?? ''))
  // Users whose table has another name: `User` of `members`.
  const [word] = isNamed || people.length > 1 ? [] : people
  if (!isNamed && word === undefined && open.size === new Set(kinds.map(nameOfKind)).size) return null
  return (kind) => {
    const table = tableOf(kind)
    return table === null ? word !== undefined && nameOfKind(kind) === word : users.includes(table)
  }
}

/** The words of a kind: `App\Models\User` has `user`. */
function nameOfKind(kind: string): string {
  const name = kind.length > maxKind ? '' : (kind.split(/[\\/:.]/).at(-1) ?? '')
  return wordsOf(name).map(stemOf).join(' ')
}

const maxKind = 200

/** Finds the table of a kind. Rows have few kinds, and a dump may have hundreds of tables. */
function tableFinder(tables: readonly string[]): (kind: string) => string | null {
  const known = new Map<string, string | null>()
  return (kind) => {
    const before = known.get(kind)
    if (before !== undefined) return before
    const found = tableNamedBy(kind, tables)
    if (known.size < maxKnown) known.set(kind, found)
    return found
  }
}

const maxKnown = 1000

/** The table that a kind names by its whole name, else by the end of it; null: none, or several. */
function tableNamedBy(kind: string, tables: readonly string[]): string | null {
  const name = nameOfKind(kind)
  if (name === '') return null
  const whole = tables.filter((table) => wordsOf(withoutSchema(table)).map(stemOf).join(' ') === name)
  const found = whole.length > 0 ? whole : tables.filter((table) => isOfTable(`${name} id`, { table }))
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

/** The tables beside the users with the rows about them alone: an ID beside a type refers to the table of its type. */
export function withOwnRows(users: TableSample, others: readonly TableSample[]): readonly TableSample[] {
  const all = others.map(({ table }) => table)
  return others.map((other) => {
    const kinds = other.table === users.table ? null : ownerKinds([users.table], other, all)
    if (kinds === null) return other
    const reference = { column: kinds.id, table: users.table, key: null }
    return {
      ...other,
      records: other.records.filter(kinds.isTheirs),
      foreignKeys: [...(other.foreignKeys ?? []), reference],
    }
  })
}

/** A table of logins that has rows about others than its users as well, which it does not count. */
export function withoutRowsOfOthers(login: LoginTable, users: TableSample, others: readonly TableSample[]): LoginTable {
  const other = others.find(({ table }) => table === login.table)
  const all = others.map(({ table }) => table)
  const kinds = other === undefined ? null : ownerKinds([users.table], other, all)
  return kinds === null ? login : { ...login, counts: (record) => kinds.isTheirs(record) && login.counts(record) }
}

/** Whether the rows of a table refer to people by a word for any of them, `user_id`, and the ID may be of other people than the users. */
export function mayBeAboutOthers(
  users: readonly TableSample[],
  sample: TableSample,
  all: readonly TableSample[],
): boolean {
  const columns = profileColumns(sample.records, sample.header)
  const referring = columns.filter(({ path, values }) => refersToAccount(path) && values.length > 0)
  if (referring.length === 0) return false
  const isNamed = ({ path }: ColumnProfile) => all.some((one) => one.table !== sample.table && isOfTable(path, one))
  return !columns.some(isNamed) && referring.some(({ values }) => mayBeOfOthers(values, users, all))
}

/** The tables of a product but those whose rows may be about others than the users: these are read as tables of no product are. */
export function withoutShared(
  tables: ReadonlyMap<string, Recognition>,
  users: TableSample | undefined,
  all: readonly TableSample[],
): ReadonlyMap<string, Recognition> {
  if (users === undefined) return tables
  const names = all.map(({ table }) => table)
  const isShared = (sample: TableSample) =>
    ownerKinds([users.table], sample, names) !== null || mayBeAboutOthers([users], sample, all)
  const shared = all.filter((one) => tables.get(one.table)?.role === 'parts' && isShared(one)).map(({ table }) => table)
  return shared.length === 0 ? tables : new Map([...tables].filter(([table]) => !shared.includes(table)))
}
