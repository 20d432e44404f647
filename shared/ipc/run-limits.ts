/** When failures pause a run; null: that condition is off. */
export type StopRule = {
  /** Limit of failed users in a row. */
  readonly inARow: number | null
  /** More than this part of the users of the run failed, in percent. */
  readonly percent: number | null
}

export const defaultStopRule: StopRule = { inARow: 50, percent: null }

export const maxInARow = 100_000

export const maxGiveUpMinutes = 7 * 24 * 60

/** How fast a run sends: users at once, and the most requests per second (null: no ceiling). */
export type Speed = { readonly concurrency: 'auto' | number; readonly maxRate: number | null }

export const defaultSpeed: Speed = { concurrency: 'auto', maxRate: null }

export const maxAtOnce = 256
export const maxPerSecond = 10_000

/** How many users can be named one by one, as chosen ones or as exceptions; more are named by a filter. */
export const maxNamed = 100_000
