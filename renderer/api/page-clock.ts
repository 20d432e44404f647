import type { TimerClock } from '../../shared/coalesce.ts'

export const pageClock: TimerClock = {
  ticks: () => performance.now(),
  setTimer: (ms, wake) => {
    const timer = setTimeout(wake, ms)
    return () => clearTimeout(timer)
  },
}
