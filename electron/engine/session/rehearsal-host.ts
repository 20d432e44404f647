import type { RehearsalCore, RehearsalOptions } from '../rehearsal/rehearsal-core.ts'
import type { Result } from '../../../shared/result.ts'

/** The embedded core as the session sees it: in this thread, or on the other side of a worker. */
export type RunningRehearsal = {
  readonly baseUrl: string
  readonly stop: () => Promise<void>
  readonly users: (page: Parameters<RehearsalCore['users']>[0]) => Promise<ReturnType<RehearsalCore['users']>>
  readonly count: () => Promise<number>
  readonly setFaults: (faults: Parameters<RehearsalCore['setFaults']>[0]) => Promise<void>
  readonly addTenants: (tenants: readonly string[]) => Promise<void>
  readonly signIn: RehearsalCore['signIn']
}

export type StartRehearsal = (options: RehearsalOptions) => Promise<Result<RunningRehearsal>>
