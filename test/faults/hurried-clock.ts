import type { Clock } from '../../electron/engine/runner/clock.ts'

/** A clock that runs `times` as fast, so that pauses of the run cost a test little while real servers answer. */
export function hurriedClock(times = 20): Clock {
  const startedAt = Date.now()
  const started = performance.now()
  const ticks = () => (performance.now() - started) * times
  return {
    now: () => Math.round(startedAt + ticks()),
    ticks,
    setTimer: (ms, wake) => {
      const timer = setTimeout(wake, ms / times)
      return () => clearTimeout(timer)
    },
  }
}
