import { cronEveryMs } from '../../../../shared/core-api/choose-executor.ts'

/** How a bulk run goes about it. Times: milliseconds. */
export type BulkTiming = {
  /**
   * Users of one request; cores take up to 10,000. What a transaction of the import job holds does not depend on it: a core
   * splits each round by its own settings. Measured (`docs/benchmarks.md`): smaller requests cost more, larger ones no less, and
   * a smaller one loses less when it is refused or its reply is lost.
   */
  readonly batchSize: number
  /** Users that may wait in the core at once: enough for the half minute that its job takes for them, and each is held in memory. */
  readonly maxWaiting: number
  /** Between two looks at the core's list, at most; less after something changed. */
  readonly pollMs: number
  /** After a lost reply: the request cannot come through any more after this. */
  readonly quietMs: number
  /** The core's job is late, and may be off, when nothing changed for so long. */
  readonly lateAfterMs: number
  /** Requests at once where the operator leaves that to the app. */
  readonly lookUps: number
}

export const defaultBulkTiming: BulkTiming = {
  batchSize: 5000,
  maxWaiting: 50_000,
  pollMs: 5000,
  quietMs: 60_000,
  lateAfterMs: cronEveryMs + 30_000,
  lookUps: 16,
}
