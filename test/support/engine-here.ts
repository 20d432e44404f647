import { onTestFinished } from 'vitest'
import { createQueries } from '../../electron/engine/queries/queries.ts'
import { createEngine } from '../../electron/engine/engine.ts'
import { createReports } from '../../electron/engine/channels/report-channels.ts'
import { isReportChannel, type Engine, type InternalChannel } from '../../electron/engine/engine-api.ts'
import { tryPassword, type TryPassword } from '../../electron/engine/password-check/try-password.ts'
import { startRehearsalHere } from './rehearsal-here.ts'
import { createListeners } from '../../shared/ipc/bridge.ts'
import { type Channel, type Output, requests } from '../../shared/ipc/contract.ts'
import type { Result } from '../../shared/result.ts'
import { createTrustStore } from '../../electron/engine/trust/trust-store.ts'
import { must } from './documents.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The engine and its queries without their threads, ended with the test. */
export function engineHere(options: { readonly tryPassword?: TryPassword } = {}): Engine {
  const appFolder = temporaryFolder()
  const writer = createEngine({
    appFolder,
    startRehearsal: startRehearsalHere,
    tryPassword: options.tryPassword ?? tryPassword,
  })
  const listeners = createListeners()
  writer.subscribe(listeners.emit)
  const query = createQueries(createTrustStore(appFolder))
  const reports = createReports()
  const look = async (path: string | null) => {
    await reports.open(path)
    query.open(path)
  }
  const internal = async (channel: InternalChannel, input: unknown): Promise<Result<unknown>> => {
    if (isReportChannel(channel)) return reports.write(channel, input as never)
    if (channel === 'internal:close') await look(null)
    const answer = await writer.ask(channel, input)
    if ((channel === 'internal:create' || channel === 'internal:open') && answer.ok && hasPath(input))
      await look(input.path)
    return answer
  }
  const engine: Engine = {
    invoke: async <C extends Channel>(channel: C, input: unknown) =>
      (await (requests[channel].by === 'queries'
        ? query.answer(channel, input)
        : writer.ask(channel, input))) as Result<Output<C>>,
    internal: internal as Engine['internal'],
    isOpening: () => false,
    on: listeners.on,
    end: async () => {
      await internal('internal:close', {})
    },
  }
  onTestFinished(engine.end)
  return engine
}

function hasPath(input: unknown): input is { readonly path: string } {
  return typeof input === 'object' && input !== null && 'path' in input && typeof input.path === 'string'
}

/** Waits until nothing is read or planned any more. */
export async function settled(engine: Engine): Promise<Output<'document:state'>> {
  for (;;) {
    // The last request begins after this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    // Asked again only after it has said that something changed.
    let stop = () => {}
    const change = new Promise<void>((resolve) => (stop = engine.on('document-changed', () => resolve())))
    try {
      const state = must(await engine.invoke('document:state', {}))
      if (state === null || state.work.kind === 'idle') return state
      await change
    } finally {
      stop()
    }
  }
}
