import { defaultStopRule, type Speed, type StopRule } from '../../../shared/ipc/run-limits.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import type { StopReason } from '../../../shared/report/stop-reason.ts'
import { unreachable } from '../../../shared/result.ts'
import type { Provenance } from '../document/created-users.ts'
import { describeFailure } from '../document/check-document.ts'
import { runTable } from '../document/run-record.ts'
import type { Database } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import type { BulkProgress } from './bulk/bulk-message.ts'
import { failureTally, noTally } from './circuit.ts'
import { type Clock, deferred } from './clock.ts'
import { createDispatcher, createRateLimiter, type Dispatcher, type Outage } from './dispatcher.ts'
import { createGroupFsync, type WalSync } from './journal.ts'
import { createMeter, type Meter, chainMeters } from './meter.ts'
import type { AsideCauses } from './slots.ts'
import type { Send } from './step.ts'
import type { CommittedCall } from './store-outcome.ts'
import type { Lowered } from './update-limit.ts'

export type RoundOptions = {
  readonly database: Database
  readonly target: Target
  readonly send: Send
  readonly existing: Choices['existing']
  /** The rule for users whose old ID the core has for another user. */
  readonly besideExisting?: Choices['besideExisting']
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
  /** The reason for which a bulk import waits, in words; nothing: it does not wait. */
  readonly note?: string
  /** The progress of a bulk import; nothing: users are sent by single calls. */
  readonly bulk?: BulkProgress
  readonly calls: number
  readonly retries: number
  /** Users that this round has claimed, in flight or queued; the document stores them as `sending`. */
  readonly claimed: number
  /** Users set aside: their requests fail while others succeed, and they are tried again after the others. */
  readonly setAside: number
  /** The same users by the cause of their last failure; absent: none are set aside. */
  readonly asideCauses?: AsideCauses
  readonly limit: number
  /** Milliseconds that the core asked to wait, still left. */
  readonly waitMs: number
  /** Null while the core is there. */
  readonly outage: Outage | null
  readonly held: ReadonlySet<string>
  /** First request sent to last outcome committed, or to now while it lasts, without the time in which the core was away. */
  readonly sendingMs: number
  /** How long the core was away so far. */
  readonly outageMs: number
  /** The factor that limits it: the rate limit, or backpressure of the core. */
  readonly slowed: 'rate-limit' | 'replacing' | Lowered | null
}

/** From start to finish, pause or stop. */
export type Round = {
  readonly ended: Promise<RoundEnd>
  readonly tell: Tell
  readonly stats: () => RoundStats
  readonly meter: Meter
}

/** The hooks that an executor adds to a round. */
type RoundHooks = {
  readonly sentBy: 'single' | 'bulk'
  /** Users, or requests, that may be under way at once. */
  readonly limit: () => number
  readonly pacingIntervalMs?: () => number
  /** The core is away, or came back, or another user is wanted. */
  readonly onChange?: () => void
  readonly onConcurrency: (concurrency: number | 'auto') => void
  readonly onMore?: () => void
  /** The round ends: every wait ends. */
  readonly onEnding?: () => void
  readonly stats: () => Pick<RoundStats, 'claimed' | 'setAside' | 'asideCauses' | 'held' | 'slowed' | 'note' | 'bulk'>
}

/** State, commands, judging, recording and the end of a round, whatever sends its users. */
type RoundShell = {
  readonly round: Round
  readonly dispatcher: Dispatcher
  readonly walSync: WalSync
  readonly meter: Meter
  /** Requests of this round; what sends counts them here. */
  readonly counts: { calls: number; retries: number }
  /** Why it ends; null: it continues. */
  readonly end: () => RoundEnd | null
  readonly finishBy: (end: RoundEnd) => void
  readonly stop: (reason: StopReason, message: string) => void
  /** The document cannot be written. */
  readonly onError: (error: unknown) => void
  /** A request leaves. */
  readonly leaving: () => void
  /** Milliseconds since the first request left. */
  readonly sinceFirstSentMs: () => number
  readonly giveUpAfterMs: () => number | null
  /** Holds the result of a user to the stop rule. */
  readonly judge: (state: UserState, wasAside?: boolean) => void
  /** Outcomes were committed. */
  readonly committed: () => void
  /** Outcomes are being written: saves how far the round has come in the same transaction. */
  readonly save: () => void
  /** Records the end. `last` runs before, `message` is added to a round that ended early. */
  readonly conclude: (last?: () => void, message?: () => string) => Promise<void>
}

export function createRoundShell(options: RoundOptions, hooks: RoundHooks): RoundShell {
  const { database, target, clock } = options
  const { ticks } = clock
  const monotonicNow = monotonicClock(clock)
  const meter = createMeter(monotonicNow, hooks.limit, {
    setAside: () => hooks.stats().setAside,
    covers: hooks.sentBy === 'bulk',
  })
  const record = runTable.record(database, target.id, monotonicNow())
  options.onBegun?.(hooks.sentBy)
  const { walSync = createGroupFsync(database) } = options
  const ended = deferred<RoundEnd>()
  const counts = { calls: 0, retries: 0 }
  let end: RoundEnd | null = null
  let firstSentAt: number | null = null
  let lastCommittedAt = 0
  let tally = noTally
  let { giveUpAfterMs = null } = options

  const finishBy = (next: RoundEnd) => {
    if (end !== null) return
    end = next
    hooks.onEnding?.()
    dispatcher.close()
  }
  const stop = (reason: StopReason, message: string) => finishBy({ kind: 'stopped', stop: reason, message })
  const onError = (error: unknown) => stop('disk-full', describeFailure(error).error.message)
  const rateLimiter = createRateLimiter(options.maxRate ?? null, ticks())
  const dispatcher = createDispatcher(clock, {
    limit: hooks.limit,
    ...(hooks.pacingIntervalMs === undefined ? {} : { pacingIntervalMs: hooks.pacingIntervalMs }),
    rateLimiter,
    giveUpAfterMs,
    onChange: () => hooks.onChange?.(),
    onGiveUp: (message) => stop('core-unreachable', message),
  })
  dispatcher.pauseFor(options.waitMs ?? 0)
  const sendingMs = (until = lastCommittedAt) =>
    firstSentAt === null ? 0 : Math.max(0, until - firstSentAt - dispatcher.outageMs(until))
  let isConcluded = false

  const tell: Tell = (command) => {
    switch (command.kind) {
      case 'pause':
        return finishBy({ kind: 'paused', stop: null, message: '' })
      case 'cancel':
        return stop('cancelled', 'Stopped by you.')
      case 'speed':
        rateLimiter.set(command.speed.maxRate)
        return hooks.onConcurrency(command.speed.concurrency)
      case 'give-up':
        giveUpAfterMs = command.afterMs
        return dispatcher.giveUpAfter(command.afterMs)
      case 'try-now':
        return dispatcher.tryNow()
      case 'more':
        return hooks.onMore?.()
      default:
        return unreachable(command)
    }
  }

  return {
    dispatcher,
    walSync,
    meter,
    counts,
    end: () => end,
    finishBy,
    stop,
    onError,
    leaving: () => {
      firstSentAt ??= ticks()
    },
    sinceFirstSentMs: () => (firstSentAt === null ? 0 : ticks() - firstSentAt),
    giveUpAfterMs: () => giveUpAfterMs,
    judge: (state, wasAside = false) => {
      tally = failureTally.add(tally, state, wasAside)
      const why = failureTally.exceeds(options.stopRule ?? defaultStopRule, tally)
      if (why !== null) stop('too-many-failures', why)
    },
    committed: () => {
      lastCommittedAt = ticks()
    },
    save: () => {
      lastCommittedAt = ticks()
      record.save({ sendingMs: sendingMs(), ...counts })
    },
    conclude: async (last, message = () => '') => {
      isConcluded = true
      hooks.onEnding?.()
      dispatcher.close()
      try {
        last?.()
        await walSync.end()
        const { p50, p99 } = meter.read()
        record.end(monotonicNow(), { sendingMs: sendingMs(), ...counts, p50, p99, stopped: end?.stop ?? null })
      } catch (error) {
        onError(error)
      }
      ended.resolve(end === null ? finished : { ...end, message: [end.message, message()].filter(Boolean).join(' ') })
    },
    round: {
      ended: ended.promise,
      meter,
      tell,
      stats: () => {
        const more = hooks.stats()
        return {
          ...counts,
          limit: hooks.limit(),
          waitMs: dispatcher.pausedMs(),
          outage: dispatcher.outage(),
          // Requests without an answer yet take time as well.
          sendingMs: isConcluded ? sendingMs() : sendingMs(ticks()),
          outageMs: dispatcher.outageMs(ticks()),
          ...more,
          slowed: dispatcher.isRateLimited() ? 'rate-limit' : more.slowed,
        }
      },
    },
  }
}

const finished: RoundEnd = { kind: 'finished', stop: null, message: '' }

/** The time of day, but without its jumps. */
function monotonicClock({ now, ticks }: Clock): () => number {
  const [startedAt, startedTicks] = [now(), ticks()]
  return () => startedAt + ticks() - startedTicks
}

/**
 * Rounds one after the other as one. `next` begins the round that follows; null: none does. Earlier commands hold for
 * it.
 */
export function chainRounds(
  first: Round,
  next: (end: RoundEnd, before: RoundStats) => Round | null,
  onTold: Tell = () => undefined,
): Round {
  const told = new Map<string, Parameters<Tell>[0]>()
  const ended = deferred<RoundEnd>()
  let before: Pick<RoundStats, 'calls' | 'retries' | 'sendingMs' | 'outageMs'> = {
    calls: 0,
    retries: 0,
    sendingMs: 0,
    outageMs: 0,
  }
  let round = first

  const follow = async (): Promise<RoundEnd> => {
    const end = await first.ended
    const stats = first.stats()
    const following = next(end, stats)
    if (following === null) return end
    first.meter.end()
    before = stats
    round = following
    for (const command of told.values()) round.tell(command)
    return round.ended
  }
  follow().then(ended.resolve, (error: unknown) => {
    ended.resolve({ kind: 'stopped', stop: 'disk-full', message: describeFailure(error).error.message })
  })

  return {
    ended: ended.promise,
    get meter() {
      // The last figures of the first may not have been read before the second began.
      return round === first ? first.meter : chainMeters(first.meter, round.meter)
    },
    tell: (command) => {
      // The next round reads the ready users and starts immediately.
      if (command.kind !== 'try-now' && command.kind !== 'more') told.set(command.kind, command)
      onTold(command)
      round.tell(command)
    },
    stats: () => {
      const now = round.stats()
      return {
        ...now,
        calls: now.calls + before.calls,
        retries: now.retries + before.retries,
        sendingMs: now.sendingMs + before.sendingMs,
        outageMs: now.outageMs + before.outageMs,
      }
    },
  }
}

/** Commands of the operator to a run that is under way. */
export type Command =
  /** Finishes what is in flight, then ends as `paused`. */
  | { readonly kind: 'pause' }
  /** The same, ends as stopped by `cancelled`. `withinMs`: calls without an answer by then are abandoned. */
  | { readonly kind: 'cancel'; readonly withinMs?: number }
  /** Another speed from now on. */
  | { readonly kind: 'speed'; readonly speed: Speed }
  /** Another time without any answer after which the run stops, in milliseconds; null: never. */
  | { readonly kind: 'give-up'; readonly afterMs: number | null }
  /** A core that is away is tried at once. */
  | { readonly kind: 'try-now' }
  /** Users became ready meanwhile. */
  | { readonly kind: 'more' }

type Tell = (command: Command) => void
