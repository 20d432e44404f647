import type { RowChange } from './changes/sql-changes.ts'
import type { SqlScan } from './sql-rows.ts'

/* The columns that the rows of a table have so far, by which a later statement may choose rows. */

export function noteNames({ named }: SqlScan, table: string, columns: readonly string[]): void {
  const known = named.get(table) ?? new Set()
  named.set(table, known)
  for (const column of columns) known.add(column.toLowerCase())
}

/** Whether some rows of a table have the columns of a condition. A key that the database counts up is in none of them. */
export function hasColumns({ named }: SqlScan, table: string, where: RowChange['where']): boolean {
  const known = named.get(table) ?? new Set()
  return where.every(({ column }) => known.has(column.toLowerCase()))
}
