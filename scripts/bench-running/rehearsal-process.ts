import { fork } from 'node:child_process'
import { startRehearsalCore, type RehearsalCore } from '../../electron/engine/rehearsal/rehearsal-core.ts'
import type { BulkOptions } from '../../electron/engine/rehearsal/bulk-cron.ts'
import type { Faults } from '../../electron/engine/rehearsal/faults/faults.ts'

/** How fast the core is. */
export type CoreSpeed = { readonly faults: Faults; readonly bulk: Partial<BulkOptions> }

type ToCore =
  | { readonly kind: 'restart'; readonly port: number; readonly speed: CoreSpeed }
  | { readonly kind: 'count' }
type FromCore = { readonly port: number; readonly users: number }

/** The rehearsal core in a process of its own, as the bench sees it. */
export type RehearsalProcess = {
  /** An empty core at the same address. */
  readonly restart: (speed: CoreSpeed) => Promise<string>
  readonly count: () => Promise<number>
  readonly stop: () => void
}

export function startRehearsalProcess(program: string): RehearsalProcess {
  const child = fork(program, ['--as', 'rehearsal'])
  let port = 0
  const ask = (message: ToCore): Promise<FromCore> =>
    new Promise((resolve) => {
      child.once('message', (answer: FromCore) => resolve(answer))
      child.send(message)
    })
  return {
    restart: async (speed) => {
      port = (await ask({ kind: 'restart', port, speed })).port
      return `http://127.0.0.1:${port}`
    },
    count: async () => (await ask({ kind: 'count' })).users,
    stop: () => child.disconnect(),
  }
}

/** Makes this process the core. */
export function runRehearsal(): void {
  let core: RehearsalCore | null = null
  const restart = async (port: number, { faults, bulk }: CoreSpeed) => {
    await core?.stop()
    const dialect = 'supertokens'
    const started = await startRehearsalCore({ port, dialect, apiKey: null, signerKey: null, faults, bulk })
    if (!started.ok) throw new Error(started.error.message)
    core = started.value
  }
  const answer = async (message: ToCore) => {
    if (message.kind === 'restart') await restart(message.port, message.speed)
    const port = core === null ? 0 : Number(new URL(core.baseUrl).port)
    process.send?.({ port, users: core?.count() ?? 0 } satisfies FromCore)
  }
  process.on('message', (message: ToCore) => void answer(message))
  process.on('disconnect', () => process.exit(0))
}
