import { namedRow } from '../../../shared/exports/known-columns.ts'
import type { Names } from '../../../shared/mapping/export-format.ts'
import type { OpenedExport } from '../reading/open-export.ts'
import type { Interpretation } from './interpret-file.ts'

/** More names than any realm has; what refers to one beyond keeps its ID. */
const maxNames = 1_000_000

/** Reads the tables of a dump that others refer to, which may stand behind them, before anything else. */
export async function readNames(
  source: Pick<OpenedExport, 'batches'>,
  { names }: Pick<Interpretation, 'names'>,
): Promise<Names> {
  const found = new Map<string, string>()
  if (names === null) return found
  for await (const batch of source.batches((table) => names.tables.has(table))) {
    for (const raw of batch) {
      if (raw.kind !== 'record' || raw.table === undefined) continue
      for (const [key, name] of names.read(namedRow(raw.table, raw.value), raw.table)) found.set(key, name)
    }
    if (found.size > maxNames) break
  }
  return found
}
