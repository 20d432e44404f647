import type { Clock } from './clock.ts'

/** Holds requests back: while the run pauses, and while the core asked everybody to wait. */
export type Gate = {
  /** Resolves true when a request may leave, false when the run ends. */
  readonly clearance: () => Promise<boolean>
  /** Nothing new leaves before `ms` have passed; the longest of all holds counts. */
  readonly hold: (ms: number) => void
  /** Waits; false as soon as the run ends. */
  readonly wait: (ms: number) => Promise<boolean>
  /** Milliseconds of the current hold that are left. */
  readonly held: () => number
  /** Ends every wait: nothing more may leave. */
  readonly close: () => void
}

export function createGate(clock: Clock): Gate {
  const gate = { until: 0, closed: false }
  const sleepers = new Set<() => void>()

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        takeBack()
        sleepers.delete(wake)
        resolve()
      }
      const takeBack = clock.later(ms, wake)
      sleepers.add(wake)
    })

  return {
    clearance: async () => {
      while (!gate.closed && gate.until > clock.now()) await sleep(gate.until - clock.now())
      return !gate.closed
    },
    hold: (ms) => {
      gate.until = Math.max(gate.until, clock.now() + ms)
    },
    wait: async (ms) => {
      if (!gate.closed && ms > 0) await sleep(ms)
      return !gate.closed
    },
    held: () => Math.max(0, gate.until - clock.now()),
    close: () => {
      gate.closed = true
      for (const wake of sleepers) wake()
    },
  }
}
