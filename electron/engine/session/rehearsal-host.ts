import { startRehearsalCore, type RehearsalCore, type RehearsalOptions } from '../rehearsal/rehearsal-core.ts'
import type { Result } from '../../../shared/result.ts'

/** The embedded core as the session sees it: in this thread, or on the other side of a worker. */
export type RunningRehearsal = {
  readonly baseUrl: string
  readonly stop: () => Promise<void>
  readonly users: (page: Parameters<RehearsalCore['users']>[0]) => Promise<ReturnType<RehearsalCore['users']>>
  readonly count: () => Promise<number>
  readonly setFaults: (faults: Parameters<RehearsalCore['setFaults']>[0]) => Promise<void>
  readonly signIn: RehearsalCore['signIn']
}

export type StartRehearsal = (options: RehearsalOptions) => Promise<Result<RunningRehearsal>>

/** Starts the embedded core in this very thread: for the command line's tests and wherever no worker can be had. */
export async function startRehearsalHere(options: RehearsalOptions): Promise<Result<RunningRehearsal>> {
  const started = await startRehearsalCore(options)
  if (!started.ok) return started
  const core = started.value
  return {
    ok: true,
    value: {
      baseUrl: core.baseUrl,
      stop: core.stop,
      users: (page) => Promise.resolve(core.users(page)),
      count: () => Promise.resolve(core.count()),
      setFaults: (faults) => Promise.resolve(core.setFaults(faults)),
      signIn: core.signIn,
    },
  }
}
