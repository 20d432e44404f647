import type { Speed } from '../../../shared/ipc/speed.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { ok, problem } from '../../../shared/result.ts'
import { describeFailure } from '../document/open-document.ts'
import { hashesGone } from '../document/removed-hashes.ts'
import { getChoices, getSetting } from '../document/settings.ts'
import { currentTarget, type Target } from '../document/targets.ts'
import type { CallOutcome } from '../runner/store-outcome.ts'
import { recoverSending } from '../runner/recover.ts'
import { lastRunEnd, readRunMeasures, type RunMeasures } from '../document/run-record.ts'
import { countInBatches } from '../runner/bulk/bulk-journal.ts'
import { startBulkRound } from '../runner/bulk/bulk-round.ts'
import { bulkObstacle, isStaging } from '../runner/bulk/choose-executor.ts'
import { canLookUp, startRound, type Round, type RoundEnd, type RoundOptions } from '../runner/round.ts'
import { countHeld, requeueFailed, writeScope } from '../runner/scope.ts'
import { progressView, type RunSums } from './progress-view.ts'
import type { OpenConnection, RunControl, RunOrder, RunSettings } from './run-types.ts'
import { resizableClient } from './resizable-client.ts'
import { createEta } from './eta.ts'
import { createRunCounts } from './run-counts.ts'
import { runObstacle } from './run-obstacles.ts'
import {
  lastOrder,
  lastSpeed,
  lastStopRule,
  orderKind,
  recordRunAudit,
  recordRunEnd,
  recordRunSpeed,
  recordRetryAfter,
  retryAfterLeft,
} from './run-audit.ts'
import { openRunSamples, readSamples, type RunSamples } from '../document/run-samples.ts'

export type { OpenConnection, RunControl, RunOrder, RunSettings } from './run-types.ts'

/** A snapshot at least this apart from the next, in milliseconds: seven a second, however many users are sent. */
const progressMs = 150
const manyConnections = 128

const everybody = { scope: { kind: 'all' }, retry: false } as const

function keepsMore({ keepUserIds, verifyEmails }: Choices): boolean {
  return keepUserIds || verifyEmails
}

const noSums: RunSums = { calls: 0, retries: 0, sendingMs: 0 }

/** Users without an answer are sent again only when they were chosen one by one, or as such. */
function isAskedFor(scope: RunOrder['scope']): boolean {
  return scope.kind === 'users' || (scope.kind === 'filter' && scope.filter.states?.includes('in-doubt') === true)
}

function connectionsFor({ concurrency }: Speed): number {
  return concurrency === 'auto' ? manyConnections : concurrency
}

export function createRunControl(settings: RunSettings): RunControl {
  const { database, clock } = settings
  const { now } = clock
  let round: Round | null = null
  let ending: Promise<RoundEnd> | null = null
  let last: RoundEnd | null = null
  let pausing = false
  let order: RunOrder | null = null
  /** The order concerns only the users of `scope_user`. */
  let scoped = false
  let startedAt: number | null = null
  let startedTicks = 0
  /** Between the run before and the one under way. */
  let gapMs = 0
  let targetId: number | null = null
  let baseline = noSums
  /** What the runs before the one under way measured. */
  let past: RunMeasures | null = null
  let heldUsers = 0
  let reconnect: (connections: number) => void = () => undefined
  let samples: RunSamples | null = null
  const counts = createRunCounts(database)
  const eta = createEta()

  /** Of the last order, also when that was in an earlier session. */
  const ordered = (): RunOrder => (order ??= { ...everybody, ...lastSpeed(database) })
  const speed = (): Speed => ({ concurrency: ordered().concurrency, maxRate: ordered().maxRate ?? null })

  const committed = (outcomes: readonly CallOutcome[]) => {
    if (counts.states() === null) return
    counts.commit(outcomes)
    settings.onChange()
  }

  const measured = (now: Round) => {
    const measures = now.meter.read()
    samples?.take(measures.history)
    return { ...now.stats(), ...measures }
  }

  const view = (): ProgressView =>
    progressView({
      version: settings.version(),
      round: round === null ? null : measured(round),
      history: samples?.view() ?? readSamples(database, currentTarget(database)?.id ?? null),
      pausing,
      last,
      counts: (round === null ? null : counts.states()) ?? settings.restingCounts(),
      target: counts.wanted(),
      finished: counts.finished(),
      methods: round === null || counts.states() === null ? settings.restingMethods() : counts.methods(),
      remaining: (moment) =>
        startedAt === null
          ? ''
          : eta.tell({ ...moment, ticks: clock.ticks(), elapsedMs: clock.ticks() - startedTicks }),
      startedAt,
      speed: speed(),
      past: past ?? readRunMeasures(database, currentTarget(database)?.id ?? null),
      heldUsers,
      stopRule: order?.stopRule ?? lastStopRule(database),
      lastOrder:
        round === null
          ? lastOrder(database, currentTarget(database)?.id ?? null)
          : { kind: orderKind(ordered()), interrupted: false },
      gapMs: round === null ? 0 : gapMs,
      leftMs: eta.leftMs,
      now: now(),
    })

  const begin = (target: Target, connect: OpenConnection): ProgressView => {
    const connection = resizableClient(connect, connectionsFor(speed()))
    reconnect = connection.resize
    past = readRunMeasures(database, target.id)
    const lastEnd = lastRunEnd(database, target.id)
    gapMs = lastEnd === null ? 0 : Math.max(0, now() - lastEnd)
    const sending: RoundOptions = {
      database,
      target,
      send: connection.send,
      existing: getChoices(database).existing,
      takenIds: getChoices(database).takenIds,
      ...speed(),
      scoped,
      giveUpAfterMs: ordered().giveUpAfterMs ?? null,
      stopRule: ordered().stopRule ?? lastStopRule(database),
      waitMs: retryAfterLeft(database, target.id, now()),
      clock,
      random: settings.random,
      provenance: settings.provenance(target),
      onCommitted: committed,
    }
    const size = { users: counts.wanted(), hasFollowUps: keepsMore(getChoices(database)) }
    const stage = isStaging(ordered().executor ?? 'single', target, size)
    // Whoever may be in the core's import list is followed first, also when no more are to be staged.
    const isBulk = stage || countInBatches(database, target.id) > 0
    const started = isBulk ? startBulkRound({ ...sending, stage, pace: settings.bulkPace ?? {} }) : startRound(sending)
    recordRunAudit(database, target.id, { stopRule: lastStopRule(database), ...ordered() })
    samples = openRunSamples(database, target.id, clock.ticks)
    last = null
    pausing = false
    round = started
    startedAt = now()
    startedTicks = clock.ticks()
    const ticking = setInterval(() => settings.onProgress(view()), progressMs)
    ending = started.ended.then(async (end) => {
      clearInterval(ticking)
      await connection.close()
      conclude(started, target.id, end)
      settings.onChange()
      settings.onProgress(view())
      return end
    })
    return view()
  }

  const conclude = (ended: Round, target: number, end: RoundEnd) => {
    ended.meter.end()
    measured(ended)
    samples?.save()
    const { calls, retries, sendingMs, waitMs, held } = ended.stats()
    recordRetryAfter(database, target, waitMs, now())
    recordRunEnd(database, end)
    baseline = {
      calls: baseline.calls + calls,
      retries: baseline.retries + retries,
      sendingMs: baseline.sendingMs + sendingMs,
    }
    round = null
    ending = null
    last = end
    counts.end()
    past = null
    heldUsers = countHeld(database, target, held)
  }

  const prepare = (target: Target) => {
    targetId = target.id
    heldUsers = 0
    recoverSending(database, target.id, canLookUp(target), now())
  }

  /** Plans changed while users are sent: what was counted at the start is no longer true. */
  const more = () => {
    if (round === null || targetId === null) return
    counts.recount(targetId, scoped)
    round.more()
  }

  const start: RunControl['start'] = (target, connect, next) => {
    if (round !== null) return problem('run-under-way', 'A run is in progress. Pause it first.')
    const obstacle = runObstacle(database)
    if (obstacle !== null) return obstacle
    const noBulk = next.executor === 'bulk' ? bulkObstacle(target) : null
    if (noBulk !== null) return problem('no-bulk-import', noBulk)
    try {
      order = next
      baseline = noSums
      counts.restart()
      eta.forget()
      prepare(target)
      scoped = writeScope(database, target.id, next.scope, getSetting(database, 'user-filter') ?? null)
      if (next.retry) requeueFailed(database, target.id, now(), scoped, isAskedFor(next.scope))
      counts.begin(target.id, scoped)
      return ok(begin(target, connect))
    } catch (error) {
      return describeFailure(error)
    }
  }

  const resume: RunControl['resume'] = (target, connect) => {
    if (round !== null) return problem('run-under-way', 'The run is already in progress.')
    const gone = hashesGone(database)
    if (gone !== null) return gone
    // The order of an earlier session, or for another core, is gone: what is left is everybody.
    if (targetId !== target.id) return start(target, connect, { ...everybody, ...speed() })
    try {
      prepare(target)
      counts.begin(target.id, scoped)
      return ok(begin(target, connect))
    } catch (error) {
      return describeFailure(error)
    }
  }

  return {
    view,
    speed,
    setSpeed: (next) => {
      order = { ...ordered(), ...next }
      if (round !== null) {
        reconnect(connectionsFor(next))
        round.setSpeed(next)
        recordRunSpeed(database, next)
      }
      return view()
    },
    running: () => round !== null,
    more,
    sums: () => baseline,
    ended: async () => ending ?? last,
    reset: () => {
      last = null
      counts.reset()
      samples = null
      startedAt = null
      targetId = null
      heldUsers = 0
      baseline = noSums
    },
    start,
    resume,
    pause: () => {
      pausing = round !== null
      round?.pause()
      return view()
    },
    cancel: () => {
      pausing = round !== null
      round?.cancel()
      return view()
    },
    tryNow: () => {
      round?.tryNow()
      return view()
    },
  }
}
