import type { Entry, SourceRecord } from '../../mapping/export-format.ts'
import { textOf, trimmedText } from '../../mapping/cell.ts'
import { namesOfColumns } from '../../mapping/first-records.ts'
import { refersToAccount } from '../../mapping/names/account-names.ts'
import { isBanList } from '../../mapping/names/standing/standing-names.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { tableKind } from '../../mapping/rows/unread-tables.ts'
import { columnBecomes } from '../../mapping/shown/target-titles.ts'
import type { ColumnUse } from '../../mapping/shown/column-report.ts'
import { attributeColumns, attributeOf } from '../../mapping/rows/attribute-rows.ts'
import { attributeNames } from '../logins/attribute-tables.ts'
import { type LoginTable, ownerKey } from '../logins/login-table.ts'
import { namedStandings } from './named-standings.ts'
import { areOfOthers, mayBeOfUsers } from '../tables/other-people.ts'
import { mayBeAboutOthers, ownerKinds } from '../tables/kinds-of-owners.ts'
import { fullSample, isAnyKey, type TableSample } from '../tables/table-keys.ts'
import { saysStanding, standingTable, type StandingTable } from './standing-tables.ts'
import { askedHistory } from './state-history.ts'
import { listed } from '../tables/table-terms.ts'

/** Tables that disable users, such as lists of bans. */
export type Standings = ReadonlyMap<string, StandingTable>

/**
 * Unread tables that disable users. `read`: the tables that are read; `attributes`: tables of attributes of which only those with logins are: the
 * others say who is disabled.
 */
export function standingsOf(
  samples: readonly TableSample[],
  provider: string,
  read: ReadonlyMap<string, unknown>,
  attributes: readonly LoginTable[] = [],
): Standings {
  const users = samples.filter(({ table }) => read.has(table))
  const named = namedStandings(samples)
  const [tables, all] = [[...read.keys()], samples.map(({ table }) => table)]
  return new Map(
    samples.flatMap((sample) => {
      if (read.has(sample.table) || areOfOthers(users, sample)) return []
      const kinds = ownerKinds(tables, sample, all)
      const isTheirs = kinds?.isTheirs ?? (() => true)
      const own = kinds === null ? sample : { ...sample, records: sample.records.filter(isTheirs) }
      const key = provider === 'generic' ? sharedKey(users, sample) : null
      const found =
        standingTable(own, { provider, users: tables, named, mayBeTheirs: mayBeOfUsers(users, sample), kinds, key }) ??
        askedHistory(own)
      if (found === null) return []
      const standing = { ...found, read: withNames(found.read, sample, samples) }
      const login = attributes.find(({ table }) => table === sample.table)
      if (login !== undefined) return [[sample.table, { ...standing, read: ofOwner(standing.read, login) }] as const]
      const readOwn = (record: SourceRecord) => (isTheirs(record) ? standing.read(record) : null)
      const isOpen = kinds === null && mayBeAboutOthers(users, sample, samples)
      return [[sample.table, { ...standing, read: isOpen ? asked(sample.table, standing) : readOwn }] as const]
    }),
  )
}

/** Reads attributes by the names that another table gives them. */
function withNames(read: StandingTable['read'], sample: TableSample, samples: readonly TableSample[]): typeof read {
  const columns = attributeColumns(namesOfColumns(sample))
  const names = attributeNames(sample, samples)
  if (columns === null || names.size === 0) return read
  return (record) => read({ ...record, [columns.name]: attributeOf(record, columns, names).name })
}

/** Joins each row with its user as the logins in the same table are joined. */
function ofOwner(read: StandingTable['read'], { owner, of }: LoginTable): typeof read {
  return (record) => {
    const entry = read(record)
    return entry?.kind === 'part' ? { ...entry, keys: [ownerKey(of, trimmedText(record[owner]))] } : entry
  }
}

/**
 * The ID of the users in a list of accounts that are kept out, by its name: it has one in both tables, such as a number of staff, and stands
 * beside the same address in each; null: there is none.
 */
function sharedKey(users: readonly TableSample[], list: TableSample): string | null {
  const [only, ...more] = users
  if (only === undefined || more.length > 0 || !isBanList(list.table)) return null
  const id = suggestMapping(only).mapping.columns.find(({ target }) => target === 'source-id')?.path
  if (id === undefined || isAnyKey(id) || !namesOfColumns(list).includes(id)) return null
  const rows = new Map(only.records.map((record) => [trimmedText(record[id]), addressesIn(record)]))
  const pairs = list.records.flatMap((record) => {
    const known = rows.get(trimmedText(record[id]))
    const own = addressesIn(record)
    return known === undefined || known.length === 0 || own.length === 0 ? [] : [own.some((one) => known.includes(one))]
  })
  return pairs.filter((isSame) => isSame).length * 2 >= pairs.length ? id : null
}

function addressesIn(record: SourceRecord): readonly string[] {
  return Object.values(record).flatMap((value) => {
    const text = textOf(value)?.trim().toLowerCase() ?? ''
    return isEmailAddress(text) ? [text] : []
  })
}

/** Reads rows that may be about other people than the users: the operator decides about a row that disables its user. */
function asked(table: string, { read }: StandingTable): StandingTable['read'] {
  return (record) => {
    const entry = read(record)
    if (entry?.kind !== 'part') return entry
    const column = namesOfColumns({ header: null, records: [record] }).find((path) => refersToAccount(path)) ?? ''
    return entry.part.standing === undefined
      ? null
      : { kind: 'aside', what: tableKind(table), table, logins: [{ column, kind: 'status' }] }
  }
}

/** Tables of settings and roles are read as well, and named only where one of the first rows keeps its user out: their rows say it, and no other column does. */
function areNamed(standing: StandingTable, { records }: TableSample): boolean {
  const columns = standing.roles === undefined ? Object.keys(records[0] ?? {}) : standing.columns
  return saysStanding(columns) || records.some((record) => saysOff(standing.read(record)))
}

/** Whether a row disables its user, or asks who that is. */
function saysOff(entry: Entry | null): boolean {
  return entry !== null && (entry.kind !== 'part' || entry.part.standing !== undefined)
}

/** The end of a recognition's reason, which names the tables that mark users as disabled; empty if there are none. */
export function besideStandings(standings: Standings, samples: readonly TableSample[]): string {
  const named = samples.flatMap((sample) => {
    const standing = standings.get(sample.table)
    return standing !== undefined && areNamed(standing, sample) ? [sample.table] : []
  })
  return saidDisabledIn(named)
}

/** The end of a reason that names these tables, of which some rows keep their users out; empty: there are none. */
export function saidDisabledIn(tables: readonly string[]): string {
  return tables.length === 0 ? '' : `; who is disabled may be said in ${listed(tables)}`
}

/**
 * The tables of these whose rows are read. Of others, such as lists of addresses, the operator is asked about the rows, or no row says anything:
 * the roles of memberships.
 */
export function standingTables(standings: Standings, samples: readonly TableSample[]): ReadonlySet<string> {
  const isLeft = (sample: TableSample) => {
    const standing = standings.get(sample.table)
    const entries = sample.records.flatMap((record) => standing?.read(record) ?? [])
    if (entries.length > 0) return entries.every(({ kind }) => kind !== 'part')
    return standing !== undefined && sample.records.length < fullSample && !areNamed(standing, sample)
  }
  const left = new Set(samples.filter(isLeft).map(({ table }) => table))
  return new Set([...standings.keys()].filter((table) => !left.has(table)))
}

/** The columns of these tables by which one of the first rows disables its user or gives a role. */
export function standingColumns(standings: Standings, samples: readonly TableSample[]): readonly ColumnUse[] {
  return samples.flatMap(({ table, records }) => {
    const standing = standings.get(table)
    if (standing === undefined) return []
    const parts = records.flatMap((record) => {
      const entry = standing.read(record)
      return entry?.kind === 'part' ? [entry.part] : []
    })
    const isOff = parts.some((part) => part.standing !== undefined)
    const hasRoles = parts.some(({ roles }) => roles !== undefined)
    return standing.columns.flatMap((column): readonly ColumnUse[] => {
      const target = hasRoles && column === standing.roles ? 'role' : isOff ? 'disabled' : null
      if (target === null) return []
      const reason =
        target === 'role' ? `some rows of ${table} have roles` : `some rows of ${table} say that their user is kept out`
      return [{ column: `${table}.${column}`, becomes: columnBecomes(target, column), confidence: 'likely', reason }]
    })
  })
}
