import type { CoreContext } from '../context.ts'
import { putRow, removeRow, type StagedRow } from '../store/staged-users.ts'
import { importPerson, type UndoLog } from './import-person.ts'

/** Takes up rows for one round: from then on they are PROCESSING. The oldest come first. */
export function claimRows({ staged, clock }: CoreContext, limit: number, besides: ReadonlySet<string>): StagedRow[] {
  const taken: StagedRow[] = []
  for (const row of staged.rows.values()) {
    if (taken.length === limit) break
    if (row.status === 'FAILED' || besides.has(row.person.id)) continue
    taken.push(row)
  }
  return taken.map((row) => {
    const now: StagedRow = { ...row, status: 'PROCESSING', updatedAt: clock() }
    putRow(staged, now)
    return now
  })
}

/** Splits a round as real cores do: into as many chunks as work side by side, each of size/parallelism + 1 rows. */
export function chunksOf(rows: readonly StagedRow[], parallelism: number): readonly (readonly StagedRow[])[] {
  const size = Math.floor(rows.length / parallelism) + 1
  const chunks: StagedRow[][] = []
  for (let at = 0; at < rows.length; at += size) chunks.push(rows.slice(at, at + size))
  return chunks
}

/**
 * Imports a chunk as one transaction. One bad row takes it back as a whole: that row is FAILED where the core can name
 * it, and all others stay PROCESSING until the next round.
 */
export function importChunk(context: CoreContext, chunk: readonly StagedRow[]): void {
  const { staged, clock } = context
  const undo: UndoLog = []
  // A staged user that was removed meanwhile is not imported.
  const rows = chunk.filter(({ person }) => staged.rows.has(person.id))
  for (const row of rows) {
    const imported = importPerson(context, row.person, undo)
    if (imported.kind === 'ok') continue
    for (const step of undo.toReversed()) step()
    if (imported.kind === 'failed') {
      putRow(staged, { ...row, status: 'FAILED', errorMessage: imported.message, updatedAt: clock() })
    }
    return
  }
  for (const { person } of rows) removeRow(staged, person.id)
}
