/** One second of the run, for the chart. `p99` in milliseconds. */
export type Second = { readonly at: number; readonly users: number; readonly p99: number }

/** Measures throughput and reply times of the last minutes. */
export type Meter = {
  readonly reply: (ms: number) => void
  readonly finished: (users: number) => void
  readonly read: () => {
    readonly perSecond: number
    readonly p50: number | null
    readonly p99: number | null
    readonly history: readonly Second[]
  }
}

const historySeconds = 600
const recentReplies = 1024
const rateSeconds = 5

export function createMeter(now: () => number): Meter {
  const seconds: { at: number; users: number; replies: number[] }[] = []
  const replies: number[] = []
  let next = 0

  const current = () => {
    const at = Math.floor(now() / 1000) * 1000
    const last = seconds.at(-1)
    if (last !== undefined && last.at === at) return last
    const second = { at, users: 0, replies: [] }
    seconds.push(second)
    if (seconds.length > historySeconds) seconds.shift()
    return second
  }

  return {
    reply: (ms) => {
      replies[next] = ms
      next = (next + 1) % recentReplies
      const second = current()
      if (second.replies.length < 500) second.replies.push(ms)
    },
    finished: (users) => {
      current().users += users
    },
    read: () => {
      const sorted = replies.toSorted((a, b) => a - b)
      const whole = seconds.filter((second) => second.at < Math.floor(now() / 1000) * 1000)
      const recent = whole.filter((second) => second.at >= now() - (rateSeconds + 1) * 1000)
      const users = recent.reduce((sum, second) => sum + second.users, 0)
      return {
        perSecond: recent.length === 0 ? 0 : users / rateSeconds,
        p50: quantile(sorted, 0.5),
        p99: quantile(sorted, 0.99),
        history: whole.map(({ at, users, replies }) => ({
          at,
          users,
          p99:
            quantile(
              replies.toSorted((a, b) => a - b),
              0.99,
            ) ?? 0,
        })),
      }
    },
  }
}

function quantile(sorted: readonly number[], q: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? null
}
