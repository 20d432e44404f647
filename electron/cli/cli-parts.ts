import type { Clock } from '../engine/runner/clock.ts'
import type { Timeouts } from '../engine/core-client/core-client.ts'
import type { ReadDrafts } from '../engine/import-pipeline/read-drafts.ts'
import type { TrustStore } from '../engine/trust/trust-store.ts'
import type { AnyFetchSource } from '../engine/fetching/source.ts'
import type { StartRehearsal } from '../engine/session/rehearsal-host.ts'
import type { Io } from './io.ts'
import type { CommandSpec } from './options/command-spec.ts'

/** The parts of commands; tests replace the clock and the random numbers. */
export type CliParts = {
  readonly startRehearsal: StartRehearsal
  /** The confirmations of this machine; left out: none, and none are saved. */
  readonly trust?: TrustStore | undefined
  readonly readDrafts?: ReadDrafts
  /** Sources that users can be fetched from; default: the app's. */
  readonly fetchSources?: readonly AnyFetchSource[] | undefined
  readonly clock?: Clock
  readonly random?: () => number
  /** How long one request of a run may take. */
  readonly deadlines?: Partial<Timeouts> | undefined
}

/** One command: its options and examples, and its run, which returns the exit code. */
export type Command = {
  readonly spec: CommandSpec
  readonly run: (args: readonly string[], io: Io, parts: CliParts) => number | Promise<number>
}
