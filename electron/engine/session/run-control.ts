import type { Scope } from '../../../shared/bridge/contract.ts'
import type { ProgressView, StateCounts } from '../../../shared/bridge/views.ts'
import { problem, ok, type Result } from '../../../shared/result.ts'
import { countStates } from '../desk/counts.ts'
import { describeFailure } from '../document/open-document.ts'
import { getChoices, getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { currentTarget, type Target } from '../document/targets.ts'
import type { CallOutcome } from '../running/journal.ts'
import type { Clock } from '../running/clock.ts'
import type { Send } from '../running/step.ts'
import { recoverSending } from '../running/recover.ts'
import { canLookUp, startRound, type Round, type RoundEnd } from '../running/round.ts'
import { countHeld, countScopeReady, giveBack, writeScope } from '../running/scope.ts'
import { progressView, type RunSums } from './progress-view.ts'
import { noteRun } from './run-notes.ts'
import { openRunSamples, readSamples, type RunSamples } from './run-samples.ts'

export type RunOrder = {
  readonly scope: Scope
  readonly concurrency: number | 'auto'
  /** Failed users of the scope are sent again. */
  readonly retry: boolean
  /** The most requests per second; nothing: no ceiling. */
  readonly maxRate?: number | null
  /** Milliseconds without any answer after which the run stops; nothing: it waits on. */
  readonly patienceMs?: number
}

/** A connection to send through, made anew for every round so that a new key counts. */
export type OpenConnection = (concurrency: number) => { readonly send: Send; readonly close: () => Promise<void> }

export type RunSettings = {
  readonly database: Database
  readonly clock: Clock
  readonly random: () => number
  /** Users per state while nothing is sent. */
  readonly restingCounts: () => StateCounts
  readonly onProgress: (view: ProgressView) => void
  /** States changed in the document. */
  readonly onChange: () => void
}

/** The run of one document: started, paused, resumed, cancelled, and looked at. */
export type RunControl = {
  readonly start: (target: Target, connect: OpenConnection, order: RunOrder) => Result<ProgressView>
  readonly resume: (target: Target, connect: OpenConnection) => Result<ProgressView>
  readonly pause: () => ProgressView
  readonly cancel: () => ProgressView
  readonly view: () => ProgressView
  /** Users became ready meanwhile (a correction). */
  readonly more: () => void
  /** Resolves with the end of the current round; at once when none is under way. */
  readonly ended: () => Promise<RoundEnd | null>
  readonly running: () => boolean
  /** Since the last `start`, over all its rounds. */
  readonly sums: () => RunSums
  /** Forgets the last run's state (another target, another document). */
  readonly reset: () => void
}

const progressMs = 100
const manyConnections = 128

const everybody: RunOrder = { scope: { kind: 'all' }, concurrency: 'auto', retry: false }

const noSums: RunSums = { calls: 0, retries: 0, sendingMs: 0 }

/** Users without an answer are sent again only when they were chosen one by one, or as such. */
function isAskedFor(scope: Scope): boolean {
  return scope.kind === 'users' || (scope.kind === 'filter' && scope.filter.states?.includes('unknown') === true)
}

export function createRunControl(settings: RunSettings): RunControl {
  const { database, clock } = settings
  const { now } = clock
  let round: Round | null = null
  let ending: Promise<RoundEnd> | null = null
  let last: RoundEnd | null = null
  let pausing = false
  let order = everybody
  /** The order concerns only the users of `scope_user`. */
  let scoped = false
  let counts: StateCounts | null = null
  let targetCount = 0
  let startedAt: number | null = null
  let startedTicks = 0
  let targetId: number | null = null
  let earlier = noSums
  let finished = 0
  let heldUsers = 0
  let samples: RunSamples | null = null

  const committed = (outcomes: readonly CallOutcome[]) => {
    if (counts === null) return
    const next = { ...counts }
    for (const { userState } of outcomes) {
      if (userState === null || userState === 'ready' || userState === 'sending') continue
      next.ready -= 1
      next[userState] += 1
      finished += 1
    }
    counts = next
    settings.onChange()
  }

  const measured = (now: Round) => {
    const measures = now.meter.read()
    samples?.take(measures.history)
    return { ...now.stats(), ...measures }
  }

  const view = (): ProgressView =>
    progressView({
      round: round === null ? null : measured(round),
      history: samples?.view() ?? readSamples(database, currentTarget(database)?.id ?? null),
      pausing,
      last,
      counts: round === null || counts === null ? settings.restingCounts() : counts,
      target: targetCount,
      finished,
      elapsedMs: startedAt === null ? null : clock.ticks() - startedTicks,
      startedAt,
      concurrency: order.concurrency,
      earlier,
      heldUsers,
    })

  const begin = (target: Target, connect: OpenConnection): ProgressView => {
    const connection = connect(order.concurrency === 'auto' ? manyConnections : order.concurrency)
    const started = startRound({
      database,
      target,
      send: connection.send,
      existing: getChoices(database).existing,
      concurrency: order.concurrency,
      scoped,
      maxRate: order.maxRate ?? null,
      patienceMs: order.patienceMs ?? null,
      clock,
      random: settings.random,
      onCommitted: committed,
    })
    noteRun(database, target.id, order)
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
    const { calls, retries, sendingMs, held } = ended.stats()
    earlier = {
      calls: earlier.calls + calls,
      retries: earlier.retries + retries,
      sendingMs: earlier.sendingMs + sendingMs,
    }
    round = null
    ending = null
    last = end
    counts = null
    heldUsers = countHeld(database, target, held)
  }

  const prepare = (target: Target) => {
    targetId = target.id
    heldUsers = 0
    recoverSending(database, target.id, canLookUp(target), now())
  }

  const countLeft = (target: Target) => {
    counts = countStates(database, target.id)
    return scoped ? countScopeReady(database, target.id) : counts.ready
  }

  const start: RunControl['start'] = (target, connect, next) => {
    if (round !== null) return problem('run-under-way', 'A run is under way. Pause it first.')
    try {
      order = next
      earlier = noSums
      finished = 0
      prepare(target)
      scoped = writeScope(database, target.id, next.scope, getSetting(database, 'only') ?? null)
      if (next.retry) giveBack(database, target.id, now(), scoped, isAskedFor(next.scope))
      targetCount = countLeft(target)
      return ok(begin(target, connect))
    } catch (error) {
      return describeFailure(error)
    }
  }

  const resume: RunControl['resume'] = (target, connect) => {
    if (round !== null) return problem('run-under-way', 'The run is under way already.')
    // The order of an earlier session, or for another core, is gone: what is left is everybody.
    if (targetId !== target.id) return start(target, connect, everybody)
    try {
      prepare(target)
      targetCount = finished + countLeft(target)
      return ok(begin(target, connect))
    } catch (error) {
      return describeFailure(error)
    }
  }

  return {
    view,
    running: () => round !== null,
    more: () => round?.more(),
    sums: () => earlier,
    ended: async () => ending ?? last,
    reset: () => {
      last = null
      counts = null
      samples = null
      startedAt = null
      targetId = null
      targetCount = 0
      finished = 0
      heldUsers = 0
      earlier = noSums
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
  }
}
