import { bulkObstacle, hasBulkImport } from '../../../shared/core-api/choose-executor.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { ok, problem, unreachable } from '../../../shared/result.ts'
import { incompleteFiles } from '../document/incomplete-files.ts'
import { describeFailure } from '../document/check-document.ts'
import { hashesRemovedProblem } from '../document/removed-hashes.ts'
import { type RunSamples, runSamples, runTable } from '../document/run-record.ts'
import { getSetting } from '../document/settings.ts'
import { type Target, targetTable } from '../document/targets.ts'
import { asideCause } from '../queries/failures.ts'
import { canLookUp } from '../runner/existing-users.ts'
import { recoverSending } from '../runner/recover.ts'
import type { Command, RoundEnd } from '../runner/round.ts'
import { runScope } from '../runner/scope.ts'
import type { CommittedCall } from '../runner/store-outcome.ts'
import { createEta, largestCauses, progressView, type RunMoment, type RunSums } from './progress-view.ts'
import { lastRun, minutesOf, orderKind, runAudit } from './run-audit.ts'
import { createRunCounts } from './run-counts.ts'
import {
  allUsers,
  createCurrentOrder,
  mayRepeat,
  type OpenConnection,
  type RunControl,
  type RunningRound,
  type RunSettings,
  startRunningRound,
} from './run-round.ts'

/** A snapshot at least this apart from the next, in milliseconds: seven a second, however many users are sent. */
const progressMs = 150

const noSums: RunSums = { calls: 0, retries: 0, sendingMs: 0 }

export function createRunControl(settings: RunSettings): RunControl {
  const { database, clock } = settings
  const { now } = clock
  let round: RunningRound | null = null
  let ending: Promise<RoundEnd> | null = null
  let last: RunMoment['last'] = null
  /** The round that finishes its last requests. */
  let pausing: RunningRound | null = null
  /** The order concerns only the users of `scope_user`. */
  let scoped = false
  /** The beginning of the last round, by both clocks. */
  let began: Pick<RunningRound, 'startedAt' | 'startedTicks'> | null = null
  let executorChoice = ''
  let targetId: number | null = null
  let baseline = noSums
  let samples: RunSamples | null = null
  const order = createCurrentOrder(database)
  const counts = createRunCounts(database)
  const eta = createEta()

  const committed = (outcomes: readonly CommittedCall[]) => {
    counts.commit(outcomes)
    settings.onChange()
  }

  const view = (): ProgressView =>
    progressView({
      version: settings.version(),
      round: round === null ? null : round.measured(),
      history: samples?.view() ?? runSamples.read(database, targetTable.current(database)?.id ?? null),
      pausing: round !== null && pausing === round,
      last,
      counts: (round === null ? null : counts.states()) ?? settings.restingCounts(),
      target: counts.wanted(),
      finished: counts.finished(),
      methods: round === null ? settings.restingMethods() : counts.methods(),
      remaining: (moment) =>
        began === null
          ? ''
          : eta.tell({ ...moment, ticks: clock.ticks(), elapsedMs: clock.ticks() - began.startedTicks }),
      startedAt: began?.startedAt ?? null,
      speed: order.speed(),
      past: round?.past ?? runTable.measures(database, targetTable.current(database)?.id ?? null),
      giveUpAfterMinutes: minutesOf(order.get().giveUpAfterMs ?? null),
      stopRule: order.stopRule(),
      executor: order.get().executor ?? 'single',
      executorChoice: round?.executorChoice() ?? executorChoice,
      lastOrder:
        round === null
          ? lastRun.order(database, targetTable.current(database)?.id ?? null)
          : { kind: orderKind(order.get()), interrupted: false },
      gapMs: round?.gapMs ?? 0,
      leftMs: eta.leftMs,
      now: now(),
    })

  const begin = (target: Target, connect: OpenConnection): ProgressView => {
    const started = startRunningRound(settings, {
      target,
      connect,
      order,
      scoped,
      users: counts.wanted(),
      onCommitted: committed,
    })
    began = started
    samples = started.samples
    last = null
    round = started
    // Users who are staged are on their way, with nothing committed until the core imports them.
    let staged: number | undefined
    const ticking = setInterval(() => {
      const before = staged
      staged = started.stats().bulk?.staged
      if (staged !== before) settings.onChange()
      settings.onProgress(view())
    }, progressMs)
    ending = started.ended.then(async (end) => {
      clearInterval(ticking)
      await started.conclude(end)
      conclude(started, target, end)
      settings.onChange()
      settings.onProgress(view())
      return end
    })
    return view()
  }

  const conclude = (ended: RunningRound, target: Target, end: RoundEnd) => {
    const { calls, retries, sendingMs, held } = ended.stats()
    executorChoice = ended.executorChoice()
    baseline = {
      calls: baseline.calls + calls,
      retries: baseline.retries + retries,
      sendingMs: baseline.sendingMs + sendingMs,
    }
    round = null
    ending = null
    counts.end()
    last = { ...end, core: target.kind, heldUsers: runScope.countHeld(database, target.id, held) }
  }

  const prepare = (target: Target) => {
    targetId = target.id
    recoverSending(database, target.id, canLookUp(target), now())
  }

  /** Applies a command to the order, its record and the counts, besides the round. */
  const follow = (command: Command) => {
    switch (command.kind) {
      case 'speed':
        order.set({ ...order.get(), ...command.speed })
        if (round !== null) runAudit.recordSpeed(database, command.speed)
        return
      case 'give-up':
        order.set({ ...order.get(), giveUpAfterMs: command.afterMs ?? Infinity })
        if (round !== null) runAudit.recordGiveUp(database, minutesOf(command.afterMs))
        return
      case 'pause':
      case 'cancel':
        pausing = round
        return
      case 'more':
        // The counts of the start are stale.
        if (round !== null && targetId !== null) counts.recount(targetId, scoped)
        return
      case 'try-now':
        return
      default:
        return unreachable(command)
    }
  }

  const start: RunControl['start'] = (target, connect, next) => {
    if (round !== null) return problem('run-under-way', 'A run is in progress. Pause it first.')
    const obstacle = incompleteFiles.runObstacle(database)
    if (obstacle !== null) return obstacle
    const noBulk = next.executor === 'bulk' ? bulkObstacle(target) : null
    if (noBulk !== null) return problem('no-bulk-import', `${noBulk} Choose automatic or single calls.`)
    try {
      order.set(next)
      baseline = noSums
      counts.restart()
      eta.forget()
      prepare(target)
      scoped = runScope.write(database, target.id, next.scope, getSetting(database, 'user-filter') ?? null)
      if (next.retry) runScope.requeueFailed(database, target.id, now(), scoped, mayRepeat(next.scope))
      counts.begin(target.id, scoped)
      return ok(begin(target, connect))
    } catch (error) {
      return describeFailure(error)
    }
  }

  const resume: RunControl['resume'] = (target, connect) => {
    if (round !== null) return problem('run-under-way', 'The run is already in progress.')
    const gone = hashesRemovedProblem(database)
    if (gone !== null) return gone
    // The order of an earlier session, or for another core, is gone: all remaining users are its scope.
    const executor = hasBulkImport(target) ? lastRun.executor(database) : {}
    if (targetId !== target.id)
      return start(target, connect, { ...allUsers, ...order.speed(), ...lastRun.giveUp(database), ...executor })
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
    speed: order.speed,
    tell: (command) => {
      follow(command)
      round?.tell(command)
      return view()
    },
    executorChoice: () => round?.executorChoice() ?? executorChoice,
    setAside: (search) =>
      largestCauses(round?.stats().asideCauses ?? new Map()).map(([cause, users]) =>
        asideCause(database, cause, users, search),
      ),
    running: () => round !== null,
    sums: () => baseline,
    ended: async () => ending ?? last,
    reset: () => {
      last = null
      counts.reset()
      samples = null
      began = null
      targetId = null
      baseline = noSums
    },
    start,
    resume,
  }
}
