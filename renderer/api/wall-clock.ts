import type { Ticks } from '../../shared/coalesce.ts'

export const wallClock: Ticks = {
  now: () => performance.now(),
  setTimer: (ms, then) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}
