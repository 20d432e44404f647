import { startRehearsalCore, type RehearsalOptions } from '../../electron/engine/rehearsal/rehearsal-core.ts'
import type { RunningRehearsal } from '../../electron/engine/session/rehearsal-host.ts'
import type { Result } from '../../shared/result.ts'

/** Starts the embedded core in this very thread. */
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
      addTenants: (tenants) => Promise.resolve(core.addTenants(tenants)),
      signIn: core.signIn,
    },
  }
}
