import { addedDefaults, altered, tableAltered } from './sql-alter.ts'
import { isSameTable } from '../changes/sql-changes.ts'
import { noteNames } from '../sql-columns.ts'
import { createdTable } from '../sql-inserts.ts'
import type { SqlScan } from '../sql-rows.ts'

/** Notes the columns that a table has behind an ALTER TABLE, and those that it adds with a value for the rows that were read. */
export function noteAltered(sqlScan: SqlScan, text: string, offset: number, line: number): void {
  const added = addedDefaults(text, sqlScan.dialect)
  const read = added === null ? undefined : [...sqlScan.seen].find((one) => isSameTable(one, added.table))
  if (added !== null && read !== undefined) {
    noteNames(sqlScan, read, Object.keys(added.set))
    sqlScan.noteChange({ table: read, set: added.set, where: [], offset, line })
  }
  const written = tableAltered(text)
  const created = written === null ? null : createdTable(sqlScan, written)
  if (created === null) return
  const after = altered(text, created)
  sqlScan.created.set(sqlScan.databases.nameOf(created.table).toLowerCase(), after)
  sqlScan.noteKeys(created.table, { key: [], foreignKeys: [], defaults: after.defaults })
}
