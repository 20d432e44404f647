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

export function createGate(now: () => number): Gate {
  let until = 0
  let closed = false
  const sleepers = new Set<() => void>()

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        sleepers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      sleepers.add(wake)
    })

  return {
    clearance: async () => {
      while (!closed && until > now()) await sleep(until - now())
      return !closed
    },
    hold: (ms) => {
      until = Math.max(until, now() + ms)
    },
    wait: async (ms) => {
      if (!closed && ms > 0) await sleep(ms)
      return !closed
    },
    held: () => Math.max(0, until - now()),
    close: () => {
      closed = true
      for (const wake of sleepers) wake()
    },
  }
}
