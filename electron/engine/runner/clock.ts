import type { TimerClock } from '../../../shared/coalesce.ts'

/** Time as a run sees it. */
export type Clock = TimerClock & {
  /** Unix epoch, milliseconds. Jumps when the clock is set: for records, not for waiting. */
  readonly now: () => number
}

/** Longer waits would overflow the timer of the runtime and end at once. */
const maxTimer = 0x7fff_ffff

export const systemClock: Clock = {
  now: Date.now,
  ticks: () => performance.now(),
  setTimer: (ms, wake) => {
    const timer = setTimeout(wake, Math.min(ms, maxTimer))
    return () => clearTimeout(timer)
  },
}

/** A moment by both clocks. */
export type Moment = { readonly now: number; readonly ticks: number }

/**
 * Milliseconds since a moment, the longer of what both clocks say: one stands still while the machine sleeps, the
 * other can be set back.
 */
export function ageOf(moment: Moment, clock: Pick<Clock, 'now' | 'ticks'>): number {
  return Math.max(clock.now() - moment.now, clock.ticks() - moment.ticks)
}

/** A promise and the function that resolves it. */
type Deferred<T> = { readonly promise: Promise<T>; readonly resolve: (value: T) => void }

export function deferred<T>(): Deferred<T> {
  const holder: { resolve: ((value: T) => void) | null } = { resolve: null }
  const promise = new Promise<T>((resolve) => {
    holder.resolve = resolve
  })
  return { promise, resolve: (value) => holder.resolve?.(value) }
}
