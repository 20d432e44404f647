import type { TimerClock } from '../../shared/coalesce.ts'

export const wallClock: TimerClock = {
  now: () => performance.now(),
  setTimer: (ms, then) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}
