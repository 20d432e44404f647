/** When failures pause a run; null: that condition is off. */
export type StopRule = {
  /** Limit of failed users in a row. */
  readonly inARow: number | null
  /** More than this part of the users of the run failed, in percent. */
  readonly percent: number | null
}

export const defaultStopRule: StopRule = { inARow: 50, percent: null }

export const maxInARow = 100_000

/** A percentage of fewer users than this says nothing. */
export const minUsersForPercent = 50

/** Minutes without an answer after which a run that is watched pauses, unless another limit is set. */
export const defaultGiveUpMinutes = 60

export const maxGiveUpMinutes = 7 * 24 * 60
