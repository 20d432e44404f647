/** Time as a parameter, so that pacing can be tested without waiting. */
export type Clock = {
  readonly now: () => number
  /** Calls back after `ms`; returns the function that calls it off. */
  readonly later: (ms: number, then: () => void) => () => void
}

export const wallClock: Clock = {
  now: () => performance.now(),
  later: (ms, then) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}

export type Gentle = { readonly ask: () => void; readonly stop: () => void }

/**
 * Runs `work` when asked, never twice at once and at most once in `gap` milliseconds. Asks that come in between
 * become one more run at the end.
 */
export function gently(work: () => Promise<void>, gap: number | (() => number), clock: Clock = wallClock): Gentle {
  let running = false
  let again = false
  let stopped = false
  let lastStart = Number.NEGATIVE_INFINITY
  let callOff: (() => void) | null = null

  function ask(): void {
    if (stopped || callOff) return
    if (running) {
      again = true
      return
    }
    const wait = lastStart + (typeof gap === 'number' ? gap : gap()) - clock.now()
    if (wait > 0) callOff = clock.later(wait, start)
    else start()
  }

  function start(): void {
    callOff = null
    running = true
    again = false
    lastStart = clock.now()
    void work().finally(() => {
      running = false
      if (again) ask()
    })
  }

  return {
    ask,
    stop: () => {
      stopped = true
      callOff?.()
    },
  }
}

/** Hands on the latest value at most once in `gap` milliseconds; the last one always arrives. */
export function latest<T>(take: (value: T) => void, gap: number, clock: Clock = wallClock) {
  let waiting: { readonly value: T } | null = null
  let callOff: (() => void) | null = null
  let lastTime = Number.NEGATIVE_INFINITY

  function deliver(): void {
    callOff = null
    if (!waiting) return
    const { value } = waiting
    waiting = null
    lastTime = clock.now()
    take(value)
  }

  return {
    push: (value: T) => {
      waiting = { value }
      if (callOff) return
      const wait = lastTime + gap - clock.now()
      if (wait > 0) callOff = clock.later(wait, deliver)
      else deliver()
    },
    stop: () => callOff?.(),
  }
}
