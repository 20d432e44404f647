import type { Ceiling } from './ceiling.ts'
import type { Clock } from './clock.ts'
import { afterRequest, isLonely, presentCore, type Ended, type Presence } from './presence.ts'

/**
 * Every request passes here. Holds requests back while the run pauses, while the core asked everybody to wait, while
 * it is away (then one request at a time tries whether it is back), above a ceiling of requests per second, and when
 * they would come all at once.
 */
export type Gate = {
  /** True when a request may leave, at once or when this resolves; false when the run ends. `who`: the step that asks. */
  readonly clearance: (who?: object) => boolean | Promise<boolean>
  /** A request that had clearance ended; null: it was not sent after all. */
  readonly ended: (request: Ended | null) => void
  /** Nothing new leaves before `ms` have passed; the longest of all holds counts. */
  readonly hold: (ms: number) => void
  /** Waits; false as soon as the run ends. */
  readonly wait: (ms: number) => Promise<boolean>
  /** Milliseconds of the current hold that are left. */
  readonly held: () => number
  /** Null while the core is there. `retryMs`: until it is tried again, 0 while that is under way. */
  readonly away: () => { readonly retryMs: number; readonly message: string } | null
  /** Some requests got no answer, and others that are under way have to tell what that means. */
  readonly isUnclear: () => boolean
  /** One more user than usual is wanted, to tell a core that is away from one user who never gets an answer. */
  readonly wantsCompany: () => boolean
  /** Somebody waits for nothing but the ceiling. */
  readonly isCapped: () => boolean
  /** Answers of the core so far, of whoever asked. */
  readonly answers: () => number
  /** Ends every wait: nothing more may leave. */
  readonly close: () => void
}

export type GateRules = {
  /** The most requests under way at once. */
  readonly atOnce?: () => number
  readonly ceiling?: Ceiling
  /** Milliseconds that have to lie between two requests. */
  readonly apart?: () => number
  /** The core is away, or came back, or company is wanted. */
  readonly onChange?: () => void
  /** Milliseconds without any answer after which `onGivenUp` is called; nothing: it is waited for without end. */
  readonly patienceMs?: number | null
  readonly onGivenUp?: (message: string) => void
}

type Waiter = { readonly who: object; readonly go: (may: boolean) => void }

type GateState = {
  until: number
  closed: boolean
  presence: Presence
  underWay: number
  /** When the last request left, in ticks. */
  leftAt: number
  answers: number
  /** The step whose request tries whether the core is back. */
  probe: object | null
}

const anybody = {}

export function createGate(clock: Clock, rules: GateRules = {}): Gate {
  const { atOnce = () => Infinity, ceiling, apart = () => 0 } = rules
  const { ticks } = clock
  const state: GateState = {
    until: -Infinity,
    closed: false,
    presence: presentCore,
    underWay: 0,
    leftAt: -Infinity,
    answers: 0,
    probe: null,
  }
  const sleepers = new Set<() => void>()
  const waiters: Waiter[] = []
  let takeBack: (() => void) | null = null

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        stopTimer()
        sleepers.delete(wake)
        resolve()
      }
      const stopTimer = clock.later(ms, wake)
      sleepers.add(wake)
    })

  /** Milliseconds until the next request may leave; Infinity: something else has to happen first. */
  const blockedFor = (): number => {
    if (state.underWay >= atOnce()) return Infinity
    const held = state.until - ticks()
    if (held > 0) return held
    const below = Math.max(ceiling?.wait(ticks()) ?? 0, state.leftAt + apart() - ticks())
    if (state.presence.kind === 'there') return below
    return state.probe === null ? Math.max(below, state.presence.nextAt - ticks()) : Infinity
  }

  const release = () => {
    takeBack?.()
    takeBack = null
    while (waiters.length > 0) {
      const ms = blockedFor()
      if (ms > 0) {
        // Whole milliseconds: a rest that is lost in rounding would be waited for again and again.
        if (ms !== Infinity) takeBack = clock.later(Math.ceil(ms), release)
        return
      }
      const waiter = waiters.shift()
      if (waiter === undefined) return
      depart(waiter.who)
      waiter.go(true)
    }
  }

  const depart = (who: object) => {
    state.underWay += 1
    state.leftAt = ticks()
    if (state.presence.kind === 'away') state.probe = who
    ceiling?.leave(ticks())
  }

  const judge = (request: Ended) => {
    const wasProbe = request.who === state.probe
    if (wasProbe) state.probe = null
    const around = { underWay: state.underWay, wasProbe, ticks: ticks() }
    const before = state.presence
    const after = afterRequest(before, request, around)
    state.presence = after
    if (after === presentCore) state.answers += 1
    if (after.kind === 'away') giveUpInTime(after)
    if (before.kind !== after.kind || isLonely(after)) rules.onChange?.()
  }

  const giveUpInTime = (away: Extract<Presence, { kind: 'away' }>) => {
    const { patienceMs = null } = rules
    if (patienceMs === null) return
    const last = away.since + patienceMs
    if (ticks() >= last) rules.onGivenUp?.(away.message)
    else state.presence = { ...away, nextAt: Math.min(away.nextAt, last) }
  }

  return {
    clearance: (who = anybody) => {
      if (state.closed) return false
      if (waiters.length === 0 && blockedFor() === 0) {
        depart(who)
        return true
      }
      return new Promise((go) => {
        waiters.push({ who, go })
        if (waiters.length === 1 || takeBack === null) release()
      })
    },
    ended: (request) => {
      state.underWay -= 1
      ceiling?.end(ticks(), request !== null)
      if (request === null) state.probe = null
      else judge(request)
      if (waiters.length > 0) release()
    },
    hold: (ms) => {
      state.until = Math.max(state.until, ticks() + ms)
    },
    wait: async (ms) => {
      if (!state.closed && ms > 0) await sleep(ms)
      return !state.closed
    },
    held: () => Math.max(0, state.until - ticks()),
    away: () => {
      const { presence } = state
      return presence.kind === 'there'
        ? null
        : { retryMs: state.probe === null ? Math.max(0, presence.nextAt - ticks()) : 0, message: presence.message }
    },
    isUnclear: () => state.presence.kind === 'there' && state.presence.inARow > 0 && state.underWay > 0,
    wantsCompany: () => state.presence.kind === 'away' || isLonely(state.presence),
    isCapped: () =>
      waiters.length > 0 &&
      state.presence.kind === 'there' &&
      state.until <= ticks() &&
      state.underWay < atOnce() &&
      (ceiling?.wait(ticks()) ?? 0) > 0,
    answers: () => state.answers,
    close: () => {
      state.closed = true
      takeBack?.()
      takeBack = null
      for (const wake of sleepers) wake()
      for (const { go } of waiters.splice(0)) go(false)
    },
  }
}
