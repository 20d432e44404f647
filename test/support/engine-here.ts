import { onTestFinished } from 'vitest'
import { createDesk } from '../../electron/engine/desk/desk.ts'
import { createEngine } from '../../electron/engine/engine.ts'
import type { Engine, InnerChannel } from '../../electron/engine/engine-api.ts'
import { tryPassword, type TryPassword } from '../../electron/engine/proving/try-password.ts'
import { startRehearsalHere } from '../../electron/engine/session/rehearsal-host.ts'
import { requests } from '../../shared/bridge/contract.ts'
import type { Channel, Output } from '../../shared/bridge/contract.ts'
import type { Result } from '../../shared/result.ts'
import { createTrustStore } from '../../electron/engine/trust/trust-store.ts'
import { must } from './documents.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The engine and its desk without their threads, ended with the test. */
export function engineHere(options: { readonly tryPassword?: TryPassword } = {}): Engine {
  const appFolder = temporaryFolder()
  const writer = createEngine({
    appFolder,
    startRehearsal: startRehearsalHere,
    tryPassword: options.tryPassword ?? tryPassword,
  })
  const desk = createDesk(createTrustStore(appFolder))
  const inner = async (channel: InnerChannel, input: unknown): Promise<Result<unknown>> => {
    if (channel === 'inner:close') desk.open(null)
    const answer = await writer.ask(channel, input)
    if ((channel === 'inner:create' || channel === 'inner:open') && answer.ok && hasPath(input)) desk.open(input.path)
    return answer
  }
  const engine: Engine = {
    ask: async <C extends Channel>(channel: C, input: unknown) =>
      (await (requests[channel].by === 'desk' ? desk.answer(channel, input) : writer.ask(channel, input))) as Result<
        Output<C>
      >,
    inner: inner as Engine['inner'],
    on: () => () => undefined,
    end: async () => {
      await inner('inner:close', {})
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
    // What was asked for last begins after this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    const state = must(await engine.ask('document:state', {}))
    if (state === null || state.work.kind === 'idle') return state
  }
}
