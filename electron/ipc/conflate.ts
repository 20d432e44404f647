type ConflatingSender<T> = {
  /** A newer value replaces one that still waits. */
  readonly send: (value: T) => void
  /** The receiver took the last value and is ready for another. */
  readonly acknowledge: () => void
}

/**
 * Back-pressure for snapshots on their way to a page that acknowledges what it has painted: one value is under way at a
 * time, a newer one replaces the one that waits, and the last value always leaves. How often there is a new one is up to the
 * engine.
 */
export function createConflatingSender<T>(deliver: (value: T) => void): ConflatingSender<T> {
  let waiting: { readonly value: T } | null = null
  let underWay = false

  const pump = (): void => {
    if (waiting === null || underWay) return
    const { value } = waiting
    waiting = null
    underWay = true
    deliver(value)
  }

  return {
    send: (value) => {
      waiting = { value }
      pump()
    },
    acknowledge: () => {
      underWay = false
      pump()
    },
  }
}
