import { counted } from '../../shared/format.ts'
import type { MappingReport } from '../engine/session/mapping-report.ts'

/** More of them are counted, not named: people have to read it. */
const maxUnused = 40

/** What was read of a file as what, for people: every column that became something, then those that stay behind. */
export function mappingLines({ tables, unusedTables, columns, unused }: MappingReport): readonly string[] {
  const total = columns.length + unused.length
  // What waits for a decision comes first.
  const inOrder = unused.toSorted((one, other) => (other.blocked ?? 0) - (one.blocked ?? 0))
  return [
    ...(tables.length === 0 ? [] : [`  Tables: ${tables.join(', ')}`]),
    ...unusedTables.slice(0, maxUnused).map(({ table, reason }) => `    table not used: ${table} (${reason})`),
    `  ${columns.length} of ${counted(total, 'column is', 'columns are')} used`,
    ...columns.map(
      ({ column, becomes, confidence, reason }) => `    ${column} -> ${becomes} (${confidence}: ${reason})`,
    ),
    ...inOrder
      .slice(0, maxUnused)
      .map(({ column, reason, users }) => `    not used: ${column} (${reason}${usersText(users)})`),
    ...(unused.length > maxUnused ? [`    and ${unused.length - maxUnused} more columns that are not used`] : []),
  ]
}

function usersText(users: number | undefined): string {
  return users === undefined ? '' : `; ${counted(users, 'user')}`
}
