import { namesOfColumns } from '../../mapping/first-records.ts'
import { textOf } from '../../mapping/cell.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import { refersToAccount } from '../../mapping/names/account-names.ts'
import { splitPath, withoutSchema, wordsOf } from '../../mapping/names/column-words.ts'
import { fitOfName } from '../../mapping/names/name-fit.ts'
import { hintsOf } from '../../mapping/names/name-hints.ts'
import {
  isIdThere,
  isOfDeals,
  mayHoldIdThere,
  mayNameThirdParty,
  type ThirdPartyColumns,
} from '../../mapping/rows/third-party-rows.ts'
import { holdsProgramSettings } from '../../mapping/names/settings-names.ts'
import { knownProvider, namesOwnLogin } from '../../users/known-provider.ts'
import { fullSample, isAnyKey, keysOf, type TableSample } from '../tables/table-keys.ts'
import { isOfTable, keySuffix } from '../tables/table-names.ts'

/**
 * Finds the tables whose rows name a user of the file, a third party and an ID there, whatever the columns are called. They may be things
 * of the users as well, such as pages that they own, so such a table is named, and not joined for that.
 */
export function thirdPartyTables(
  users: TableSample,
  all: readonly TableSample[],
): ReadonlyMap<string, ThirdPartyColumns> {
  return new Map(
    all.flatMap((other) => {
      const columns = thirdPartyColumns(users, other, all)
      return columns === null ? [] : [[other.table, columns] as const]
    }),
  )
}

/** The columns of such a table; null: it is none. */
export function thirdPartyColumns(
  users: TableSample,
  other: TableSample,
  all: readonly TableSample[],
): ThirdPartyColumns | null {
  if (other.table === users.table || isOfDeals(other.table)) return null
  if (holdsProgramSettings(other.table, namesOfColumns(other))) return null
  const provider = filledColumns(other, other.records).find(namesProviders)
  if (provider === undefined) return null
  // Rows of the passwords here have other IDs, or none.
  const records = other.records.filter((record) => !namesOwnLogin(textOf(record[provider.path]) ?? ''))
  const profiles = filledColumns(other, records).filter(({ path }) => path !== provider.path)
  const referring = profiles.filter((one) => refersToUsers(one, users, other, all))
  // The name of a user may be made of the ID there; the column that is called like the key is the one that refers.
  const isCalledAsKey = ({ path }: ColumnProfile) => !isAnyKey(path) && keysOf(users).some((key) => key.path === path)
  const called = referring.filter(isCalledAsKey)
  const owners = called.length > 0 ? called : referring
  if (owners.length === 0) return null
  const ids = profiles.filter((one) => !owners.includes(one) && mayBeIds(one, other, all))
  const id = ids.find(({ path }) => isIdThere(path)) ?? ids.find(({ path }) => /id$/i.test(path)) ?? ids[0]
  // Names that no one knows may be of anything, unless the column of the ID says what it is.
  if (id === undefined || !(provider.values.some(isThirdParty) || isIdThere(id.path))) return null
  return { provider: provider.path, id: id.path }
}

/** The columns that most rows fill. */
function filledColumns({ header }: TableSample, rows: TableSample['records']): readonly ColumnProfile[] {
  return profileColumns(rows, header).filter(
    ({ path, values, records }) => values.length * 2 > records && splitPath(path).containers.length === 0,
  )
}

/** Whether a value is the name of a third party: a column called so with `_id` behind it has the IDs there. */
export function isThirdParty(value: string): boolean {
  return knownProvider(value) !== null || Boolean(hintsOf(`${value.trim()}_id`).provider)
}

/** Whether most values of a column are names of third parties, or all are words under a name that says provider. */
export function namesProviders({ path, values }: ColumnProfile): boolean {
  if (!mayNameThirdParty(path) || !values.every((value) => /^[\p{L}][\w. -]{0,39}$/u.test(value.trim()))) return false
  const known = values.filter((value) => isThirdParty(value))
  const others = values.filter((value) => !namesOwnLogin(value))
  return known.length * 2 > others.length || fitOfName('provider', path) === 'exact'
}

/** Whether a column may hold IDs at a third party, and refers to no table of the file. */
function mayBeIds({ path, values }: ColumnProfile, other: TableSample, all: readonly TableSample[]): boolean {
  if (all.some((table) => isOfTable(path, table)) || isForeignKey(path, other)) return false
  const ids = values.map((value) => value.trim())
  return new Set(ids).size * 10 >= ids.length * 9 && mayHoldIdThere(path, ids)
}

function isForeignKey(path: string, { foreignKeys = [] }: TableSample, of?: string): boolean {
  const name = (table: string) => withoutSchema(table).toLowerCase()
  return foreignKeys.some(
    ({ column, table }) =>
      column.toLowerCase() === path.toLowerCase() && (of === undefined || name(table) === name(of)),
  )
}

/** Whether a column has the keys of the users, or a name that points to them. */
function refersToUsers(
  { path, values }: ColumnProfile,
  users: TableSample,
  other: TableSample,
  all: readonly TableSample[],
): boolean {
  if (isForeignKey(path, other)) return isForeignKey(path, other, users.table)
  if (refersToAccount(path) || isOfTable(path, users)) return true
  if (isOfDeals(path) || all.some((table) => isOfTable(path, table))) return false
  const isPart = users.records.length >= fullSample
  const own = values.map((value) => value.trim().toLowerCase())
  return keysOf(users).some((key) => {
    const ids = new Set(key.values.map((value) => value.trim().toLowerCase()))
    const meets = isPart ? own.some((id) => ids.has(id)) : own.every((id) => ids.has(id))
    return meets && (!own.every((id) => /^\d{1,12}$/.test(id)) || mayRefer(path, own))
  })
}

/** Whether numbers that are keys of the users may refer to them: under a name of a key that is of no table, or in an order of their own. */
function mayRefer(path: string, numbers: readonly string[]): boolean {
  if (isAnyKey(path)) return false
  const words = wordsOf(path)
  const isKey = words.length > 1 && keySuffix.test(words.at(-1) ?? '')
  return isKey || numbers.some((number, at) => Number(number) !== Number(numbers[0]) + at)
}
