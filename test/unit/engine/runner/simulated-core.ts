import type { Clock } from '../../../../electron/engine/runner/clock.ts'
import { createConcurrencyLimiter } from '../../../../electron/engine/runner/concurrency-limiter.ts'

/** A core that works on `knee` requests at once, each for about `serviceMs`; the others queue. */
export type CoreNow = {
  readonly knee: number
  readonly serviceMs: number
  /** Milliseconds from a reply until the next request is at the core; nothing: it is there at once. */
  readonly turnaroundMs?: number
  /** How far times of service are from `serviceMs`, as a part of it; 0: they all take the same, and so end together. */
  readonly spread?: number
  /** Concurrent requests beyond this are answered with 429; undefined: no limit. */
  readonly most?: number
}

/** The events of one second. */
export type SimulatedSecond = {
  readonly answered: number
  readonly limit: number
  readonly p99: number
  /** How many were answered after more than `ms` milliseconds. */
  readonly over: (ms: number) => number
}

/**
 * Lets the pacing loose on a simulated core, on a clock that only computes. `coreAt` says what the core is like, by the
 * milliseconds since the beginning; `concurrency` may be fixed, to compare with.
 */
export function simulatePacing(
  seconds: number,
  coreAt: (ms: number) => CoreNow,
  concurrency: number | 'auto' = 'auto',
): readonly SimulatedSecond[] {
  const clock = computedClock()
  const pacing = createConcurrencyLimiter(concurrency, clock)
  const past: SimulatedSecond[] = []
  const line: (() => void)[] = []
  let inFlight = 0
  let working = 0
  let took: number[] = []
  let requests = 0
  let leftAt = -Infinity

  const reply = (status: number, since: number) => {
    const ms = clock.ticks() - since
    if (status !== 200) {
      pacing.pushedBack()
      clock.setTimer(300, ask)
      return
    }
    pacing.replied(ms)
    took.push(ms)
    const { turnaroundMs = 0 } = coreAt(clock.ticks())
    const again = () => {
      inFlight -= 1
      pump()
    }
    if (turnaroundMs > 0) clock.setTimer(turnaroundMs, again)
    else again()
  }

  const work = (since: number) => {
    working += 1
    requests += 1
    const { serviceMs, spread = 0.2 } = coreAt(clock.ticks())
    // In an order without a pattern.
    const varied = 1 - spread + 2 * spread * ((requests * 0.618034) % 1)
    clock.setTimer(serviceMs * varied, () => {
      working -= 1
      while (working < coreAt(clock.ticks()).knee && line.length > 0) line.shift()?.()
      reply(200, since)
    })
  }

  const ask = () => {
    const tooEarly = leftAt + pacing.pacingIntervalMs() - clock.ticks()
    if (tooEarly > 0) {
      clock.setTimer(Math.ceil(tooEarly), ask)
      return
    }
    leftAt = clock.ticks()
    const since = clock.ticks()
    const { knee, most = Infinity } = coreAt(since)
    if (working + line.length >= most) clock.setTimer(2, () => reply(429, since))
    else if (working < knee) work(since)
    else line.push(() => work(since))
  }

  const pump = () => {
    while (inFlight < pacing.limit()) {
      inFlight += 1
      ask()
    }
  }

  const endSecond = () => {
    const sorted = took.toSorted((a, b) => a - b)
    past.push({
      answered: took.length,
      limit: pacing.limit(),
      p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
      over: (ms) => sorted.filter((one) => one > ms).length,
    })
    took = []
    clock.setTimer(1000, endSecond)
  }

  pacing.begin(() => inFlight, pump)
  clock.setTimer(1000, endSecond)
  pump()
  clock.run(seconds * 1000)
  return past
}

/** A clock that goes from timer to timer at once. */
function computedClock(): Clock & { readonly run: (until: number) => void } {
  type Timer = { readonly at: number; readonly wake: () => void }
  const timers: Timer[] = []
  let ticks = 0
  return {
    now: () => ticks,
    ticks: () => ticks,
    setTimer: (ms, wake) => {
      const timer = { at: ticks + ms, wake }
      const after = timers.findIndex((other) => other.at > timer.at)
      timers.splice(after === -1 ? timers.length : after, 0, timer)
      return () => {
        const index = timers.indexOf(timer)
        if (index !== -1) timers.splice(index, 1)
      }
    },
    run: (until) => {
      for (let next = timers[0]; next !== undefined && next.at <= until; next = timers[0]) {
        timers.shift()
        ticks = Math.max(ticks, next.at)
        next.wake()
      }
      ticks = until
    },
  }
}
