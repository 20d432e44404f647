import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { EventName } from '../../shared/ipc/contract.ts'
import { problem, type Result } from '../../shared/result.ts'
import { type FromWorker, reportFault, type ToWorker, type WorkerSettings } from '../engine/worker-protocol.ts'

type Ask = (channel: string, input: unknown) => Promise<Result<unknown>>

type WorkerLink = { readonly ask: Ask; readonly end: () => Promise<void> }

type LinkOptions = {
  /** Absolute path of the worker's script. */
  readonly file: string
  readonly settings: WorkerSettings
  readonly onEvent: (event: EventName, value: unknown) => void
  /** Brings a restarted worker where the old one was; other requests wait until this is done. */
  readonly restore: (ask: Ask) => Promise<void>
  readonly onDeath: (outcome: 'restarted' | 'given-up') => void
}

const stopped = problem(
  'worker-stopped',
  'The engine stopped before it answered. Check the state of the migration, then try again.',
)
const givenUp = problem(
  'worker-broken',
  'The engine keeps stopping. Quit the app and start it again; the migration continues where it stopped.',
)

/** A worker that stops this often within a minute is not started again. */
const deathsAllowed = 3
const minute = 60_000

/** One worker thread: requests and replies by id, events, and a restart when it dies. */
export function linkWorker(options: LinkOptions): WorkerLink {
  const outstanding = new Map<number, (result: Result<unknown>) => void>()
  let deaths: readonly number[] = []
  let nextId = 1
  let ended = false
  let worker: Worker | null = start()
  let ready: Promise<void> = Promise.resolve()

  function start(): Worker {
    const started = new Worker(options.file, { workerData: options.settings })
    started.on('message', (message: FromWorker) => {
      if (message.kind === 'reply') {
        outstanding.get(message.id)?.(message.result)
        outstanding.delete(message.id)
        return
      }
      options.onEvent(message.event, message.value)
    })
    started.on('error', (error) => reportFault(basename(options.file), error))
    started.on('exit', () => {
      if (!ended && worker === started) died()
    })
    return started
  }

  function died(): void {
    const waiting = [...outstanding.values()]
    outstanding.clear()
    const now = performance.now()
    deaths = [...deaths.filter((at) => now - at < minute), now]
    const again = deaths.length < deathsAllowed
    worker = again ? start() : null
    ready = again ? options.restore(send) : Promise.resolve()
    for (const resolve of waiting) resolve(stopped)
    void ready.then(() => options.onDeath(again ? 'restarted' : 'given-up'))
  }

  function send(channel: string, input: unknown): Promise<Result<unknown>> {
    const current = worker
    if (current === null || ended) return Promise.resolve(givenUp)
    return new Promise((resolve) => {
      const id = nextId++
      outstanding.set(id, resolve)
      current.postMessage({ kind: 'ask', id, channel, input } satisfies ToWorker)
    })
  }

  return {
    ask: async (channel, input) => {
      // The worker may have died and been restarted again meanwhile.
      for (let seen: unknown; seen !== ready;) {
        seen = ready
        await ready
      }
      return await send(channel, input)
    },
    end: async () => {
      ended = true
      await worker?.terminate()
      for (const resolve of outstanding.values()) resolve(stopped)
      outstanding.clear()
    },
  }
}
