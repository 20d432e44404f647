import type { BulkRow } from '../../../../shared/core-api/bulk-rows.ts'
import { cronEveryMs } from '../../../../shared/core-api/choose-executor.ts'
import { notSent } from '../call-result.ts'
import type { Clock } from '../clock.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { WalSync } from '../journal.ts'
import type { Send } from '../step.ts'
import type { BatchRow } from './batch.ts'
import type { BulkJournal } from './bulk-journal.ts'
import { type Ask, BulkInterrupted, type CoreList, type ReadUserPage } from './core-list.ts'
import { type OpenBatches, rowIdsOf } from './open-batches.ts'

/** The context that all parts of a bulk run share. */
export type BulkContext = {
  readonly journal: BulkJournal
  readonly open: OpenBatches
  readonly copies: Copies
  readonly ask: Ask
  readonly core: CoreList
  readonly readPage: ReadUserPage
  readonly send: Send
  readonly dispatcher: Dispatcher
  readonly clock: Clock
  readonly random: () => number
  readonly walSync: WalSync
  readonly pace: BulkTiming
  /** Users of this run so far, for the screen. */
  readonly tally: { lookedUp: number; staged: number }
  /** Requests that may be under way at once. */
  readonly atOnce: () => number
}

/** The run ends: nothing more may leave. */
export function runEnded(): BulkInterrupted {
  return new BulkInterrupted(notSent)
}

/** The shortest delay before looking again, ms. */
export function shortestWait({ pollMs }: Pick<BulkTiming, 'pollMs'>): number {
  return pollMs / 32
}

/** Waits before the next poll: briefly after a change, and longer each time nothing changed. Throws when the run ends. */
export function createPollDelay({ open, dispatcher, pace }: BulkContext): () => Promise<void> {
  const shortest = shortestWait(pace)
  let ms = shortest
  let since = open.changedAt()
  return async () => {
    ms = since === open.changedAt() ? Math.min(pace.pollMs, ms * 2) : shortest
    since = open.changedAt()
    if (!(await dispatcher.wait(ms))) throw runEnded()
  }
}

/** Sizes and times of a bulk run; times in milliseconds. */
export type BulkTiming = {
  /**
   * Users of one request; cores take up to 10,000. The size of the import job's transactions does not depend on it: a core
   * splits each round by its own settings. Measured (`docs/benchmarks.md`): smaller requests cost more, larger ones no less, and
   * a smaller one loses less when it is refused or its reply is lost.
   */
  readonly batchSize: number
  /** Users that may wait in the core at once: enough for the half minute that its job takes for them, and each is held in memory. */
  readonly maxWaiting: number
  /** Longest polling interval of the core's list; shorter after a change. */
  readonly pollMs: number
  /** Time after a lost reply in which the request may still arrive. */
  readonly quietMs: number
  /** The core's job counts as late after this long without a change; it may be off. */
  readonly lateAfterMs: number
  /** Requests at once where the operator leaves that to the app. */
  readonly lookUps: number
}

export const defaultBulkTiming: BulkTiming = {
  batchSize: 5000,
  maxWaiting: 50_000,
  pollMs: 5000,
  quietMs: 60_000,
  lateAfterMs: cronEveryMs + 30_000,
  lookUps: 16,
}

/*
 * A proxy may deliver a staging request twice, and the core then stages the users twice. A second row of a
 * user can only fail, rolls its chunk back and holds its hash, so it is removed from the list.
 */

/** Tells rows of other systems from copies of rows that this migration staged. */
type Copies = {
  /** Takes the copies out of the core's list; answers what is left of it. `list`: all of it. */
  readonly remove: (list: readonly BulkRow[]) => Promise<readonly BulkRow[]>
  /** Whether the row is known to belong to another system. */
  readonly isForeign: (row: BulkRow) => boolean
  /** Rows of other systems seen in the list so far. */
  readonly foreign: () => number
}

type CopiesWith = {
  readonly core: CoreList
  readonly journal: Pick<BulkJournal, 'stagedBefore'>
  readonly open: OpenBatches
}

export function createCopies({ core, journal, open }: CopiesWith): Copies {
  let foreign: ReadonlySet<string> = new Set()
  let aheadMs = 0

  const remove: Copies['remove'] = async (list) => {
    const ours = new Set(rowIdsOf(open.rows()))
    const others = list.filter(({ id }) => !ours.has(id))
    const unknown = others.filter(({ id }) => !foreign.has(id))
    const rowOf = new Map(list.map((row) => [row.id, row]))
    aheadMs = clockOf(open, rowOf) ?? aheadMs
    const told = journal.stagedBefore(unknown, aheadMs)
    const listed = new Set(others.map(({ id }) => id))
    foreign = new Set([
      ...[...foreign].filter((id) => listed.has(id)),
      ...unknown.flatMap(({ id }) => (told.has(id) ? [] : [id])),
    ])
    if (told.size === 0) return list
    const copiesOf = new Map<number, BulkRow[]>()
    for (const row of unknown) {
      const userId = told.get(row.id)?.userId
      if (userId !== undefined) copiesOf.set(userId, [...(copiesOf.get(userId) ?? []), row])
    }
    const out = new Set<string>()
    for (const batch of open.all()) {
      const adopted = new Map<number, string>()
      for (const row of batch.rows) {
        const copies = copiesOf.get(row.userId)
        if (copies === undefined) continue
        copiesOf.delete(row.userId)
        const { stays, leave } = choose(row, row.rowId === null ? undefined : rowOf.get(row.rowId), copies)
        if (stays !== null) adopted.set(row.userId, stays.id)
        for (const { id } of leave) out.add(id)
      }
      if (adopted.size > 0) open.adopt(batch.id, adopted)
    }
    // Rows of ours have ended, so a user imported by a copy would go unnoticed.
    for (const row of [...copiesOf.values()].flat()) {
      if (row.status === 'FAILED' || !(told.get(row.id)?.isInDoubt ?? false)) out.add(row.id)
    }
    await core.removeRows([...out])
    return list.filter(({ id }) => !out.has(id))
  }

  return { remove, isForeign: ({ id }) => foreign.has(id), foreign: () => foreign.size }
}

/** How far the clock of the core is ahead of the one here, by a row of ours; null: none is listed. In milliseconds. */
function clockOf(open: OpenBatches, rowOf: ReadonlyMap<string, BulkRow>): number | null {
  for (const { sentAt, rows } of open.all()) {
    const row = rows
      .map(({ rowId }) => (rowId === null ? undefined : rowOf.get(rowId)))
      .find((one) => one !== undefined)
    if (row !== undefined) return row.createdAt - sentAt
  }
  return null
}

type Choice = {
  /** The new row of the user; null: its row stays. */
  readonly stays: BulkRow | null
  readonly leave: readonly BulkRow[]
}

/**
 * The oldest row stays, which the import job takes up first; so two runs that meet in one list choose the same one. While the fate of our row is unknown, nothing is removed.
 */
function choose({ state, misses }: BatchRow, own: BulkRow | undefined, copies: readonly BulkRow[]): Choice {
  const nothing = { stays: null, leave: [] }
  if (state !== 'staged' || own?.status === 'FAILED') return nothing
  // An unlisted row may have been imported; if the user is not found either, only a copy is left.
  if (own === undefined && misses === 0) return nothing
  const open = copies.filter(({ status }) => status !== 'FAILED')
  const [oldest] = [...open, ...(own === undefined ? [] : [own])].toSorted(byAge)
  if (oldest === undefined) return nothing
  const leave = [...copies, ...(own === undefined ? [] : [own])].filter((row) => row !== oldest)
  return { stays: oldest === own ? null : oldest, leave }
}

function byAge(a: BulkRow, b: BulkRow): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}
