import { namedRow } from '../../../shared/exports/known-columns.ts'
import { noteName } from '../../../shared/exports/noted-names.ts'
import type { Names } from '../../../shared/mapping/export-format.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { OpenedExport } from '../reading/open-export.ts'
import type { Interpretation } from './interpret-file.ts'

/** Names are held in memory while the users are read. */
const maxNames = 5_000_000

/** Reads the tables of a dump that others refer to, which may stand behind them, before anything else. */
export async function readNames(
  source: Pick<OpenedExport, 'batches'>,
  { names }: Pick<Interpretation, 'names'>,
  most = maxNames,
): Promise<Result<Names>> {
  const found = new Map<string, string>()
  if (names === null) return ok(found)
  for await (const batch of source.batches((table) => names.tables.has(table))) {
    for (const raw of batch) {
      if (raw.kind !== 'record' || raw.table === undefined) continue
      for (const [key, name] of names.read(namedRow(raw.table, raw.value), raw.table)) noteName(found, key, name)
    }
    if (found.size > most) return problem('too-many-names', tooManyNames([...names.tables], most))
  }
  return ok(found)
}

function tooManyNames(tables: readonly string[], most: number): string {
  const named = tables.map((table) => `“${table}”`).join(', ')
  return `The tables that the users of this dump refer to (${named}) have more than ${most.toLocaleString('en')} rows. Export the users with a query that joins these tables, and load that file.`
}
