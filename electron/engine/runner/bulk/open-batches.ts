import type { Clock } from '../clock.ts'
import type { CommittedCall } from '../store-outcome.ts'
import type { Batch, BatchEvent, BatchRow } from './batch.ts'
import type { BulkJournal } from './bulk-journal.ts'

/** The batches of which a row may still be in the core. Their events go through the journal. */
export type OpenBatches = {
  readonly all: () => readonly Batch[]
  readonly rows: () => readonly BatchRow[]
  /** How many rows they have. */
  readonly size: () => number
  readonly countIn: (state: BatchRow['state']) => number
  readonly inState: (...states: readonly BatchRow['state'][]) => readonly BatchRow[]
  readonly add: (batch: Batch) => void
  /** A batch is about to be sent, later than it was begun: a request may be on its way from now on. */
  readonly sendingNow: (batchId: number) => void
  /** Under these ids the core will have users of a batch, as long as they are open. */
  readonly expect: (batchId: number, users: readonly Expected[]) => void
  /** Which user of which batch the core will have under an id. */
  readonly expected: (coreId: string) => { readonly userId: number; readonly batchId: number } | undefined
  /** Applies an event to one batch; done batches leave. Events of a batch that has left are ignored. */
  readonly apply: (batchId: number, event: BatchEvent) => Batch
  /** Replaces the rows of the core's list that stand for these users of a batch. */
  readonly adopt: (batchId: number, rowIds: ReadonlyMap<number, string>) => void
  /** The rows of all users, or of the named ones. */
  readonly applyToAll: (event: BatchEvent, only?: ReadonlySet<number>) => void
  /** When users last ended or the core's list last changed, in ticks. */
  readonly changedAt: () => number
  readonly change: () => void
}

type Expected = { readonly coreId: string; readonly userId: number }

/** The rows of the core's list that belong to rows of a batch. */
export function rowIdsOf(rows: readonly BatchRow[]): readonly string[] {
  return rows.flatMap(({ rowId }) => (rowId === null ? [] : [rowId]))
}

export function createOpenBatches(
  journal: BulkJournal,
  clock: Clock,
  onCommitted: (outcomes: readonly CommittedCall[]) => void,
): OpenBatches {
  let batches: readonly Batch[] = journal.open()
  let changedAt = clock.ticks()
  const change = () => {
    changedAt = clock.ticks()
  }
  const rows = () => batches.flatMap((batch) => batch.rows)
  const byCoreId = new Map<string, { readonly userId: number; readonly batchId: number }>()
  const coreIds = new Map<number, string>()

  const apply: OpenBatches['apply'] = (batchId, event) => {
    const batch = batches.find(({ id }) => id === batchId)
    if (batch === undefined) return { id: batchId, sentAt: 0, rows: [] }
    const applied = journal.apply(batch, event)
    batches = batches.flatMap((one) =>
      one.id !== batchId ? [one] : applied.batch.rows.length > 0 ? [applied.batch] : [],
    )
    if (applied.outcomes.length > 0) {
      for (const { userId, userState } of applied.outcomes) {
        if (userState === null) continue
        byCoreId.delete(coreIds.get(userId) ?? '')
        coreIds.delete(userId)
      }
      change()
      onCommitted(applied.outcomes)
    }
    return applied.batch
  }

  const expect: OpenBatches['expect'] = (batchId, users) => {
    for (const { coreId, userId } of users) {
      byCoreId.set(coreId, { userId, batchId })
      coreIds.set(userId, coreId)
    }
  }

  return {
    all: () => batches,
    rows,
    size: () => batches.reduce((sum, batch) => sum + batch.rows.length, 0),
    countIn: (state) => batches.reduce((sum, batch) => sum + (rowsByState(batch).get(state)?.length ?? 0), 0),
    inState: (...states) =>
      batches.flatMap((batch) => {
        const byState = rowsByState(batch)
        return states.flatMap((state) => byState.get(state) ?? [])
      }),
    expect,
    expected: (coreId) => byCoreId.get(coreId),
    add: (batch) => {
      batches = [...batches, batch]
    },
    sendingNow: (batchId) => {
      batches = batches.map((batch) => (batch.id === batchId ? journal.sendingNow(batch) : batch))
    },
    apply,
    adopt: (batchId, rowIds) => {
      const before = new Map(batches.find(({ id }) => id === batchId)?.rows.map((row) => [row.userId, row.rowId]))
      apply(batchId, { kind: 'adopted', rowIds })
      // A user without an old ID is known by that of its row.
      const renamed = [...rowIds].filter(([userId]) => coreIds.get(userId) === before.get(userId))
      for (const [userId] of renamed) byCoreId.delete(coreIds.get(userId) ?? '')
      expect(
        batchId,
        renamed.map(([userId, coreId]) => ({ userId, coreId })),
      )
    },
    applyToAll: (event, only) => {
      for (const { id } of batches) if (only === undefined || only.has(id)) apply(id, event)
    },
    changedAt: () => changedAt,
    change,
  }
}

type RowsByState = ReadonlyMap<BatchRow['state'], readonly BatchRow[]>

const sorted = new WeakMap<Batch, RowsByState>()

/** A batch never changes, so its rows are sorted once. */
function rowsByState(batch: Batch): RowsByState {
  const known = sorted.get(batch)
  if (known !== undefined) return known
  const byState = new Map<BatchRow['state'], BatchRow[]>()
  for (const row of batch.rows) {
    const others = byState.get(row.state)
    if (others === undefined) byState.set(row.state, [row])
    else others.push(row)
  }
  sorted.set(batch, byState)
  return byState
}
