import { maskHash } from '../../../shared/hashes/mask-hash.ts'
import { hashLikeness } from '../../../shared/hashes/hash-likeness.ts'
import { maskContactsIn } from '../../../shared/users/mask-contact.ts'
import type { MappingReport } from '../queries/mapping-report.ts'

/**
 * What a file was read as, as a report may show it. The first row of a table without a header, or the keys of JSON, can be
 * values of users: contacts in them are masked as everywhere else, hashes always.
 */
export function shownMapping(report: MappingReport | null, masked: boolean): MappingReport | null {
  if (report === null) return null
  const nameOf = (name: string) => {
    if (hashLikeness(name) !== null) return maskHash(name)
    return masked ? maskContactsIn(name) : name
  }
  const shown = <T extends { readonly column: string; readonly reason: string }>(one: T): T => {
    const column = nameOf(one.column)
    return { ...one, column, reason: one.reason.replaceAll(one.column, () => column) }
  }
  return {
    tables: report.tables.map(nameOf),
    unusedTables: report.unusedTables.map((one) => ({ ...one, table: nameOf(one.table) })),
    columns: report.columns.map(shown),
    unused: report.unused.map(shown),
  }
}
