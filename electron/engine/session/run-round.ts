import { type Executor, hasBulkImport, isStaging } from '../../../shared/core-api/choose-executor.ts'
import type { Scope } from '../../../shared/ipc/requests/run-requests.ts'
import type { Speed, StopRule } from '../../../shared/ipc/run-limits.ts'
import type { MethodCounts, AsideCause, ProgressView, StateCounts } from '../../../shared/ipc/views.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import type { Result } from '../../../shared/result.ts'
import type { Provenance } from '../document/created-users.ts'
import { type RunMeasures, type RunSamples, runSamples, runTable } from '../document/run-record.ts'
import { getChoices } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import { countInBatches } from '../runner/bulk/bulk-journal.ts'
import { startAutoRound, startBulkRound } from '../runner/bulk/bulk-round.ts'
import type { BulkTiming } from '../runner/bulk/bulk-context.ts'
import type { Clock } from '../runner/clock.ts'
import { cutShort } from '../runner/cut-short.ts'
import type { Command, Round, RoundEnd, RoundOptions } from '../runner/round.ts'
import { startRound } from '../runner/single-round.ts'
import type { Send } from '../runner/step.ts'
import type { CommittedCall } from '../runner/store-outcome.ts'
import type { RunMoment, RunSums } from './progress-view.ts'
import { lastRun, orderKind, retryAfter, runAudit } from './run-audit.ts'

const manyConnections = 128

/** A round that sends: through connections of its own, and with what it measures noted in the document. */
export type RunningRound = Pick<Round, 'ended' | 'tell' | 'stats'> & {
  readonly startedAt: number
  readonly startedTicks: number
  /** Between the run before and this one, in milliseconds. */
  readonly gapMs: number
  /** Measures of earlier runs at this target. */
  readonly past: RunMeasures
  readonly samples: RunSamples
  readonly measured: () => NonNullable<RunMoment['round']>
  /** How `auto` sends the users, and why; empty: nothing was to be chosen. */
  readonly executorChoice: () => string
  /** Closes the connections of a round that has ended, and records its end. */
  readonly conclude: (end: RoundEnd) => Promise<void>
}

type RoundStart = {
  readonly target: Target
  readonly connect: OpenConnection
  readonly order: CurrentOrder
  /** The order concerns only the users of `scope_user`. */
  readonly scoped: boolean
  /** Users that it concerns. */
  readonly users: number
  readonly onCommitted: (outcomes: readonly CommittedCall[]) => void
}

/** Begins to send, by single calls or in bulk. */
export function startRunningRound(settings: RunSettings, start: RoundStart): RunningRound {
  const { database, clock } = settings
  const { target, order } = start
  const connection = resizableClient(start.connect, connectionsFor(order.speed()))
  const { send, within } = cutShort(connection.send, clock)
  const past = runTable.measures(database, target.id)
  const lastEnd = runTable.lastEnd(database, target.id)
  const gapMs = lastEnd === null ? 0 : Math.max(0, clock.now() - lastEnd)
  const choices = getChoices(database)
  let first: number | null = null
  const sending: RoundOptions = {
    database,
    target,
    send,
    existing: choices.existing,
    besideExisting: choices.besideExisting,
    takenIds: choices.takenIds,
    ...order.speed(),
    scoped: start.scoped,
    giveUpAfterMs: order.get().giveUpAfterMs ?? null,
    stopRule: order.stopRule(),
    waitMs: retryAfter.left(database, target.id, clock.now()),
    clock,
    random: settings.random,
    provenance: settings.provenance(target),
    onBegun: (sentBy) => {
      first = runAudit.record(database, target.id, { ...order.get(), stopRule: order.stopRule() }, sentBy, first)
    },
    onCommitted: start.onCommitted,
  }
  const size = { users: start.users, hasFollowUps: keepsMore(choices) }
  const stage = isStaging(order.get().executor ?? 'single', target, size)
  // Users that may be in the core's import list are followed first, also when no more are to be staged.
  const isBulk = stage || countInBatches(database, target.id) > 0
  const pace = settings.bulkPace ?? {}
  const isMeasured =
    order.get().executor === 'auto' &&
    start.users > 0 &&
    hasBulkImport(target) &&
    countInBatches(database, target.id) === 0
  let executorChoice = ''
  const onChoice = (why: string) => {
    executorChoice = why
    runAudit.recordExecutorChoice(database, why)
  }
  const round = isMeasured
    ? startAutoRound({ ...sending, size, pace, onChoice })
    : isBulk
      ? startBulkRound({ ...sending, stage, pace })
      : startRound(sending)
  const samples = runSamples.open(database, target.id, clock.ticks, orderKind(order.get()) === 'some')

  const measured: RunningRound['measured'] = () => {
    const measures = round.meter.read()
    const stats = round.stats()
    samples.take(measures.history)
    if (stats.outage !== null) samples.silentUntil(clock.now())
    return { ...stats, ...measures }
  }

  return {
    ended: round.ended,
    stats: round.stats,
    startedAt: clock.now(),
    startedTicks: clock.ticks(),
    gapMs,
    past,
    samples,
    measured,
    executorChoice: () => executorChoice,
    tell: (command) => {
      if (command.kind === 'speed') connection.resize(connectionsFor(command.speed))
      round.tell(command)
      if (command.kind === 'cancel' && command.withinMs !== undefined) within(command.withinMs)
    },
    conclude: async (end) => {
      await connection.close()
      round.meter.end()
      measured()
      samples.save()
      retryAfter.record(database, target.id, round.stats().waitMs, clock.now())
      runAudit.recordEnd(database, end, target.kind)
    },
  }
}

function keepsMore({ keepUserIds, verifyEmails }: Choices): boolean {
  return keepUserIds || verifyEmails
}

function connectionsFor({ concurrency }: Speed): number {
  return concurrency === 'auto' ? manyConnections : concurrency
}

/** A connection to a core whose number of sockets can change while requests are in flight. */
export function resizableClient(
  open: OpenConnection,
  connections: number,
): ReturnType<OpenConnection> & { readonly resize: (connections: number) => void } {
  let most = connections
  let current = open(connections)
  const closing: Promise<void>[] = []
  return {
    send: (operation, args, signal) => current.send(operation, args, signal),
    resize: (next) => {
      if (next === most) return
      // Requests in flight on the old connections end there.
      closing.push(current.close())
      most = next
      current = open(next)
    },
    close: async () => {
      await Promise.all([...closing, current.close()])
    },
  }
}

/** The operator's last order, also one of an earlier session. */
type CurrentOrder = {
  readonly get: () => RunOrder
  readonly set: (next: RunOrder) => void
  readonly speed: () => Speed
  readonly stopRule: () => StopRule
}

/** Default order of a resumed run. */
export const allUsers = { scope: { kind: 'all' }, retry: false } as const

export function createCurrentOrder(database: Database): CurrentOrder {
  let order: RunOrder | null = null
  const get = (): RunOrder =>
    (order ??= { ...allUsers, ...lastRun.speed(database), ...lastRun.giveUp(database), ...lastRun.executor(database) })
  return {
    get,
    set: (next) => {
      order = next
    },
    speed: () => ({ concurrency: get().concurrency, maxRate: get().maxRate ?? null }),
    stopRule: () => order?.stopRule ?? lastRun.stopRule(database),
  }
}

/** Users without an answer are sent again only when they were chosen one by one, or as such. */
export function mayRepeat(scope: RunOrder['scope']): boolean {
  return scope.kind === 'users' || (scope.kind === 'filter' && scope.filter.states?.includes('in-doubt') === true)
}

export type RunOrder = {
  readonly scope: Scope
  readonly concurrency: number | 'auto'
  /** Failed users of the scope are sent again. */
  readonly retry: boolean
  /** The most requests per second; nothing: no ceiling. */
  readonly maxRate?: number | null
  /** When failures pause the run; nothing: as by default. */
  readonly stopRule?: StopRule
  /** Milliseconds without any answer after which the run stops; nothing: it waits on. */
  readonly giveUpAfterMs?: number
  /** How users are sent; nothing: by single calls. */
  readonly executor?: Executor
}

/** A connection to send through, made anew for every round so that a new key counts. */
export type OpenConnection = (concurrency: number) => { readonly send: Send; readonly close: () => Promise<void> }

export type RunSettings = {
  readonly database: Database
  readonly clock: Clock
  readonly random: () => number
  /** Sizes and times of a bulk import; nothing: the ones that are best for a real core. */
  readonly bulkPace?: Partial<BulkTiming> | undefined
  /** The version of the document; it grows with every change. */
  readonly version: () => number
  /** Users per state, and how each login method stands, while nothing is sent. */
  readonly restingCounts: () => StateCounts
  readonly restingMethods: () => readonly MethodCounts[]
  /** Signs which users this machine creates. */
  readonly provenance: (target: Target) => Provenance
  readonly onProgress: (view: ProgressView) => void
  /** States changed in the document. */
  readonly onChange: () => void
}

/** The run of one document: started, paused, resumed, cancelled, and looked at. */
export type RunControl = {
  readonly start: (target: Target, connect: OpenConnection, order: RunOrder) => Result<ProgressView>
  readonly resume: (target: Target, connect: OpenConnection) => Result<ProgressView>
  /** Tells the run; without one, a speed or a limit counts for the next. */
  readonly tell: (command: Command) => ProgressView
  readonly view: () => ProgressView
  /** Users set aside by cause, the first of each by name; empty: without a search. */
  readonly setAside: (search: string) => readonly AsideCause[]
  /** The speed that the operator set last. */
  readonly speed: () => Speed
  /** Resolves with the end of the current round; at once when none is under way. */
  readonly ended: () => Promise<RoundEnd | null>
  /** How the last run sent its users under `auto`, and why; empty: nothing was to be chosen. */
  readonly executorChoice: () => string
  readonly running: () => boolean
  /** Since the last `start`, over all its rounds. */
  readonly sums: () => RunSums
  /** Forgets the last run's state (another target, another document). */
  readonly reset: () => void
}
