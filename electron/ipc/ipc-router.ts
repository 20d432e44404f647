import { requests } from '../../shared/ipc/contract.ts'
import type { Channel, HostChannel } from '../../shared/ipc/contract.ts'
import { ok, problem } from '../../shared/result.ts'
import type { Result } from '../../shared/result.ts'
import type { Engine } from '../engine/engine-api.ts'
import { reportFault } from '../engine/worker-protocol.ts'
import { createDocuments } from './services/documents.ts'
import type { Documents } from './services/documents.ts'
import type { Host } from './host.ts'
import { hostRequests } from './services/host-requests.ts'
import type { Log } from './log.ts'
import { isWithinMessageLimits } from './message-limits.ts'

/** Answers one message of the renderer; neither argument is trusted. Never rejects. */
export type IpcRouter = (channel: unknown, input: unknown) => Promise<Result<unknown>>

export type IpcRouterOptions = {
  readonly engine: Engine
  readonly host: Host
  readonly documents?: Documents
  readonly log?: Log
}

/**
 * Everything the renderer says passes here: only channels of the contract, only inputs that fit it, only replies
 * that fit it. A reply keeps the fields that the contract names and no other. What does not fit is told by the
 * channel's name alone, never by its content.
 */
export function createIpcRouter({
  engine,
  host,
  documents = createDocuments(engine, host),
  log = silent,
}: IpcRouterOptions): IpcRouter {
  const byHost = hostRequests(engine, host, documents, log)
  // Both were checked against the contract before; these two lines are where its types end.
  const askHost = (channel: HostChannel, input: unknown) =>
    (byHost[channel] as (input: unknown) => Promise<Result<unknown>>)(input)
  const askEngine = engine.invoke as (channel: Channel, input: unknown) => Promise<Result<unknown>>

  return async (channel, input) => {
    if (!isChannel(channel)) return problem('unknown-channel', 'The app does not know this request.')
    const { input: accepts, output } = requests[channel]
    const parsed = isWithinMessageLimits(input) ? accepts.safeParse(input) : { success: false as const }
    if (!parsed.success) {
      return problem('bad-input', `The request ${channel} has invalid values. Check what you entered, then try again.`)
    }
    try {
      const answer = await (isHosts(channel) ? askHost(channel, parsed.data) : askEngine(channel, parsed.data))
      log.write(answer.ok ? 'debug' : 'warn', 'asked', { channel, code: answer.ok ? 'ok' : answer.error.code })
      if (!answer.ok) return problem(answer.error.code, answer.error.message)
      const reply = output.safeParse(answer.value)
      if (reply.success) return ok(reply.data)
      process.stderr.write(`${channel}: the reply does not fit the contract\n`)
      log.write('error', 'reply-does-not-fit', { channel })
      return internal(channel)
    } catch (error) {
      reportFault(channel, error)
      log.write('error', 'fault', { channel, kind: error instanceof Error ? error.name : typeof error })
      return internal(channel)
    }
  }
}

const silent: Log = { level: 'error', write: () => undefined, troubles: () => [] }

function isChannel(value: unknown): value is Channel {
  return typeof value === 'string' && Object.hasOwn(requests, value)
}

/** Says the contract. */
function isHosts(channel: Channel): channel is HostChannel {
  const request: (typeof requests)[Channel] & { readonly through?: 'host' } = requests[channel]
  return request.by === 'host' || request.through === 'host'
}

function internal(channel: Channel): Result<never> {
  return problem('internal', `Internal error (${channel}). All progress is saved; try again.`)
}
