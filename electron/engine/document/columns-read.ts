import type { ColumnsRead } from '../../../shared/mapping/column-report.ts'
import { getSetting, setSetting } from './settings.ts'
import type { Database } from './sqlite.ts'

/** What the columns of a file became when it was read last; null: it was not read to its end by this version. */
export function columnsRead(database: Database, fileId: number): ColumnsRead | null {
  return getSetting(database, 'columns-read')?.find(({ file }) => file === fileId)?.read ?? null
}

/** Records what the columns of a file became; null forgets it. */
export function setColumnsRead(database: Database, fileId: number, read: ColumnsRead | null): void {
  const kept = getSetting(database, 'columns-read') ?? []
  const others = kept.filter(({ file }) => file !== fileId)
  if (read === null && others.length === kept.length) return
  setSetting(database, 'columns-read', read === null ? others : [...others, { file: fileId, read }])
}
