import type { Recognition } from '../../mapping/export-format.ts'
import { withPlainKeys } from '../../mapping/entries/plain-keys.ts'
import { namesOfColumns } from '../../mapping/first-records.ts'
import { withoutSchema, wordsOf } from '../../mapping/names/column-words.ts'
import { holdsRequests, isNamedFormer, isOfStaff } from '../../mapping/names/people-names.ts'
import { formatOf } from '../index.ts'
import { namedRow } from '../known-columns.ts'
import type { TableSample } from '../logins/login-tables.ts'

/* The tables of a known product that are read together: a dump may have several sets of them, and copies. */

/** The first table of users, else the first table of parts. */
export function mainTable(tables: ReadonlyMap<string, Recognition>): readonly [string, Recognition] | undefined {
  const all = [...tables]
  return all.find(([, { role }]) => role === 'users') ?? all[0]
}

/**
 * The tables of one product that are read together. The operator may choose tables of other people: former users, administrators and requests, by the
 * name of the table, users of another installation, and a table with another address for an ID of the first, or with another ID for an address.
 */
export function withoutOthers(
  tables: ReadonlyMap<string, Recognition>,
  samples: readonly TableSample[],
): ReadonlyMap<string, Recognition> {
  const users = [...tables].filter(([, { role }]) => role === 'users').map(([table]) => table)
  if (users.length < 2) return tables
  const ordinary = users.filter((table) => !isNamedFormer(table) && !isOfStaff(table) && !holdsRequests(table))
  const emails = new Map(users.map((table) => [table, emailsById(table, tables.get(table), samples)]))
  const kept = (ordinary.length === 0 ? users : ordinary).reduce<readonly string[]>((before, table) => {
    const own = emails.get(table) ?? new Map<string, string>()
    const isOther = (one: string) => isOtherInstallation(one, table, samples) || meet(emails.get(one) ?? new Map(), own)
    return before.some(isOther) ? before : [...before, table]
  }, [])
  return new Map([...tables].filter(([table, { role }]) => role !== 'users' || kept.includes(table)))
}

/**
 * Whether two tables have the same columns, of another version at most, and one name behind the prefix of an installation: `jos_users` and
 * `abc_users`.
 */
function isOtherInstallation(one: string, other: string, samples: readonly TableSample[]): boolean {
  const names = [one, other].map(withoutSchema)
  // A prefix may have no line below it: `abusers`, with the columns of `jos_users`.
  const last = names
    .map((name) => wordsOf(name).at(-1) ?? '')
    .toSorted((first, second) => first.length - second.length)[0]
  if (new Set(names).size < 2 || !names.every((name) => last !== undefined && name.toLowerCase().endsWith(last)))
    return false
  const columns = [one, other].map((table) => {
    const sample = samples.find((any) => any.table === table)
    return new Set(sample === undefined ? [] : namesOfColumns(sample))
  })
  const [fewer, most] = columns.toSorted((first, second) => first.size - second.size)
  return fewer !== undefined && [...fewer].every((name) => most?.has(name) === true)
}

/** Whether an ID has another address in the other table, or an address another ID. */
function meet(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  const ids = new Map([...one].map(([id, email]) => [email, id]))
  return [...other].some(([id, email]) => (one.get(id) ?? email) !== email || (ids.get(email) ?? id) !== id)
}

/** The addresses of the first users of a table of a known product. */
function emailsById(
  table: string,
  recognition: Recognition | undefined,
  samples: readonly TableSample[],
): ReadonlyMap<string, string> {
  const format = recognition === undefined ? undefined : formatOf(recognition.provider)
  if (recognition === undefined || format === undefined) return new Map()
  const records = samples.find((sample) => sample.table === table)?.records ?? []
  return new Map(
    records.flatMap((record) => {
      const entry = format.read(namedRow(table, record), recognition)
      if (entry.kind !== 'user' || entry.user.sourceId === null || entry.user.email === null) return []
      return [[entry.user.sourceId, entry.user.email.trim().toLowerCase()] as const]
    }),
  )
}

/** The tables of a product after the operator chose one: users are read from that table only, parts from all. */
export function withChosen(
  found: ReadonlyMap<string, Recognition>,
  chosen: string,
): ReadonlyMap<string, Recognition>[] {
  if (found.get(chosen)?.role !== 'users') return []
  return [new Map([...found].filter(([table, { role }]) => table === chosen || role === 'parts'))]
}

/** The tables of logins of a product, if its table of users is not recognised. */
export function partsOf(
  known: readonly ReadonlyMap<string, Recognition>[],
  main: readonly [string, Recognition] | undefined,
  override: string | null,
): ReadonlyMap<string, Recognition> {
  if (main?.[1].role === 'users' || (override !== null && formatOf(override) !== undefined)) return new Map()
  const found = known.find(({ size }) => size > 0) ?? []
  return new Map([...found].filter(([, { role }]) => role === 'parts'))
}

/** The IDs of users that the first rows of these tables refer to. */
export function ownersIn(
  samples: readonly TableSample[],
  parts: ReadonlyMap<string, Recognition>,
): ReadonlySet<string> {
  return new Set(
    samples.flatMap(({ table, records }) => {
      const recognition = parts.get(table)
      const format = recognition === undefined ? undefined : formatOf(recognition.provider)
      if (recognition === undefined || format === undefined) return []
      return records.flatMap((record) => {
        const entry = format.read(record, recognition)
        return entry.kind === 'part' ? withPlainKeys(entry, format.provider).keys.slice(-1) : []
      })
    }),
  )
}

/** The tables that name objects for the tables of this product. */
export function namesTables(samples: readonly TableSample[], provider: string): ReadonlySet<string> {
  const names = formatOf(provider)?.names
  return new Set(names === undefined ? [] : samples.filter(names.isTable).map(({ table }) => table))
}
