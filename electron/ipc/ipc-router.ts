import { type Channel, type HostChannel, requests } from '../../shared/ipc/contract.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import type { Engine } from '../engine/engine-api.ts'
import { internalError, reportFault, unknownChannel } from '../engine/worker-protocol.ts'
import type { Host } from './host.ts'
import type { Log } from './log.ts'
import { createDocuments, type Documents } from './services/documents.ts'
import { hostRequests } from './services/host-requests.ts'

/** Answers one message of the renderer; neither argument is trusted. Never rejects. */
export type IpcRouter = (channel: unknown, input: unknown) => Promise<Result<unknown>>

type IpcRouterOptions = {
  readonly engine: Engine
  readonly host: Host
  readonly documents?: Documents
  readonly log?: Log
}

/**
 * Everything the renderer says passes here: only channels of the contract, only inputs that fit it, only replies
 * that fit it. A reply keeps the fields that the contract names and no other. A misfit is reported by the
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
    if (!isChannel(channel)) return unknownChannel
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
      return internalError(channel)
    } catch (error) {
      reportFault(channel, error)
      log.write('error', 'fault', { channel, kind: error instanceof Error ? error.name : typeof error })
      return internalError(channel)
    }
  }
}

const silent: Log = { level: 'error', write: () => undefined, warnings: () => [] }

function isChannel(value: unknown): value is Channel {
  return typeof value === 'string' && Object.hasOwn(requests, value)
}

/** Whether the host answers this channel, itself or on the way to the engine. */
function isHosts(channel: Channel): channel is HostChannel {
  const request: (typeof requests)[Channel] & { readonly through?: 'host' } = requests[channel]
  return request.by === 'host' || request.through === 'host'
}

/** Limits of one message. The largest that the page sends names a hundred thousand selected users. */
const most = { values: 250_000, characters: 4 * 1024 ** 2, depth: 32 } as const

/**
 * Whether a message is plain data within the limits: null, booleans, numbers, texts, arrays and plain objects, at most
 * 250,000 of them, 32 deep, with 4 Mi characters in all. Messages between processes could hold more: maps, dates,
 * buffers, rings.
 */
export function isWithinMessageLimits(message: unknown): boolean {
  const left = { values: most.values, characters: most.characters }
  const waiting: (readonly [value: unknown, depth: number])[] = [[message, 0]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, depth] = next
    left.values -= 1
    if (typeof value === 'string') left.characters -= value.length
    else if (typeof value === 'object' && value !== null) {
      if (!isPlainObject(value)) return false
      for (const [key, internal] of Object.entries(value)) {
        left.characters -= key.length
        waiting.push([internal, depth + 1])
        if (waiting.length > left.values) return false
      }
    } else if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return false
    if (left.values < 0 || left.characters < 0 || depth > most.depth) return false
  }
  return true
}

function isPlainObject(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
