import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { TimerClock } from '../../shared/coalesce.ts'
import { createListeners } from '../../shared/ipc/bridge.ts'
import { type Channel, type EventName, type Events, type Output, requests } from '../../shared/ipc/contract.ts'
import type { DocumentView, ProgressView } from '../../shared/ipc/views.ts'
import { type Result, problem } from '../../shared/result.ts'
import { type Engine, type InternalChannel, type InternalRequests, isReportChannel } from '../engine/engine-api.ts'
import { sizeOf } from '../engine/files/folders.ts'
import { systemClock } from '../engine/runner/clock.ts'
import {
  queriesOpen,
  type FromWorker,
  reportFault,
  type ToWorker,
  type WorkerSettings,
} from '../engine/worker-protocol.ts'

type EngineOptions = {
  /** The folder of engine-worker.js and query-worker.js, absolute. */
  readonly workerFolder: string
  /** Where the app keeps its own files. */
  readonly appFolder: string
}

/**
 * The engine as main sees it: one worker that writes, one that reads. When a worker dies, its outstanding requests
 * answer with a problem, it is started again with the document open and idle, and the event `error` says so.
 */
export function startEngine({ workerFolder, appFolder }: EngineOptions): Engine {
  const listeners = createListeners()
  let openPath: string | null = null

  const emit = <E extends EventName>(event: E, value: Events[E]): void => listeners.emit(event, value)

  const opening = createOpeningNotice((value) => emit('opening', value), systemClock)
  /** Used in both cases: the operator opens a migration, or a worker that died is restarted. */
  const open = <T>(path: string, work: () => Promise<T>): Promise<T> =>
    opening.during({ name: basename(path), bytes: sizeOf(path) ?? 0 }, work)

  const writer = linkWorker({
    file: join(workerFolder, 'engine-worker.js'),
    settings: { appFolder },
    onEvent: listeners.emit,
    restore: async (ask) => {
      if (openPath === null) return
      const path = openPath
      const document = (await open(path, () => ask('internal:open', { path }))) as Result<DocumentView>
      if (!document.ok) return emit('error', document.error)
      const progress = (await ask('run:progress', {})) as Result<ProgressView>
      if (progress.ok) emit('progress', progress.value)
      emit('document-changed', { version: document.value.version })
    },
    onDeath: (outcome) => emit('error', troubleOf('engine', outcome)),
  })

  const queries = linkWorker({
    file: join(workerFolder, 'query-worker.js'),
    settings: { appFolder },
    onEvent: listeners.emit,
    restore: async (ask) => {
      if (openPath !== null) await ask(queriesOpen, { path: openPath })
    },
    onDeath: (outcome) => emit('error', troubleOf('queries', outcome)),
  })

  /** The reader follows the writer; it lets go of a document before the writer closes it. */
  const point = async (path: string | null): Promise<void> => {
    openPath = path
    const pointed = await queries.ask(queriesOpen, { path })
    if (!pointed.ok) emit('error', pointed.error)
  }

  /** The writer holds the document exclusively; questions to the reader wait meanwhile. */
  let alone: Promise<unknown> = Promise.resolve()
  const internal = async <C extends InternalChannel>(channel: C, input: InternalRequests[C]['input']) => {
    if (isReportChannel(channel)) {
      await alone
      return (await queries.ask(channel, input)) as Result<InternalRequests[C]['output']>
    }
    const before = openPath
    if (channel === 'internal:close') {
      // Closing a migration must not wait minutes for a file with all its users.
      for (const state of ['internal:report-state', 'internal:selection-state'])
        await queries.ask(state, { stop: true })
      await point(null)
    }
    const ask = () => writer.ask(channel, input)
    const result = (await (channel === 'internal:open' && 'path' in input ? open(input.path, ask) : ask())) as Result<
      InternalRequests[C]['output']
    >
    if (channel === 'internal:close' && !result.ok) await point(before)
    if ((channel === 'internal:create' || channel === 'internal:open') && result.ok && 'path' in input) {
      await point(input.path)
    }
    if (result.ok && openPath !== before) {
      emit('document-changed', { version: 'version' in result.value ? result.value.version : 0 })
    }
    return result
  }

  const askAlone = async (channel: Channel, input: unknown): Promise<Result<unknown>> => {
    await queries.ask(queriesOpen, { path: null })
    try {
      return await writer.ask(channel, input)
    } finally {
      await queries.ask(queriesOpen, { path: openPath })
    }
  }

  return {
    invoke: async (channel, input) => {
      if (channel === 'hashes:remove') {
        const reply = alone.then(() => askAlone(channel, input))
        alone = reply.catch(() => undefined)
        return (await reply) as Result<Output<typeof channel>>
      }
      const link = byOf(channel) === 'queries' ? queries : writer
      if (link === queries) await alone
      return (await link.ask(channel, input)) as Result<Output<typeof channel>>
    },
    internal,
    isOpening: opening.isOpening,
    on: listeners.on,
    end: async () => {
      if (openPath !== null) await internal('internal:close', {})
      await Promise.all([writer.end(), queries.end()])
    },
  }
}

function byOf(channel: Channel): 'host' | 'engine' | 'queries' {
  return requests[channel].by
}

function troubleOf(which: 'engine' | 'queries', outcome: 'restarted' | 'given-up'): Events['error'] {
  if (outcome === 'given-up') {
    return {
      code: `${which}-broken`,
      message: 'The migration engine keeps stopping. Quit the app and start it again. No progress is lost.',
    }
  }
  return which === 'engine'
    ? {
        code: 'engine-restarted',
        message:
          'The migration engine stopped unexpectedly and was restarted. No progress is lost. Continue when you are ready.',
      }
    : { code: 'queries-restarted', message: 'The table engine stopped unexpectedly and was restarted.' }
}

/** Milliseconds between two notices to the page; a file that opens sooner sends none. */
const tellEvery = 1000

type OpeningNotice = {
  /** A migration is being opened right now. */
  readonly isOpening: () => boolean
  /** Opens a migration and sends a notice every second until it is open. */
  readonly during: <T>(file: { readonly name: string; readonly bytes: number }, open: () => Promise<T>) => Promise<T>
}

/** Notifies the page while a migration opens: checking every page of a large file takes a while. */
export function createOpeningNotice(tell: (opening: Events['opening']) => void, clock: TimerClock): OpeningNotice {
  let opening = 0
  return {
    isOpening: () => opening > 0,
    during: async ({ name, bytes }, open) => {
      const began = clock.ticks()
      let told = false
      let cancelTimer = clock.setTimer(tellEvery, tellProgress)
      function tellProgress(): void {
        told = true
        tell({ name, bytes, seconds: Math.round((clock.ticks() - began) / 1000) })
        cancelTimer = clock.setTimer(tellEvery, tellProgress)
      }
      opening += 1
      try {
        return await open()
      } finally {
        opening -= 1
        cancelTimer()
        if (told) tell(null)
      }
    },
  }
}

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
function linkWorker(options: LinkOptions): WorkerLink {
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
