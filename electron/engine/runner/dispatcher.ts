import type { OperationName } from '../../../shared/core-api/operations.ts'
import { mayBeOfUser } from './call-result.ts'
import {
  afterRequest,
  type Circuit,
  closedCircuit,
  type EndedRequest,
  isNoResponse,
  minFailures,
  needsSecondSample,
} from './circuit.ts'
import type { Clock } from './clock.ts'

/**
 * Every request passes here. Holds requests back while the run pauses, during a `Retry-After` of the core, while the
 * circuit is open (then one probe at a time), above the rate limit, and to space them out.
 */
export type Dispatcher = {
  /** True when a request may leave, at once or when this resolves; false when the run ends. `who`: the step that asks. */
  readonly acquire: (requester?: object) => boolean | Promise<boolean>
  /** A request that had clearance ended; null: it was not sent after all. */
  readonly release: (request: EndedRequest | null) => void
  /** Another time without any answer after which it gives up; null: never. */
  readonly giveUpAfter: (ms: number | null) => void
  /** Nothing new leaves before `ms` have passed; the longest of all holds counts. */
  readonly pauseFor: (ms: number) => void
  /** Waits; false as soon as the run ends. */
  readonly wait: (ms: number) => Promise<boolean>
  /** Milliseconds of the current hold that are left. */
  readonly pausedMs: () => number
  /** Null while the core is there. */
  readonly outage: () => Outage | null
  /** Milliseconds before `until`, in ticks, in which the core was away. */
  readonly outageMs: (until: number) => number
  /** The operator does not want to wait for the next try at a core that is away; a wait it asked for is kept. */
  readonly tryNow: () => void
  /** Some requests got no answer, and others that are under way have to tell what that means. */
  readonly isUndetermined: () => boolean
  /** One more user than usual is wanted, to tell a core that is away from one user who never gets an answer. */
  readonly wantsExtraSample: () => boolean
  /** True when a request waits for the rate limit alone. */
  readonly isRateLimited: () => boolean
  /** Answers of the core so far, to any request. */
  readonly answers: () => number
  /** How the users of an operation fare. */
  readonly tallyOf: (operation: OperationName) => OperationTally
  /** Different users fail, and none succeeds. */
  readonly isTroubled: () => boolean
  /** Ends every wait: nothing more may leave. */
  readonly close: () => void
}

type DispatchRules = {
  /** The most requests under way at once. */
  readonly limit?: () => number
  readonly rateLimiter?: RateLimiter
  /** Milliseconds that have to lie between two requests. */
  readonly pacingIntervalMs?: () => number
  /** The core is away, or came back, or company is wanted. */
  readonly onChange?: () => void
  /** Milliseconds without any answer after which `onGiveUp` is called; nothing: it is waited for without end. */
  readonly giveUpAfterMs?: number | null
  readonly onGiveUp?: (message: string) => void
}

/** How the users of one operation fare. */
type OperationTally = {
  /** Requests that the core carried out, or refused for a reason of their own. */
  readonly successes: number
  /** Steps that failed since the last of them. */
  readonly failing: ReadonlySet<object>
}

/** A core that is away. */
export type Outage = {
  /** Until it is tried again, 0 while that is under way. */
  readonly retryMs: number
  /** How long it has been away, in milliseconds. */
  readonly sinceMs: number
  /** Tries to reach it since. */
  readonly tries: number
  readonly message: string
}

type Waiter = { readonly requester: object; readonly go: (may: boolean) => void }

type DispatchState = {
  until: number
  closed: boolean
  circuit: Circuit
  underWay: number
  /** When the last request left, in ticks. */
  leftAt: number
  answers: number
  /** The step whose request tries whether the core is back. */
  probe: object | null
}

const anonymous = {}
const emptyTally: OperationTally = { successes: 0, failing: new Set() }

export function createDispatcher(clock: Clock, rules: DispatchRules = {}): Dispatcher {
  const { limit = () => Infinity, rateLimiter, pacingIntervalMs = () => 0 } = rules
  const { ticks } = clock
  const state: DispatchState = {
    until: -Infinity,
    closed: false,
    circuit: closedCircuit,
    underWay: 0,
    leftAt: -Infinity,
    answers: 0,
    probe: null,
  }
  let { giveUpAfterMs = null } = rules
  const sleepers = new Set<() => void>()
  const waiters: Waiter[] = []
  const tallies = new Map<OperationName, OperationTally>()
  const tallyOf = (operation: OperationName) => tallies.get(operation) ?? emptyTally
  let cancelTimer: (() => void) | null = null
  /** The last outage that ended, and the total length of earlier outages. */
  let lastAway = { since: Infinity, until: -Infinity, beforeMs: 0 }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        stopTimer()
        sleepers.delete(wake)
        resolve()
      }
      const stopTimer = clock.setTimer(ms, wake)
      sleepers.add(wake)
    })

  /** Milliseconds until the next request may leave; Infinity: something else has to happen first. */
  const blockedFor = (): number => {
    if (state.underWay >= limit()) return Infinity
    const held = state.until - ticks()
    if (held > 0) return held
    const below = Math.max(rateLimiter?.wait(ticks()) ?? 0, state.leftAt + pacingIntervalMs() - ticks())
    if (state.circuit.kind === 'closed') return below
    return state.probe === null ? Math.max(below, state.circuit.nextAt - ticks()) : Infinity
  }

  const dispatchWaiters = () => {
    cancelTimer?.()
    cancelTimer = null
    while (waiters.length > 0) {
      const ms = blockedFor()
      if (ms > 0) {
        // Whole milliseconds: a rest that is lost in rounding would be waited for again and again.
        if (ms !== Infinity) cancelTimer = clock.setTimer(Math.ceil(ms), dispatchWaiters)
        return
      }
      const waiter = waiters.shift()
      if (waiter === undefined) return
      dispatch(waiter.requester)
      waiter.go(true)
    }
  }

  const dispatch = (requester: object) => {
    state.underWay += 1
    state.leftAt = ticks()
    if (state.circuit.kind === 'open') state.probe = requester
    rateLimiter?.leave(ticks())
  }

  const recordFate = ({ operation, outcome, requester, isAside = false }: EndedRequest) => {
    if (operation === undefined) return
    const { successes, failing } = tallyOf(operation)
    if (mayBeOfUser(outcome)) {
      if (!isAside) tallies.set(operation, { successes, failing: new Set([...failing, requester]) })
    } else if (outcome.kind !== 'retry' && outcome.kind !== 'stop') {
      tallies.set(operation, { successes: successes + 1, failing: emptyTally.failing })
    }
  }

  const judge = (request: EndedRequest) => {
    const wasProbe = request.requester === state.probe
    if (wasProbe) state.probe = null
    const context = { underWay: state.underWay, wasProbe, ticks: ticks() }
    const before = state.circuit
    const after = afterRequest(before, request, context)
    state.circuit = after
    if (!isNoResponse(request.outcome)) state.answers += 1
    recordFate(request)
    if (after.kind === 'open') scheduleGiveUp(after)
    if (before.kind === 'open' && after.kind === 'closed') {
      const beforeMs = outagesBefore(lastAway, ticks())
      lastAway = { since: before.since, until: ticks(), beforeMs }
    }
    if (before.kind !== after.kind || needsSecondSample(after)) rules.onChange?.()
  }

  const scheduleGiveUp = (away: Extract<Circuit, { kind: 'open' }>) => {
    if (giveUpAfterMs === null) return
    const last = away.since + giveUpAfterMs
    if (ticks() >= last) rules.onGiveUp?.(away.message)
    else state.circuit = { ...away, nextAt: Math.min(away.nextAt, last) }
  }

  return {
    acquire: (requester = anonymous) => {
      if (state.closed) return false
      if (waiters.length === 0 && blockedFor() === 0) {
        dispatch(requester)
        return true
      }
      return new Promise((go) => {
        waiters.push({ requester, go })
        if (waiters.length === 1 || cancelTimer === null) dispatchWaiters()
      })
    },
    release: (request) => {
      state.underWay -= 1
      rateLimiter?.end(ticks(), request !== null)
      if (request === null) state.probe = null
      else judge(request)
      if (waiters.length > 0) dispatchWaiters()
    },
    giveUpAfter: (ms) => {
      giveUpAfterMs = ms
      if (state.circuit.kind === 'open') scheduleGiveUp(state.circuit)
      dispatchWaiters()
    },
    pauseFor: (ms) => {
      state.until = Math.max(state.until, ticks() + ms)
    },
    wait: async (ms) => {
      if (!state.closed) await sleep(ms)
      return !state.closed
    },
    pausedMs: () => Math.max(0, state.until - ticks()),
    outage: () => {
      const { circuit } = state
      if (circuit.kind === 'closed') return null
      const { since, nextAt, tries, message } = circuit
      return {
        retryMs: state.probe === null ? Math.max(0, nextAt - ticks()) : 0,
        sinceMs: ticks() - since,
        tries,
        message,
      }
    },
    outageMs: (until) => {
      const { circuit } = state
      return outagesBefore(lastAway, until) + (circuit.kind === 'open' ? Math.max(0, until - circuit.since) : 0)
    },
    tryNow: () => {
      if (state.circuit.kind === 'closed') return
      state.circuit = { ...state.circuit, nextAt: ticks() }
      dispatchWaiters()
    },
    isUndetermined: () => state.circuit.kind === 'closed' && state.circuit.inARow > 0 && state.underWay > 0,
    wantsExtraSample: () => state.circuit.kind === 'open' || needsSecondSample(state.circuit),
    isRateLimited: () =>
      waiters.length > 0 &&
      state.circuit.kind === 'closed' &&
      state.until <= ticks() &&
      state.underWay < limit() &&
      (rateLimiter?.wait(ticks()) ?? 0) > 0,
    answers: () => state.answers,
    tallyOf,
    isTroubled: () => [...tallies.values()].some(({ failing }) => failing.size >= minFailures),
    close: () => {
      state.closed = true
      cancelTimer?.()
      cancelTimer = null
      for (const wake of sleepers) wake()
      for (const { go } of waiters.splice(0)) go(false)
    },
  }
}

/** The length of this and earlier outages before `until`. */
function outagesBefore(
  away: { readonly since: number; readonly until: number; readonly beforeMs: number },
  until: number,
): number {
  return away.beforeMs + Math.max(0, Math.min(until, away.until) - away.since)
}

/** Sliding-window rate limiter, in requests per second. Times are ticks in milliseconds. */
type RateLimiter = {
  /** Milliseconds until a request may leave; 0: now. Infinity: one that is under way has to end first. */
  readonly wait: (ticks: number) => number
  /** A request leaves now. */
  readonly leave: (ticks: number) => void
  /** A request that had left ended: answered, or given up. `sent` is false when it did not leave after all. */
  readonly end: (ticks: number, sent: boolean) => void
  /** Another ceiling from now on; null: none. */
  readonly set: (perSecond: number | null) => void
}

/** A second by whatever clock counts the requests at the other end. */
const span = 1005

/** Milliseconds of requests that may be made up for when a timer came late. */
const catchUp = 10

/**
 * Spreads requests evenly and never lets more arrive within any second than the limit, however long they travel: the
 * arrival is unknown, except that it lies between leaving and the reply. So a slot is free again a second after the
 * reply. That costs a little: at a core that takes 100 ms, a tenth of the limit.
 *
 * The first second is silent, because another client may have used the core just before: a check, or the paused run.
 */
export function createRateLimiter(perSecond: number | null, startTicks: number): RateLimiter {
  let perSecondLimit = perSecond ?? Infinity
  let next = startTicks + span
  let underWay = 0
  /** When the requests of the last second ended, oldest first, from `head` on. */
  let ended: number[] = []
  let head = 0

  const forget = (ticks: number) => {
    while (head < ended.length && (ended[head] ?? 0) <= ticks - span) head += 1
    if (head < 1000 || head * 2 < ended.length) return
    ended = ended.slice(head)
    head = 0
  }

  /** Milliseconds until one more place is free. */
  const untilFree = (ticks: number): number => {
    const tooMany = underWay + ended.length - head - perSecondLimit
    if (tooMany < 0) return 0
    const freeing = ended[head + tooMany]
    return freeing === undefined ? Infinity : freeing + span - ticks
  }

  return {
    wait: (ticks) => {
      if (perSecondLimit === Infinity) return 0
      forget(ticks)
      return Math.max(0, next - ticks, untilFree(ticks))
    },
    leave: (ticks) => {
      underWay += 1
      next = Math.max(next, ticks - catchUp) + 1000 / perSecondLimit
    },
    end: (ticks, sent) => {
      underWay -= 1
      if (sent) ended.push(ticks)
      forget(ticks)
    },
    set: (perSecond) => {
      perSecondLimit = perSecond ?? Infinity
    },
  }
}
