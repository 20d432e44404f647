import { isAtLeast } from '../../../shared/core-api/cdi-version.ts'
import { defaultStopRule, type StopRule } from '../../../shared/ipc/stop-rule.ts'
import type { Speed } from '../../../shared/ipc/speed.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { describeFailure } from '../document/open-document.ts'
import type { Database } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import type { Provenance } from '../document/provenance.ts'
import type { BulkProgress } from './bulk/bulk-message.ts'
import type { StopReason } from '../../../shared/report/stop-reason.ts'
import { createGuardedCaller } from './call-guards.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { createClaimQueue } from './claim-queue.ts'
import type { ClaimedUser } from './claimed-user.ts'
import type { Clock } from './clock.ts'
import { deferred } from './deferred.ts'
import { createGroupFsync, type WalSync } from './group-fsync.ts'
import { exceeds, noTally, tallied } from './failure-limit.ts'
import { createDispatcher, type Outage } from './dispatcher.ts'
import { createJournal } from './journal.ts'
import type { CommittedCall } from './store-outcome.ts'
import { createMeter, type Meter } from './meter.ts'
import type { LookUpRule } from './look-up-first.ts'
import type { Lowered } from './limiter-state.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from './concurrency-limiter.ts'
import { recordRun } from '../document/run-record.ts'
import { sendUser } from './send-user.ts'
import { createSlots } from './slots.ts'
import { isPressure, mayBeOfUser } from './user-trouble.ts'
import type { Send } from './step.ts'

export type RoundOptions = {
  readonly database: Database
  readonly target: Target
  readonly send: Send
  readonly existing: Choices['existing']
  /** What becomes of users whose old id the core has for another user. */
  readonly takenIds?: Choices['takenIds']
  readonly concurrency: number | 'auto'
  /** Only the users of `scope_user`. */
  readonly scoped: boolean
  /** The most requests per second, never exceeded in any second; null: no ceiling. */
  readonly maxRate?: number | null
  /** Milliseconds without any answer after which the round stops as `away`; null: it waits on. */
  readonly giveUpAfterMs?: number | null
  /** When failures end the round as stopped; nothing: as by default. */
  readonly stopRule?: StopRule
  /** Milliseconds that the core asked an earlier round to wait, and that are left. */
  readonly waitMs?: number
  readonly clock: Clock
  readonly random: () => number
  /** Durability strategy; default: fsync. */
  readonly walSync?: WalSync
  /** Signs which users this machine created. */
  readonly provenance?: Provenance | undefined
  /** A part of the run began: by single calls or by bulk import. */
  readonly onBegun?: (sentBy: 'single' | 'bulk') => void
  /** Outcomes were committed. */
  readonly onCommitted: (outcomes: readonly CommittedCall[]) => void
}

export type RoundEnd = {
  readonly kind: 'finished' | 'paused' | 'stopped'
  readonly stop: StopReason | null
  readonly message: string
}

export type RoundStats = {
  /** What a bulk import waits for, in words; nothing: it waits for nothing. */
  readonly note?: string
  /** What a bulk import is doing; nothing: users are sent by single calls. */
  readonly bulk?: BulkProgress
  readonly calls: number
  readonly retries: number
  readonly inFlight: number
  /** Users set aside: their requests fail while others succeed, and they are tried again after the others. */
  readonly setAside: number
  readonly limit: number
  /** Milliseconds that the core asked to wait, still left. */
  readonly waitMs: number
  /** Null while the core is there. */
  readonly outage: Outage | null
  readonly held: ReadonlySet<string>
  /** First request sent to last outcome committed. */
  readonly sendingMs: number
  /** What keeps it from sending more at once: the ceiling, or the core that was given way to. */
  readonly slowed: 'rate-limit' | 'replacing' | Lowered | null
}

/** From start to finish, pause or stop. */
export type Round = {
  readonly ended: Promise<RoundEnd>
  /** Finishes what is in flight, then ends as `paused`. */
  readonly pause: () => void
  /** The same, ends as stopped by `cancelled`. */
  readonly cancel: () => void
  /** Users became ready meanwhile. */
  readonly more: () => void
  /** Another speed from now on. */
  readonly setSpeed: (speed: Speed) => void
  /** Another time without any answer after which it stops; null: never. */
  readonly giveUpAfter: (ms: number | null) => void
  /** A core that is away is tried at once. */
  readonly tryNow: () => void
  readonly stats: () => RoundStats
  readonly meter: Meter
}

/** Earlier interfaces have no look-up by email or provider id. */
const lookUpSince = '4.0'

/** Can this core be asked who exists? */
export function canLookUp(target: Target): boolean {
  return target.dialect === 'supertokens' && isAtLeast(target.cdi_version ?? '0', lookUpSince)
}

/** Of a user set aside, in milliseconds. */
const minRestMs = 100

type RoundState = { end: RoundEnd | null; calls: number; retries: number; settled: boolean }

/** Sends users until none is left or something ends the round. Throws when the document cannot be written at all. */
export function startRound(options: RoundOptions): Round {
  const { database, target, clock } = options
  const { now, ticks } = clock
  const monotonicNow = monotonicClock(clock)
  const meter: Meter = createMeter(monotonicNow, () => limiter.limit())
  const limiter: ConcurrencyLimiter = createConcurrencyLimiter(options.concurrency, clock, () =>
    dispatcher.isTroubled(),
  )
  const record = recordRun(database, target.id, monotonicNow())
  options.onBegun?.('single')
  const { walSync = createGroupFsync(database) } = options
  const state: RoundState = { end: null, calls: 0, retries: 0, settled: false }
  let firstSentAt: number | null = null
  let lastCommittedAt = 0
  const ended = deferred<RoundEnd>()

  const finishBy = (end: RoundEnd) => {
    if (state.end !== null) return
    state.end = end
    slots.close()
    dispatcher.close()
  }
  let tally = noTally
  const judge = (userState: UserState, wasAside: boolean) => {
    tally = tallied(tally, userState, wasAside)
    const why = exceeds(options.stopRule ?? defaultStopRule, tally)
    if (why !== null) stop('too-many-failures', why)
  }
  const stop = (reason: StopReason, message: string) => finishBy({ kind: 'stopped', stop: reason, message })
  const trouble = (error: unknown) => stop('disk-full', describeFailure(error).error.message)
  const rateLimiter = createRateLimiter(options.maxRate ?? null, ticks())
  const dispatcher = createDispatcher(clock, {
    limit: limiter.limit,
    pacingIntervalMs: limiter.pacingIntervalMs,
    rateLimiter,
    giveUpAfterMs: options.giveUpAfterMs ?? null,
    onChange: () => queueMicrotask(() => pump()),
    onGiveUp: (message) => stop('core-unreachable', message),
  })
  dispatcher.pauseFor(options.waitMs ?? 0)
  const slots = createSlots(dispatcher, {
    onChange: () => pump(),
    // The end of a run is short beside the run.
    maxRestMs: () => Math.max(minRestMs, (ticks() - (firstSentAt ?? ticks())) / 20),
  })
  const lookUps: LookUpRule = { canLookUp: canLookUp(target), existing: options.existing }
  const journal = createJournal(database, {
    targetId: target.id,
    lookUps,
    setTimer: clock.setTimer,
    walSync,
    provenance: options.provenance,
    onWriting: () => {
      lastCommittedAt = ticks()
      record.save({ sendingMs: sendingMs(), calls: state.calls, retries: state.retries })
    },
    onError: trouble,
    onCommitted: (outcomes) => {
      lastCommittedAt = ticks()
      options.onCommitted(outcomes)
    },
  })

  const send: Send = (operation, args) => {
    firstSentAt ??= ticks()
    return options.send(operation, args)
  }

  const caller = createGuardedCaller({
    dialect: target.dialect,
    lookUps,
    stop,
    onAttempt: ({ httpStatus, ms }, outcome) => {
      // What was not answered has no reply time.
      if (httpStatus !== null) meter.reply(ms)
      if (isPressure(outcome)) limiter.pushedBack()
      // The failure of one user says nothing about the pace of the others.
      if (!mayBeOfUser(outcome)) limiter.replied(ms)
    },
    surroundings: {
      send,
      clock,
      random: options.random,
      dispatcher,
      skipTakenIds: options.takenIds === 'skip',
      canLookUp: lookUps.canLookUp,
      isRehearsal: target.kind === 'rehearsal',
    },
  })
  const queue = createClaimQueue(database, {
    targetId: target.id,
    scoped: options.scoped,
    held: caller.held,
    lookUps,
    now,
    setTimer: clock.setTimer,
    walSync,
    onChange: () => pump(),
    onError: trouble,
  })

  const sendOne = async (user: ClaimedUser): Promise<void> => {
    const spent = { ms: 0 }
    const slot = slots.take()
    try {
      const userState = await sendUser(user, {
        now,
        perform: (call, made, attempts) =>
          caller.perform(call, made, { attempts, spent, slot, absent: () => journal.absent(user.id, call, now()) }),
        sending: journal.sending,
        outcome: (outcome) => {
          const { attempts } = outcome
          if (attempts.length > 0) state.calls += 1
          state.retries += attempts.length - new Set(attempts.map((attempt) => attempt.operation)).size
          journal.outcome(outcome)
        },
      })
      if (userState === 'ready' || userState === 'sending') return
      judge(userState, slot.isAside())
      meter.finished(1)
    } catch (error) {
      trouble(error)
    } finally {
      slot.end()
      pump()
    }
  }

  const most = () => limiter.limit() + (dispatcher.wantsExtraSample() ? 1 : 0)

  /** Users whose rest is over come first, users set aside last. False: no user is left to be sent. */
  const sendNext = (): boolean => {
    if (slots.resume() || (slots.areOverfull() && slots.resumeAside())) return true
    const user = queue.next()
    if (user !== undefined) void sendOne(user)
    return user !== undefined || (!queue.awaitingFsync() && slots.resumeAside())
  }

  const sendingMs = () => (firstSentAt === null ? 0 : Math.max(0, lastCommittedAt - firstSentAt))

  const settle = async (): Promise<void> => {
    if (state.settled) return
    state.settled = true
    limiter.end()
    slots.close()
    dispatcher.close()
    journal.flush()
    try {
      queue.releaseUnused()
      await walSync.end()
      const { calls, retries } = state
      const { p50, p99 } = meter.read()
      record.end(monotonicNow(), { sendingMs: sendingMs(), calls, retries, p50, p99, stopped: state.end?.stop ?? null })
    } catch (error) {
      trouble(error)
    }
    ended.resolve(state.end ?? { kind: 'finished', stop: null, message: '' })
  }

  const pump = () => {
    while (state.end === null && slots.inUse() < most()) if (!sendNext()) break
    if (slots.areIdle() && !queue.awaitingFsync()) void settle()
  }

  limiter.begin(
    () => slots.inUse(),
    () => !slots.areIdle() && pump(),
  )
  queueMicrotask(pump)
  return {
    ended: ended.promise,
    meter,
    pause: () => finishBy({ kind: 'paused', stop: null, message: '' }),
    cancel: () => finishBy({ kind: 'stopped', stop: 'cancelled', message: 'Stopped by you.' }),
    more: () => {
      queue.more()
      if (!slots.areIdle()) pump()
    },
    setSpeed: ({ concurrency, maxRate }) => {
      rateLimiter.set(maxRate)
      limiter.set(concurrency)
    },
    giveUpAfter: dispatcher.giveUpAfter,
    tryNow: dispatcher.tryNow,
    stats: () => ({
      calls: state.calls,
      retries: state.retries,
      inFlight: slots.inUse(),
      setAside: slots.setAside(),
      limit: limiter.limit(),
      waitMs: dispatcher.pausedMs(),
      outage: dispatcher.outage(),
      held: caller.held,
      sendingMs: sendingMs(),
      slowed: dispatcher.isRateLimited() ? 'rate-limit' : caller.isGuarding() ? 'replacing' : limiter.lowered(),
    }),
  }
}

/** The time of day, but without its jumps. */
function monotonicClock({ now, ticks }: Clock): () => number {
  const [startedAt, startedTicks] = [now(), ticks()]
  return () => startedAt + ticks() - startedTicks
}
