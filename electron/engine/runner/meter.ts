import type { Measured } from '../../../shared/chart/sample.ts'

/** Measures throughput and reply times of the last minutes. */
export type Meter = {
  readonly reply: (ms: number) => void
  /** `overMs`: the time over which they came in, if it is not now. */
  readonly finished: (users: number, overMs?: number) => void
  readonly read: () => {
    readonly perSecond: number
    /** Of the last thousand replies, in milliseconds; null before the first. */
    readonly p50: number | null
    readonly p99: number | null
    readonly history: readonly Measured[]
  }
  /** Ends the second that has begun, so that its users count too. */
  readonly end: () => void
}

const historySeconds = 600
const recentReplies = 1024
const rateSeconds = 5

type Current = { readonly at: number; since: number; users: number; readonly replies: number[] }

type MeterOptions = {
  /** Users set aside until the others are done. */
  readonly setAside?: () => number
  /** The core is asked now and then how far it is: each second covers the time since the one before. */
  readonly covers?: boolean
}

/** `atOnce`: how many users are sent at once at this moment. */
export function createMeter(
  now: () => number,
  atOnce: () => number = () => 0,
  { setAside = () => 0, covers = false }: MeterOptions = {},
): Meter {
  /** Past seconds, which no longer change. */
  const history: Measured[] = []
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
    const last = history.at(-1)
    const since = covers ? (last === undefined ? startedAt : last.at + last.ms) : at
    current = { at, since, users: 0, replies: [] }
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
      ...(current.since < current.at ? { since: current.since } : {}),
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
    finished: (users, overMs = 0) => {
      const second = currentSecond()
      second.users += users
      if (overMs > 0) second.since = Math.max(startedAt, Math.min(second.since, now() - overMs))
    },
    end: () => endSecond(now()),
    read: () => {
      endSecond(Math.floor(now() / 1000) * 1000)
      const from = now() - (rateSeconds + 1) * 1000
      const recent = history.filter((second) => second.at >= from)
      const users = recent.reduce((sum, second) => sum + second.users * shareSince(second, from), 0)
      const times = sorted(replies)
      return {
        perSecond: users / Math.min(rateSeconds, Math.max(1, secondsSince(recent[0], from, now()))),
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        history: [...history],
      }
    },
  }
}

/** Whole seconds since the first of some, so that a run that has just begun is not called slow. */
function secondsSince(first: Measured | undefined, from: number, now: number): number {
  return first === undefined ? 1 : Math.floor((now - Math.max(from, first.since ?? first.at)) / 1000)
}

/** The share of the users of a second that came in after a moment. */
function shareSince({ at, ms, since = at }: Measured, from: number): number {
  return Math.min(1, (at + ms - from) / (at + ms - since))
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
