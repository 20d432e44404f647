import type { Sample } from '../../../shared/chart/sample.ts'

/** Measures throughput and reply times of the last minutes. */
export type Meter = {
  readonly reply: (ms: number) => void
  readonly finished: (users: number) => void
  readonly read: () => {
    readonly perSecond: number
    /** Of the last thousand replies, in milliseconds; null before the first. */
    readonly p50: number | null
    readonly p99: number | null
    readonly history: readonly Sample[]
  }
  /** Ends the second that has begun, so that its users count too. */
  readonly end: () => void
}

const historySeconds = 600
const recentReplies = 1024
const rateSeconds = 5

type Current = { readonly at: number; users: number; readonly replies: number[] }

/** `atOnce`: how many users are sent at once at this moment. `setAside`: how many wait until the others are through. */
export function createMeter(
  now: () => number,
  atOnce: () => number = () => 0,
  setAside: () => number = () => 0,
): Meter {
  /** Seconds that are over: they do not change any more. */
  const history: Sample[] = []
  const startedAt = now()
  let current: Current | null = null
  let begins = true
  const replies: number[] = []
  let next = 0

  const currentSecond = (): Current => {
    // The first second may have begun before the run did.
    const at = Math.max(Math.floor(now() / 1000) * 1000, startedAt)
    if (current?.at === at) return current
    endSecond(at)
    current = { at, users: 0, replies: [] }
    return current
  }

  const endSecond = (at: number) => {
    if (current === null || current.at >= at) return
    const times = sorted(current.replies)
    const aside = setAside()
    history.push({
      at: current.at,
      ms: Math.max(1, Math.min(1000 - (current.at % 1000), at - current.at)),
      users: current.users,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      atOnce: atOnce(),
      ...(aside > 0 ? { setAside: aside } : {}),
      ...(begins ? { begins } : {}),
    })
    begins = false
    if (history.length > historySeconds) history.shift()
    current = null
  }

  return {
    reply: (ms) => {
      replies[next] = ms
      next = (next + 1) % recentReplies
      const second = currentSecond()
      if (second.replies.length < 500) second.replies.push(ms)
    },
    finished: (users) => {
      currentSecond().users += users
    },
    end: () => endSecond(now()),
    read: () => {
      endSecond(Math.floor(now() / 1000) * 1000)
      const recent = history.filter((second) => second.at >= now() - (rateSeconds + 1) * 1000)
      const users = recent.reduce((sum, second) => sum + second.users, 0)
      const times = sorted(replies)
      return {
        perSecond: users / Math.min(rateSeconds, Math.max(1, secondsSince(recent[0], now()))),
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        history: [...history],
      }
    },
  }
}

/** Whole seconds since the first of some, so that a run that has just begun is not called slow. */
function secondsSince(first: Sample | undefined, now: number): number {
  return first === undefined ? 1 : Math.floor((now - first.at) / 1000)
}

/** The meters of two rounds that follow one another, as one run. */
export function chainMeters(first: Meter, second: Meter): Meter {
  return {
    ...second,
    read: () => {
      const now = second.read()
      const following = now.history.map(({ begins: _begins, ...sample }) => sample)
      return { ...now, history: [...first.read().history, ...following] }
    },
  }
}

function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b)
}

function quantile(values: readonly number[], q: number): number | null {
  return values[Math.min(values.length - 1, Math.floor(values.length * q))] ?? null
}
