import type { ControlTotals } from '../../../shared/mapping/control-totals.ts'
import { getSetting, setSetting } from './settings.ts'
import type { Database } from './sqlite.ts'

/** What looks like a login in a file, and where it ended up when it was read last; null: it was not read to its end by this version. */
export function controlTotals(database: Database, fileId: number): ControlTotals | null {
  return getSetting(database, 'control-totals')?.find(({ file }) => file === fileId)?.totals ?? null
}

/** Keeps the totals of a file; null forgets them. */
export function setControlTotals(database: Database, fileId: number, totals: ControlTotals | null): void {
  const kept = getSetting(database, 'control-totals') ?? []
  const others = kept.filter(({ file }) => file !== fileId)
  if (totals === null && others.length === kept.length) return
  setSetting(database, 'control-totals', totals === null ? others : [...others, { file: fileId, totals }])
}
