import type { ColumnCounts } from '../../../shared/mapping/count-columns.ts'
import { getSetting, setSetting } from './settings.ts'
import type { Database } from './sqlite.ts'

/** What the columns of a file hold, as it was counted when it was read last; null: it was not read to its end by this version. */
export function columnCounts(database: Database, fileId: number): ColumnCounts | null {
  return getSetting(database, 'column-counts')?.find(({ file }) => file === fileId)?.counts ?? null
}

/** Keeps the counts of a file; null forgets them. */
export function setColumnCounts(database: Database, fileId: number, counts: ColumnCounts | null): void {
  const kept = getSetting(database, 'column-counts') ?? []
  const others = kept.filter(({ file }) => file !== fileId)
  if (counts === null && others.length === kept.length) return
  setSetting(database, 'column-counts', counts === null ? others : [...others, { file: fileId, counts }])
}
