import { trimmedText } from '../../mapping/cell.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { SourceRecord } from '../../mapping/export-format.ts'
import { withoutSchema, wordsOf } from '../../mapping/names/column-words.ts'
import { sharedPrefix, withoutPrefix } from '../../mapping/names/shared-prefix.ts'
import { isTableOfSignIn } from '../../mapping/rows/third-party-rows.ts'
import { namesOwnLogin } from '../../users/known-provider.ts'
import type { LoginTable } from './login-table.ts'
import { foreignKeysOf } from '../tables/owner-columns.ts'
import { fullSample, type TableSample } from '../tables/table-keys.ts'
import { stemOf } from '../tables/table-names.ts'
import { isThirdParty } from './third-party-tables.ts'

/*
 * Tables of logins whose rows name the third party by the key of another table: `method_id` of `login_links`, which is the `id` of Google in
 * `login_methods`.
 */

/** A table of logins as it would be with the names of third parties in place of keys, and without letters that all columns begin with. */
type WithNames = {
  /** Its rows of third parties that are known. */
  readonly sample: TableSample
  /** Gives a table of logins that was found in the sample the columns and rows that it has in the file. */
  readonly asInFile: (found: LoginTable) => LoginTable
}

/** The table with the names; null: no other table names third parties for it, or several may. */
export function withProviderNames(other: TableSample, all: readonly TableSample[]): WithNames | null {
  if (!isTableOfSignIn(other.table)) return null
  const columns = profileColumns(other.records, other.header)
  const found = all.flatMap((lookup) => (lookup.table === other.table ? [] : namedBy(lookup, other, columns)))
  const [only, ...more] = found
  if (only === undefined || more.length > 0) return null
  const { column, names } = only
  const paths = columns.map(({ path }) => path)
  const prefix = sharedPrefix(paths)
  const ownPaths = new Map(paths.map((path) => [withoutPrefix(path, prefix), path]))
  const plain = (path: string) => (ownPaths.size === paths.length ? withoutPrefix(path, prefix) : path)
  const ownPath = (path: string) => (ownPaths.size === paths.length ? (ownPaths.get(path) ?? path) : path)
  const nameIn = (record: SourceRecord) => names.get(trimmedText(record[column]))
  const recordOf = (record: SourceRecord): SourceRecord =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [plain(name), name === column ? (nameIn(record) ?? value) : value]),
    )
  const { foreignKeys } = other
  return {
    sample: {
      ...other,
      header: other.header?.map(plain) ?? null,
      records: other.records.filter((record) => isThirdParty(nameIn(record) ?? '')).map(recordOf),
      ...(foreignKeys === undefined
        ? {}
        : { foreignKeys: foreignKeys.map((one) => ({ ...one, column: plain(one.column) })) }),
    },
    asInFile: (one) => ({
      ...one,
      owner: ownPath(one.owner),
      columns: one.columns.map((each) => ({ ...each, path: ownPath(each.path) })),
      counts: (record) => one.counts(recordOf(record)),
      read: (record, more) => one.read(recordOf(record), more),
    }),
  }
}

type Named = { readonly column: string; readonly names: ReadonlyMap<string, string> }

/** The columns of a table by whose values another table names third parties, with these names. */
function namedBy(lookup: TableSample, other: TableSample, columns: readonly ColumnProfile[]): readonly Named[] {
  if (lookup.records.length === 0 || lookup.records.length >= fullSample) return []
  const own = profileColumns(lookup.records, lookup.header).filter(isFilled)
  const [named] = own
    .filter(({ values }) => areProviders(values))
    .toSorted((one, more) => knownIn(more.values).length - knownIn(one.values).length)
  if (named === undefined) return []
  return columns.flatMap((column): readonly Named[] => {
    if (column.values.length === 0 || !refersTo(column.path, lookup, other)) return []
    const used = column.values.map((value) => value.trim())
    const key = own.find(({ path, values }) => {
      const keys = new Set(values.map((value) => value.trim()))
      return path !== named.path && keys.size === values.length && used.every((value) => keys.has(value))
    })
    if (key === undefined) return []
    const names = key.values.map((value, at) => [value.trim(), providerIn(named.values[at] ?? '')] as const)
    return [{ column: column.path, names: new Map(names) }]
  })
}

function isFilled({ values, records }: ColumnProfile): boolean {
  return values.length === records
}

/** Whether values name third parties, other than some that only their operator knows. */
function areProviders(values: readonly string[]): boolean {
  const names = values.map(providerIn)
  return (
    names.every((name) => /^\p{L}[\w .-]{0,39}$/u.test(name)) &&
    names.some(isThirdParty) &&
    knownIn(values).length * 2 >= names.length
  )
}

function knownIn(values: readonly string[]): readonly string[] {
  return values.map(providerIn).filter((name) => isThirdParty(name) || namesOwnLogin(name))
}

/** The name of a third party, or the end of the name of a class for it: `Login\Handler\Google`. */
function providerIn(value: string): string {
  return (
    value
      .trim()
      .split(/[\\/:]+/)
      .at(-1) ?? ''
  )
}

/** Whether a column refers to a table by a declared key, or by the last word of its name: `token_login_method` to `login_methods`. */
function refersTo(column: string, lookup: TableSample, other: TableSample): boolean {
  const declared = foreignKeysOf(other, column)
  const plain = (table: string) => withoutSchema(table).toLowerCase()
  if (declared.length > 0) return declared.some(({ table }) => plain(table) === plain(lookup.table))
  const noun = wordsOf(withoutSchema(lookup.table)).map(stemOf).at(-1) ?? ''
  return wordsOf(column).some((word) => [word, `${word}s`].map(stemOf).includes(noun))
}
