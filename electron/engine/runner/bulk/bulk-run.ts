import type { BulkRow } from '../../../../shared/core-api/bulk-rows.ts'
import type { Database } from '../../document/sqlite.ts'
import type { Clock } from '../clock.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { WalSync } from '../group-fsync.ts'
import type { Send } from '../step.ts'
import type { CallOutcome } from '../store-outcome.ts'
import { stateOfBatch, type Batch, type BatchEvent, type BatchRow, type Found, type Listed } from './batch.ts'
import type { BulkJournal } from './bulk-journal.ts'
import { cronEveryMs, type BulkStanding } from './bulk-note.ts'
import { createCandidates, type Candidate } from './candidates.ts'
import {
  BulkInterrupted,
  countRows,
  eachOf,
  findById,
  findByLogin,
  listRows,
  removeRows,
  type Ask,
} from './core-list.ts'
import { keysOfRow, keyText, personOf } from './person-of.ts'
import { stageBatch } from './stage.ts'

/** How a bulk run goes about it. Times: milliseconds. */
export type BulkPace = {
  /** Users of one request. */
  readonly batchSize: number
  /** Users that may wait in the core at once. */
  readonly maxWaiting: number
  /** Between two looks at the core's list, at most; less after something changed. */
  readonly pollMs: number
  /** After a lost reply: the request cannot come through any more after this. */
  readonly quietMs: number
  /** The core's job is late, and may be off, when nothing changed for so long. */
  readonly lateAfterMs: number
  /** Look-ups at once. */
  readonly lookUps: number
}

export const usualPace: BulkPace = {
  batchSize: 1000,
  maxWaiting: 100_000,
  pollMs: 5000,
  quietMs: 60_000,
  lateAfterMs: cronEveryMs + 30_000,
  lookUps: 16,
}

export type BulkRunWith = {
  readonly database: Database
  readonly targetId: number
  readonly journal: BulkJournal
  readonly ask: Ask
  readonly send: Send
  readonly dispatcher: Dispatcher
  readonly clock: Clock
  readonly random: () => number
  readonly scoped: boolean
  readonly walSync: WalSync
  readonly pace: Partial<BulkPace>
  /** So long after the core's job is late, the run gives up; null: it waits on. */
  readonly giveUpAfterMs: number | null
  readonly onGiveUp: () => void
  readonly onCommitted: (outcomes: readonly CallOutcome[]) => void
}

/** The parts of a bulk run, in their order. Each throws `BulkInterrupted` when the run ends meanwhile. */
export type BulkRun = {
  /** Settles batches whose reply was lost, by the core's list, before anything is staged. */
  readonly settleOpen: () => Promise<void>
  /** Stages everybody who surely is not in the core. */
  readonly stageAll: () => Promise<void>
  /** Follows all batches until none of their users is in the core's list. */
  readonly followAll: () => Promise<void>
  /** Users who may be in the core's list. */
  readonly waiting: () => number
  readonly standing: () => BulkStanding
}

const ended = () => new BulkInterrupted({ kind: 'interrupted', settled: true, stop: null, message: '' })

/** After so many batches that came through nowhere, bulk import is left alone. */
const maxLostBatches = 2
/** Where the count of rows did not change, the list is read again only every so many looks. */
const listEvery = 6

export function createBulkRun(way: BulkRunWith): BulkRun {
  const { journal, ask, clock, dispatcher } = way
  const pace = { ...usualPace, ...way.pace }
  let batches: readonly Batch[] = journal.open()
  let listedRows = 0
  let processing = 0
  let settling = false
  let changedAt = clock.ticks()
  let looksSinceList = listEvery
  let nextListAt = 0

  const rows = () => batches.flatMap((batch) => batch.rows)
  const inState = (...states: readonly BatchRow['state'][]) => rows().filter(({ state }) => states.includes(state))

  const apply = (batch: Batch, event: BatchEvent): Batch => {
    const applied = journal.apply(batch, event)
    batches = batches.flatMap((one) =>
      one.id !== batch.id ? [one] : applied.batch.rows.length > 0 ? [applied.batch] : [],
    )
    if (applied.outcomes.length > 0) {
      changedAt = clock.ticks()
      way.onCommitted(applied.outcomes)
    }
    return applied.batch
  }
  const applyToAll = (event: BatchEvent): void => {
    for (const batch of batches) apply(batch, event)
  }

  let pausedMs = pace.pollMs / 32
  let pausedSince = changedAt
  /** Short after a change, and ever longer while nothing changes. */
  const pause = async (): Promise<void> => {
    pausedMs = pausedSince === changedAt ? Math.min(pace.pollMs, pausedMs * 2) : pace.pollMs / 32
    pausedSince = changedAt
    if (!(await dispatcher.wait(pausedMs))) throw ended()
  }

  /** Users of a batch whose reply was lost: which rows of the list are theirs, which of them the core has. */
  const recover = async (batch: Batch): Promise<{ readonly batch: Batch; readonly isTaken: boolean }> => {
    const lost = batch.rows.filter(({ state }) => state === 'sending')
    const users = lost.flatMap(({ userId }) => {
      const found = personOf((journal.user(userId)?.calls ?? []).map(({ call }) => call))
      return found === null ? [] : [{ userId, ...found }]
    })
    const known = new Set(rows().flatMap(({ rowId }) => (rowId === null ? [] : [rowId])))
    const byKey = new Map<string, BulkRow>()
    for (const row of await listRows(ask)) {
      if (!known.has(row.id)) for (const key of keysOfRow(row)) byKey.set(key, row)
    }
    const listed = new Map<number, string>()
    const found = new Map<number, Found>()
    for (const { userId, keys, externalUserId } of users) {
      const row = keys.map((key) => byKey.get(keyText(key))).find((one) => one !== undefined)
      if (row !== undefined && row.externalUserId === externalUserId) listed.set(userId, row.id)
    }
    await eachOf(
      users.filter(({ userId }) => !listed.has(userId)),
      pace.lookUps,
      async ({ userId, keys }) => {
        found.set(userId, await findByLogin(ask, keys))
      },
    )
    const quiet = Math.abs(clock.now() - batch.sentAt) >= pace.quietMs
    const isTaken = listed.size > 0 || [...found.values()].some((one) => one !== null && one !== 'untold')
    return { batch: apply(batch, { kind: 'recovered', listed, found, quiet }), isTaken }
  }

  /** Resolves true when the core had taken the batch. */
  const settleLost = async (batch: Batch): Promise<boolean> => {
    let now = batch
    let isTaken = false
    settling = true
    for (;;) {
      const recovered = await recover(now)
      now = recovered.batch
      isTaken ||= recovered.isTaken
      settling = stateOfBatch(now) === 'sending'
      if (!settling) return isTaken
      await pause()
    }
  }

  const settleOpen = async (): Promise<void> => {
    for (const batch of batches) if (stateOfBatch(batch) === 'sending') await settleLost(batch)
  }

  /** Takes out whoever is in the core, has an old id that is, or cannot be asked about. */
  const absentOf = async (candidates: readonly Candidate[]): Promise<readonly Candidate[]> => {
    const absent = new Set<Candidate>()
    await eachOf(candidates, pace.lookUps, async (candidate) => {
      const { keys, externalUserId } = candidate
      if ((await findByLogin(ask, keys)) !== null) return
      if (externalUserId !== null && (await findById(ask, externalUserId)) !== null) return
      absent.add(candidate)
    })
    return candidates.filter((candidate) => absent.has(candidate))
  }

  const stageAll = async (): Promise<void> => {
    const held = new Set<string>()
    const candidates = createCandidates(way.database, way.targetId, { scoped: way.scoped, held })
    // Rows of others with the login of one of ours would take its chunk back.
    const ours = new Set(rows().flatMap(({ rowId }) => (rowId === null ? [] : [rowId])))
    if ((await countRows(ask)) > 0) {
      for (const row of await listRows(ask)) {
        if (ours.has(row.id)) continue
        candidates.exclude(keysOfRow(row))
        if (row.externalUserId !== null) candidates.exclude([`id ${row.externalUserId}`])
      }
    }
    let lostBatches = 0
    for (;;) {
      while (inState('staged').length >= pace.maxWaiting) {
        await look()
        await pause()
      }
      const { candidates: some, last } = candidates.next(pace.batchSize)
      const absent = await absentOf(some)
      if (absent.length > 0) {
        const result = await stageOne(absent)
        if (result === 'unable') return
        if (result === 'signer-key') held.add('firebase-scrypt')
        lostBatches = result === 'lost' ? lostBatches + 1 : 0
        if (lostBatches >= maxLostBatches) return
      }
      if (last) return
    }
  }

  type Staged = 'staged' | 'unable' | 'signer-key' | 'lost'

  /** Stages a batch; users that were only refused together with bad ones are staged again without them. */
  const stageOne = async (users: readonly Candidate[]): Promise<Staged> => {
    const batch = journal.begin(users.map(({ user }) => user))
    batches = [...batches, batch]
    await way.walSync.sync()
    const result = await stageBatch(
      users.map(({ person }) => person),
      {
        send: way.send,
        dispatcher,
        onReply: () => (changedAt = clock.ticks()),
        waitMs: (tries) => way.random() * Math.min(20_000, 400 * 2 ** tries),
      },
    )
    switch (result.kind) {
      case 'lost':
        return (await settleLost(batch)) ? 'staged' : 'lost'
      case 'ended':
        apply(batch, { kind: 'not-taken', message: '' })
        throw ended()
      case 'stop':
        apply(batch, result.event)
        throw new BulkInterrupted({ kind: 'interrupted', settled: true, stop: result.why, message: result.message })
      case 'unable':
        apply(batch, result.event)
        return /signer_key/.test(result.message) ? 'signer-key' : 'unable'
      default: {
        const after = apply(batch, result.event)
        if (result.event.kind !== 'refused') {
          return stateOfBatch(after) === 'sending' && !(await settleLost(after)) ? 'lost' : 'staged'
        }
        const bad = new Set(result.event.users.map(({ index }) => index))
        const others = users.filter((_, index) => !bad.has(index))
        // Where the core names nobody that was sent, nobody is staged again.
        if (others.length === users.length) return 'unable'
        return others.length === 0 ? 'staged' : stageOne(others)
      }
    }
  }

  /** One look at the core's list, and everything that follows from it at once. */
  const look = async (): Promise<void> => {
    const count = await countRows(ask)
    looksSinceList += 1
    if (count !== listedRows) {
      listedRows = count
      changedAt = clock.ticks()
      looksSinceList = listEvery
    }
    const isListWanted = looksSinceList >= listEvery && clock.ticks() >= nextListAt
    if (count === 0 || isListWanted) {
      looksSinceList = 0
      const since = clock.ticks()
      const list = count === 0 ? [] : await listRows(ask)
      // A long list changes all the time while it is imported; reading it must not keep the core busy.
      nextListAt = clock.ticks() + 10 * (clock.ticks() - since)
      const listing = new Map(list.map((row): [string, Listed] => [row.id, row]))
      const ours = inState('staged').flatMap(({ rowId }) => (rowId === null ? [] : [rowId]))
      processing = ours.filter((id) => listing.get(id)?.status === 'PROCESSING').length
      applyToAll({ kind: 'listed', rows: listing })
    }
    await settleRows()
  }

  /** Looks up who is gone, removes who failed or is stuck, and looks those up that were removed. */
  const settleRows = async (): Promise<void> => {
    const lookUp = async (state: 'gone' | 'removed'): Promise<void> => {
      const found = new Map<number, Found>()
      await eachOf(inState(state), pace.lookUps, async ({ userId, rowId }) => {
        found.set(userId, rowId === null ? 'untold' : await findById(ask, rowId))
      })
      if (found.size > 0) applyToAll({ kind: 'looked-up', found })
    }
    await lookUp('gone')
    const out = inState('failing', 'stuck').flatMap(({ rowId }) => (rowId === null ? [] : [rowId]))
    if (out.length > 0) {
      await removeRows(ask, out)
      applyToAll({ kind: 'removed', rowIds: new Set(out) })
    }
    await lookUp('removed')
  }

  return {
    settleOpen,
    stageAll,
    followAll: async () => {
      while (batches.length > 0) {
        await look()
        if (batches.length === 0) return
        if (clock.ticks() - changedAt > pace.lateAfterMs + (way.giveUpAfterMs ?? Infinity)) return way.onGiveUp()
        await pause()
      }
    },
    waiting: () => rows().length,
    standing: () => ({
      waiting: rows().length,
      processing,
      unsettled: settling ? inState('sending').length : 0,
      unchangedMs: clock.ticks() - changedAt,
      lateAfterMs: pace.lateAfterMs,
    }),
  }
}
