import { parentPort, workerData } from 'node:worker_threads'
import type { EventName, Events } from '../../shared/ipc/contract.ts'
import { problem, type Result } from '../../shared/result.ts'
import { coalesce, type TimerClock } from '../../shared/coalesce.ts'

/** Messages of main to a worker. */
export type ToWorker = {
  readonly kind: 'ask'
  readonly id: number
  readonly channel: string
  readonly input: unknown
}

/** Messages of a worker to main. */
export type FromWorker =
  | { readonly kind: 'reply'; readonly id: number; readonly result: Result<unknown> }
  | { readonly kind: 'event'; readonly event: EventName; readonly value: unknown }

/** Given to both workers when they start. */
export type WorkerSettings = { readonly appFolder: string }

/** Main tells the query worker which document is open: input `{ path: string | null }`, value `{}`. */
export const queriesOpen = 'queries:open'

export type Emit = <E extends EventName>(event: E, value: Events[E]) => void

/** A worker: it answers requests by channel and, where it has something to tell, emits events. */
type WorkerHandler = {
  readonly ask: (channel: string, input: unknown) => Promise<Result<unknown>>
  readonly subscribe?: (emit: Emit) => void
}

/** The side of a message port that a worker uses. */
type Port = {
  readonly postMessage: (message: FromWorker) => void
  readonly on: (event: 'message', listener: (message: ToWorker) => void) => unknown
}

/** The shortest time between two notices that the document changed, in milliseconds. */
const changeMs = 400

/** The settings this worker was started with. */
export function workerSettings(): WorkerSettings {
  return workerData as WorkerSettings
}

/**
 * Answers main until the worker ends. Requests run side by side; a handler that throws becomes a problem named by
 * its channel only, because an error's own text may quote what the operator entered. A document changes with every
 * batch; of notices of that the latest wins.
 */
export function serveWorker(clock: TimerClock, handler: WorkerHandler, port: Port | null = parentPort): void {
  if (port === null) throw new Error('serveWorker is for worker threads')
  const tell = (event: EventName, value: unknown): void => port.postMessage({ kind: 'event', event, value })
  let changed: unknown = null
  const change = coalesce(async () => tell('document-changed', changed), changeMs, clock)

  handler.subscribe?.((event, value) => {
    if (event !== 'document-changed') return tell(event, value)
    changed = value
    change.request()
  })

  port.on('message', (message) => {
    void answer(handler, message.channel, message.input).then((result) =>
      port.postMessage({ kind: 'reply', id: message.id, result }),
    )
  })
}

async function answer(handler: WorkerHandler, channel: string, input: unknown): Promise<Result<unknown>> {
  try {
    return await handler.ask(channel, input)
  } catch (error) {
    reportFault(channel, error)
    return internalError(channel)
  }
}

export const noDocument = problem('no-document', 'No migration is open. Open one, or start a new one.')
export const unknownChannel = problem('unknown-channel', 'The app does not know this request.')

export function internalError(channel: string): Result<never> {
  return problem('internal', `Internal error (${channel}). All progress is saved; try again.`)
}

/** Names the kind of error and the place, never its text. */
export function reportFault(where: string, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error
  const places = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : []
  process.stderr.write(`${where}: ${name}\n${places.slice(0, 8).join('\n')}\n`)
}
