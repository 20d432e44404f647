import type { Entry } from '../mapping/export-format.ts'
import { columnBecomes } from '../mapping/target-titles.ts'
import type { ColumnUse } from '../mapping/column-report.ts'
import { namedStandings } from './named-standings.ts'
import { areOfOthers, mayBeOfUsers } from './other-people.ts'
import type { TableSample } from './owner-columns.ts'
import { saysStanding, standingTable, type StandingTable } from './standing-tables.ts'
import { listed } from './table-terms.ts'

/** Tables that disable users, such as lists of bans. */
export type Standings = ReadonlyMap<string, StandingTable>

/** Unread tables that disable users. `read`: the tables that are read. */
export function standingsOf(
  samples: readonly TableSample[],
  provider: string,
  read: ReadonlyMap<string, unknown>,
): Standings {
  const users = samples.filter(({ table }) => read.has(table))
  const named = namedStandings(samples)
  return new Map(
    samples.flatMap((sample) => {
      if (read.has(sample.table) || areOfOthers(users, sample)) return []
      const standing = standingTable(sample, provider, [...read.keys()], named, mayBeOfUsers(users, sample))
      return standing === null ? [] : [[sample.table, standing] as const]
    }),
  )
}

/** Tables of roles are read as well, and named only where one of the first rows keeps its user out. */
function areNamed(standing: StandingTable, { records }: TableSample): boolean {
  return saysStanding(Object.keys(records[0] ?? {})) || records.some((record) => saysOff(standing.read(record)))
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
  return named.length === 0 ? '' : `; who is disabled may be said in ${listed(named)}`
}

/** The tables of these whose rows are read; of others, such as lists of addresses, the operator is asked about the rows. */
export function standingTables(standings: Standings, samples: readonly TableSample[]): ReadonlySet<string> {
  const isAsked = ({ table, records }: TableSample) => {
    const entries = records.flatMap((record) => standings.get(table)?.read(record) ?? [])
    return entries.length > 0 && entries.every(({ kind }) => kind !== 'part')
  }
  const asked = new Set(samples.filter(isAsked).map(({ table }) => table))
  return new Set([...standings.keys()].filter((table) => !asked.has(table)))
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
