import type { Clock } from '../runner/clock.ts'

/** A snapshot of what is being fetched; the latest wins. */
export type FetchProgress = {
  readonly state: 'connecting' | 'fetching' | 'waiting' | 'finishing'
  readonly users: number
  /** Null: the source cannot tell. */
  readonly total: number | null
  /** Of the last seconds, in this session. */
  readonly perSecond: number
  readonly bytes: number
  /** Users that came again and were not written again. */
  readonly repeated: number
  /** Why it waits; empty: it does not. */
  readonly note: string
}

/** Snapshots in a second, at most. */
const minMs = 100
/** The rate is that of this many milliseconds. */
const windowMs = 5000

/** Turns what happens into snapshots, at most ten a second; a change of state is told at once. */
export function createProgress(clock: Clock, tell: (progress: FetchProgress) => void) {
  let toldAt = -Infinity
  let told: FetchProgress['state'] | null = null
  let samples: readonly { readonly at: number; readonly users: number }[] = []
  return (now: Omit<FetchProgress, 'perSecond'>): void => {
    const at = clock.ticks()
    if (now.state === told && at - toldAt < minMs) return
    const recent = samples.filter((sample) => at - sample.at <= windowMs)
    const first = recent[0]
    const perSecond = first === undefined || at <= first.at ? 0 : ((now.users - first.users) * 1000) / (at - first.at)
    samples = [...recent, { at, users: now.users }]
    toldAt = at
    told = now.state
    tell({ ...now, perSecond })
  }
}
