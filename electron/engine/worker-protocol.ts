import { parentPort, workerData } from 'node:worker_threads'
import type { EventName, Events } from '../../shared/ipc/contract.ts'
import { problem } from '../../shared/result.ts'
import type { Result } from '../../shared/result.ts'
import { createConflatingSender } from './conflate.ts'

/** What main sends to a worker. `taken`: the last value of that event arrived. */
export type ToWorker =
  | { readonly kind: 'ask'; readonly id: number; readonly channel: string; readonly input: unknown }
  | { readonly kind: 'ack'; readonly event: EventName }

/** What a worker sends to main. */
export type FromWorker =
  | { readonly kind: 'reply'; readonly id: number; readonly result: Result<unknown> }
  | { readonly kind: 'event'; readonly event: EventName; readonly value: unknown }

/** Given to both workers when they start. */
export type WorkerSettings = { readonly appFolder: string }

/** Main tells the query worker which document is open: input `{ path: string | null }`, value `{}`. */
export const queriesOpen = 'queries:open'

export type Emit = <E extends EventName>(event: E, value: Events[E]) => void

/** What a worker does: answers requests by channel and, where it has something to tell, emits events. */
export type WorkerHandler = {
  readonly ask: (channel: string, input: unknown) => Promise<Result<unknown>>
  readonly subscribe?: (emit: Emit) => void
}

/** The side of a message port that a worker uses. */
export type Port = {
  readonly postMessage: (message: FromWorker) => void
  readonly on: (event: 'message', listener: (message: ToWorker) => void) => unknown
}

/** The settings this worker was started with. */
export function workerSettings(): WorkerSettings {
  return workerData as WorkerSettings
}

/**
 * Answers main until the worker ends. Requests run side by side; a handler that throws becomes a problem named by
 * its channel only, because an error's own text may quote what the operator entered. Progress and change notices
 * leave at most ten a second together, the latest wins, and the next one only after the last arrived.
 */
export function serveWorker(handler: WorkerHandler, port: Port | null = parentPort): void {
  if (port === null) throw new Error('serveWorker is for worker threads')
  const lane = <E extends EventName>(event: E, everyMs?: number) =>
    createConflatingSender<Events[E]>((value) => port.postMessage({ kind: 'event', event, value }), everyMs)
  const lanes = { progress: lane('progress'), 'document-changed': lane('document-changed', 400) }

  handler.subscribe?.((event, value) => {
    if (event === 'progress') lanes.progress.send(value as Events['progress'])
    else if (event === 'document-changed') lanes['document-changed'].send(value as Events['document-changed'])
    else port.postMessage({ kind: 'event', event, value })
  })

  port.on('message', (message) => {
    if (message.kind === 'ack') {
      if (message.event === 'progress' || message.event === 'document-changed') lanes[message.event].acknowledge()
      return
    }
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
    return problem('internal', `Internal error (${channel}). All progress is saved; try again.`)
  }
}

/** Names the kind of error and the place, never its text. */
export function reportFault(where: string, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error
  const places = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : []
  process.stderr.write(`${where}: ${name}\n${places.slice(0, 8).join('\n')}\n`)
}
