import { describeFailure } from '../../document/open-document.ts'
import { plannedTenants } from '../../document/planned-tenants.ts'
import { recordRun } from '../../document/run-record.ts'
import { defaultStopRule } from '../../../../shared/ipc/stop-rule.ts'
import type { Speed } from '../../../../shared/ipc/speed.ts'
import { deferred } from '../deferred.ts'
import { createDispatcher } from '../dispatcher.ts'
import { createGroupFsync } from '../group-fsync.ts'
import { exceeds, noTally, tallied } from '../failure-limit.ts'
import { createMeter } from '../meter.ts'
import { createRateLimiter } from '../rate-limiter.ts'
import { startRound, type Round, type RoundEnd, type RoundOptions } from '../round.ts'
import { sendStep, type Send } from '../step.ts'
import type { CommittedCall } from '../store-outcome.ts'
import { createBulkJournal } from './bulk-journal.ts'
import { bulkMessage, leftInCore } from './bulk-message.ts'
import { defaultBulkTiming, type BulkTiming } from './bulk-timing.ts'
import { createBulkRun } from './bulk-run.ts'
import { BulkInterrupted, type Ask } from './core-list.ts'

export type BulkRoundOptions = RoundOptions & {
  /** False: follows only batches that were staged before; the remaining users go by single calls. */
  readonly stage: boolean
  readonly pace?: Partial<BulkTiming>
}

/**
 * Sends users by bulk import: those who surely are not in the core are staged and followed, everybody else goes by single
 * calls afterwards, in the same round. A batch that was left by an earlier run is settled first.
 */
export function startBulkRound(options: BulkRoundOptions): Round {
  const { database, target, clock } = options
  const [startedAt, startedTicks] = [clock.now(), clock.ticks()]
  const monotonicNow = () => startedAt + clock.ticks() - startedTicks
  const atOnceOf = ({ concurrency }: Pick<Speed, 'concurrency'>) =>
    concurrency === 'auto' ? (options.pace?.lookUps ?? defaultBulkTiming.lookUps) : concurrency
  let atOnce = atOnceOf(options)
  const meter = createMeter(monotonicNow, () => atOnce)
  const record = recordRun(database, target.id, monotonicNow())
  options.onBegun?.('bulk')
  const { walSync = createGroupFsync(database) } = options
  const ended = deferred<RoundEnd>()
  const state: { end: RoundEnd | null; inner: Round | null; calls: number; inFlight: number; lastAt: number } = {
    end: null,
    inner: null,
    calls: 0,
    inFlight: 0,
    lastAt: clock.ticks(),
  }

  const finishBy = (end: RoundEnd) => {
    if (state.end !== null) return
    state.end = end
    dispatcher.close()
  }
  let tally = noTally
  const judge = (outcomes: readonly CommittedCall[]) => {
    for (const { userState } of outcomes) {
      if (userState === null || userState === 'ready' || userState === 'sending') continue
      tally = tallied(tally, userState)
      const message = exceeds(options.stopRule ?? defaultStopRule, tally)
      if (message !== null) return finishBy({ kind: 'stopped', stop: 'too-many-failures', message })
    }
  }
  const rateLimiter = createRateLimiter(options.maxRate ?? null, clock.ticks())
  const dispatcher = createDispatcher(clock, {
    rateLimiter,
    limit: () => atOnce,
    giveUpAfterMs: options.giveUpAfterMs ?? null,
    onGiveUp: (message) => finishBy({ kind: 'stopped', stop: 'core-unreachable', message }),
  })
  dispatcher.pauseFor(options.waitMs ?? 0)

  const send: Send = async (operation, args) => {
    state.inFlight += 1
    const sent = await options.send(operation, args)
    state.inFlight -= 1
    return sent
  }
  const ask: Ask = (operation, args) =>
    sendStep(operation, args, {
      send,
      clock,
      random: options.random,
      dispatcher,
      onAttempt: ({ ms }) => {
        state.calls += 1
        meter.reply(ms)
      },
    })
  const run = createBulkRun({
    tenants: plannedTenants(database),
    database,
    targetId: target.id,
    atOnce: () => atOnce,
    onFailure: () => dispatcher.close(),
    journal: createBulkJournal(database, target.id, clock.now, options.provenance),
    ask,
    send,
    dispatcher,
    clock,
    random: options.random,
    scoped: options.scoped,
    walSync,
    pace: options.pace ?? {},
    giveUpAfterMs: options.giveUpAfterMs ?? null,
    onGiveUp: () => finishBy({ kind: 'paused', stop: null, message: bulkMessage(run.standing()) }),
    onCommitted: (outcomes) => {
      state.lastAt = clock.ticks()
      record.save({ sendingMs: Math.max(0, state.lastAt - startedTicks), calls: state.calls, retries: 0 })
      meter.finished(outcomes.filter(({ userState }) => userState !== null && userState !== 'ready').length)
      options.onCommitted(outcomes)
      judge(outcomes)
    },
  })

  const bulkStats = () => {
    const bulk = run.standing()
    return { note: bulkMessage(bulk), bulk }
  }

  const work = async (): Promise<void> => {
    try {
      await run.run(options.stage)
    } catch (error) {
      if (!(error instanceof BulkInterrupted)) {
        finishBy({ kind: 'stopped', stop: 'disk-full', message: describeFailure(error).error.message })
        return
      }
      const { step } = error
      if (step.kind === 'interrupted' && step.stop !== null) {
        finishBy({ kind: 'stopped', stop: step.stop, message: step.message })
      }
      // A core that cannot be asked about batches it has cannot be sent their users in another way.
      if (step.kind !== 'interrupted' && run.waiting() > 0) {
        const message = 'message' in step ? step.message : ''
        finishBy({ kind: 'stopped', stop: 'repeated-failure', message })
      }
    }
  }

  const conclude = async (): Promise<void> => {
    await work()
    dispatcher.close()
    try {
      await walSync.end()
      const { p50, p99 } = meter.read()
      const sendingMs = Math.max(0, state.lastAt - startedTicks)
      const numbers = { sendingMs, calls: state.calls, retries: 0, p50, p99 }
      record.end(monotonicNow(), { ...numbers, stopped: state.end?.stop ?? null })
      if (state.end !== null) {
        const message = [state.end.message, leftInCore(run.waiting())].filter((part) => part !== '').join(' ')
        return ended.resolve({ ...state.end, message })
      }
      meter.end()
      state.inner = startRound(options)
      ended.resolve(await state.inner.ended)
    } catch (error) {
      ended.resolve({ kind: 'stopped', stop: 'disk-full', message: describeFailure(error).error.message })
    }
    return undefined
  }
  queueMicrotask(() => void conclude())

  return {
    ended: ended.promise,
    get meter() {
      return state.inner?.meter ?? meter
    },
    pause: () => {
      finishBy({ kind: 'paused', stop: null, message: '' })
      state.inner?.pause()
    },
    cancel: () => {
      finishBy({ kind: 'stopped', stop: 'cancelled', message: 'Stopped by you.' })
      state.inner?.cancel()
    },
    giveUpAfter: (ms) => {
      dispatcher.giveUpAfter(ms)
      state.inner?.giveUpAfter(ms)
    },
    tryNow: () => {
      dispatcher.tryNow()
      state.inner?.tryNow()
    },
    more: () => state.inner?.more(),
    setSpeed: (speed) => {
      rateLimiter.set(speed.maxRate)
      atOnce = atOnceOf(speed)
      state.inner?.setSpeed(speed)
    },
    stats: () => {
      const inner = state.inner?.stats()
      const sendingMs = Math.max(0, state.lastAt - startedTicks)
      if (inner !== undefined)
        return { ...inner, calls: inner.calls + state.calls, sendingMs: inner.sendingMs + sendingMs }
      return {
        calls: state.calls,
        retries: 0,
        inFlight: state.inFlight,
        setAside: 0,
        limit: atOnce,
        waitMs: dispatcher.pausedMs(),
        outage: dispatcher.outage(),
        held: new Set<string>(),
        sendingMs,
        slowed: null,
        ...bulkStats(),
      }
    },
  }
}
