import type { Scope } from '../../../shared/ipc/contract.ts'
import type { Speed } from '../../../shared/ipc/speed.ts'
import type { StopRule } from '../../../shared/ipc/stop-rule.ts'
import type { MethodCounts, ProgressView, StateCounts } from '../../../shared/ipc/views.ts'
import type { Result } from '../../../shared/result.ts'
import type { Database } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import type { BulkTiming } from '../runner/bulk/bulk-timing.ts'
import type { Executor } from '../../../shared/core-api/executor.ts'
import type { Clock } from '../runner/clock.ts'
import type { Command } from '../runner/command.ts'
import type { RoundEnd } from '../runner/round.ts'
import type { Send } from '../runner/step.ts'
import type { Provenance } from '../document/provenance.ts'
import type { RunSums } from './progress-view.ts'

export type RunOrder = {
  readonly scope: Scope
  readonly concurrency: number | 'auto'
  /** Failed users of the scope are sent again. */
  readonly retry: boolean
  /** The most requests per second; nothing: no ceiling. */
  readonly maxRate?: number | null
  /** When failures pause the run; nothing: as by default. */
  readonly stopRule?: StopRule
  /** Milliseconds without any answer after which the run stops; nothing: it waits on. */
  readonly giveUpAfterMs?: number
  /** How users are sent; nothing: by single calls. */
  readonly executor?: Executor
}

/** A connection to send through, made anew for every round so that a new key counts. */
export type OpenConnection = (concurrency: number) => { readonly send: Send; readonly close: () => Promise<void> }

export type RunSettings = {
  readonly database: Database
  readonly clock: Clock
  readonly random: () => number
  /** How a bulk import goes about it; nothing: as it is best for a real core. */
  readonly bulkPace?: Partial<BulkTiming> | undefined
  /** The version of the document; it grows with every change. */
  readonly version: () => number
  /** Users per state, and how each login method stands, while nothing is sent. */
  readonly restingCounts: () => StateCounts
  readonly restingMethods: () => readonly MethodCounts[]
  /** Signs which users this machine creates. */
  readonly provenance: (target: Target) => Provenance
  readonly onProgress: (view: ProgressView) => void
  /** States changed in the document. */
  readonly onChange: () => void
}

/** The run of one document: started, paused, resumed, cancelled, and looked at. */
export type RunControl = {
  readonly start: (target: Target, connect: OpenConnection, order: RunOrder) => Result<ProgressView>
  readonly resume: (target: Target, connect: OpenConnection) => Result<ProgressView>
  /** Tells the run; without one, a speed or a limit counts for the next. */
  readonly tell: (command: Command) => ProgressView
  readonly view: () => ProgressView
  /** What the operator asked for last. */
  readonly speed: () => Speed
  /** Resolves with the end of the current round; at once when none is under way. */
  readonly ended: () => Promise<RoundEnd | null>
  /** How the last run sent its users under `auto`, and why; empty: nothing was to be chosen. */
  readonly executorChoice: () => string
  readonly running: () => boolean
  /** Since the last `start`, over all its rounds. */
  readonly sums: () => RunSums
  /** Forgets the last run's state (another target, another document). */
  readonly reset: () => void
}
