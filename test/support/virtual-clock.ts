import type { Clock } from '../../electron/engine/runner/clock.ts'

type Timer = { readonly at: number; readonly wake: () => void }

/** A clock that stands still until a test moves it. */
export type VirtualClock = Clock & {
  /** Advances by some milliseconds and fires the timers due on the way. */
  readonly advance: (ms: number) => Promise<void>
  /** Moves on from timer to timer until a promise has resolved. `busy`: something real is under way, so time stands. */
  readonly runUntil: <T>(promise: Promise<T>, busy?: () => boolean) => Promise<T>
  readonly timers: () => number
  /** Sets the clock forward or back in milliseconds; waits do not notice. */
  readonly jump: (ms: number) => void
}

export const noon = Date.UTC(2026, 10, 21, 12)

export function virtualClock(start = noon): VirtualClock {
  let now = start
  let jumped = 0
  let timers: Timer[] = []

  const wakeNext = (until: number): boolean => {
    const next = timers.toSorted((a, b) => a.at - b.at).find((timer) => timer.at <= until)
    if (next === undefined) return false
    timers = timers.filter((timer) => timer !== next)
    now = Math.max(now, next.at)
    next.wake()
    return true
  }

  return {
    now: () => now + jumped,
    ticks: () => now - start,
    jump: (ms) => {
      jumped += ms
    },
    setTimer: (ms, wake) => {
      const timer = { at: now + ms, wake }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    advance: async (ms) => {
      const until = now + ms
      await turns()
      while (wakeNext(until)) await turns()
      now = until
      await turns()
    },
    runUntil: async (promise, busy = () => false) => {
      let done = false
      const finish = () => {
        done = true
      }
      promise.then(finish, finish)
      for (;;) {
        await turns()
        if (done) return promise
        if (!busy()) wakeNext(Infinity)
      }
    },
    timers: () => timers.length,
  }
}

/** Lets everything that needs no timer happen. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
}
