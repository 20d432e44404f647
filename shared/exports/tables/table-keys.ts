import { splitPath, withoutSchema } from '../../mapping/names/column-words.ts'
import { holdsPeople } from '../../mapping/names/people-names.ts'
import { isTime } from '../../mapping/cell.ts'
import type { Sample } from '../../mapping/export-format.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import { refersToAccount } from '../../mapping/names/account-names.ts'
import { countsOwnRows } from '../../mapping/names/ids/own-numbers.ts'
import { plainName } from '../../mapping/columns/plain-names.ts'

/* Keys of a table of a dump, and of the people in it. */

/** One table of a dump: its name, its first records, and the foreign keys that its schema declares. */
export type TableSample = Sample & {
  readonly table: string
  readonly foreignKeys?: readonly { readonly column: string; readonly table: string; readonly key: string | null }[]
  /** Later statements of the dump remove these rows. */
  readonly isEmptied?: true
}

const profiled = new WeakMap<Sample, readonly ColumnProfile[]>()

/** The columns of a table with a different value in every row, cached. */
export function keysOf(sample: Sample): readonly ColumnProfile[] {
  const known = profiled.get(sample) ?? profileColumns(sample.records, sample.header).filter(tellsRowsApart)
  profiled.set(sample, known)
  return known
}

/** Whether a column of a table tells its rows apart: a value in every row, none of them twice, and not times alone. */
export function tellsRowsApart({ path, values, records }: ColumnProfile): boolean {
  if (
    splitPath(path).containers.length > 0 ||
    values.length !== records ||
    records === 0 ||
    new Set(values).size < records
  )
    return false
  return values.some((value) => plainNumber.test(value) || !isTime(value))
}

const ofPeople = new WeakMap<TableSample, readonly ColumnProfile[]>()

/** The keys by which rows of other tables may name the people of this one, cached: numbers that count its own rows are none. */
export function keysOfPeople(users: TableSample): readonly ColumnProfile[] {
  const known = ofPeople.get(users)
  if (known !== undefined) return known
  const keys = keysOf(users)
  const counts = keys.filter((key) => mayCount(users, key))
  const found =
    counts.length > 0 && countsOwnRows(withoutSchema(users.table), countedColumns(users), !holdsPeople(users.table))
      ? keys.filter((key) => !counts.includes(key))
      : keys
  ofPeople.set(users, found)
  return found
}

/** Whether a column has the numbers of the rows of its table, which names its people in another column. */
export function numbersRows(sample: TableSample, path: string): boolean {
  const column = keysOf(sample).find((one) => one.path === path)
  return (
    column !== undefined &&
    mayCount(sample, column) &&
    countsOwnRows(withoutSchema(sample.table), countedColumns(sample), true)
  )
}

function mayCount(users: TableSample, { path, values }: ColumnProfile): boolean {
  return !refersToAccount(plainName(users, path)) && values.every((value) => plainNumber.test(value.trim()))
}

function countedColumns(users: TableSample): Parameters<typeof countsOwnRows>[1] {
  return profileColumns(users.records, users.header).map(({ path, values }) => ({
    path: plainName(users, path),
    filled: values.length,
    distinct: new Set(values).size,
  }))
}

export const plainNumber = /^\d{1,12}$/

/** Size of a sample that may be only a part of its table. */
export const fullSample = 50

const anyKey =
  /^_?(?:id|pk|(?:primary_?)?key|nr|no|num|number|code|name|ref|guid|uuid|oid|entity_?id|seq|index|pos\w*|row_?id)$/i

/** Whether a column's name is a general one for keys, such as `id` or `uuid`. */
export function isAnyKey(column: string): boolean {
  return anyKey.test(column)
}
