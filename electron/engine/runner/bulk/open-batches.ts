import type { Clock } from '../clock.ts'
import type { CallOutcome } from '../store-outcome.ts'
import type { Batch, BatchEvent, BatchRow } from './batch.ts'
import type { BulkJournal } from './bulk-journal.ts'

/** The batches of which a row may still be in the core. What happens to them goes through the journal. */
export type OpenBatches = {
  readonly all: () => readonly Batch[]
  readonly rows: () => readonly BatchRow[]
  readonly inState: (...states: readonly BatchRow['state'][]) => readonly BatchRow[]
  readonly add: (batch: Batch) => void
  /** What follows for one batch; done batches leave. Nothing happens to a batch that has left. */
  readonly apply: (batchId: number, event: BatchEvent) => Batch
  /** The same for all of them, or for the named ones. */
  readonly applyToAll: (event: BatchEvent, only?: ReadonlySet<number>) => void
  /** When users ended last, or the core's list was seen to change. In ticks. */
  readonly changedAt: () => number
  readonly change: () => void
}

/** The rows of the core's list that belong to rows of a batch. */
export function rowIdsOf(rows: readonly BatchRow[]): readonly string[] {
  return rows.flatMap(({ rowId }) => (rowId === null ? [] : [rowId]))
}

export function createOpenBatches(
  journal: BulkJournal,
  clock: Clock,
  onCommitted: (outcomes: readonly CallOutcome[]) => void,
): OpenBatches {
  let batches: readonly Batch[] = journal.open()
  let changedAt = clock.ticks()
  const change = () => {
    changedAt = clock.ticks()
  }
  const rows = () => batches.flatMap((batch) => batch.rows)

  const apply: OpenBatches['apply'] = (batchId, event) => {
    const batch = batches.find(({ id }) => id === batchId)
    if (batch === undefined) return { id: batchId, sentAt: 0, rows: [] }
    const applied = journal.apply(batch, event)
    batches = batches.flatMap((one) =>
      one.id !== batchId ? [one] : applied.batch.rows.length > 0 ? [applied.batch] : [],
    )
    if (applied.outcomes.length > 0) {
      change()
      onCommitted(applied.outcomes)
    }
    return applied.batch
  }

  return {
    all: () => batches,
    rows,
    inState: (...states) => rows().filter(({ state }) => states.includes(state)),
    add: (batch) => {
      batches = [...batches, batch]
    },
    apply,
    applyToAll: (event, only) => {
      for (const { id } of batches) if (only === undefined || only.has(id)) apply(id, event)
    },
    changedAt: () => changedAt,
    change,
  }
}
