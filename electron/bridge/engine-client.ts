import { join } from 'node:path'
import type { Channel, EventName, Events, Output } from '../../shared/bridge/contract.ts'
import { requests } from '../../shared/bridge/contract.ts'
import type { DocumentView, ProgressView } from '../../shared/bridge/views.ts'
import type { Result } from '../../shared/result.ts'
import type { Engine, InnerChannel, InnerRequests } from '../engine/engine-api.ts'
import { deskOpen } from '../engine/worker-protocol.ts'
import { linkWorker } from './worker-link.ts'

export type EngineOptions = {
  /** The folder of engine-worker.js and desk-worker.js, absolute. */
  readonly workerFolder: string
  /** Where the app keeps its own files. */
  readonly appFolder: string
}

/**
 * The engine as main sees it: one worker that writes, one that reads. When a worker dies, its outstanding requests
 * answer with a problem, it is started again with the document open and idle, and `trouble` says so.
 */
export function startEngine({ workerFolder, appFolder }: EngineOptions): Engine {
  const listeners = new Map<EventName, Set<(value: never) => void>>()
  let openPath: string | null = null

  const emit = <E extends EventName>(event: E, value: Events[E]): void => {
    for (const listener of listeners.get(event) ?? []) (listener as (value: Events[E]) => void)(value)
  }
  const onEvent = (event: EventName, value: unknown): void => emit(event, value as Events[typeof event])

  const writer = linkWorker({
    file: join(workerFolder, 'engine-worker.js'),
    settings: { appFolder },
    onEvent,
    restore: async (ask) => {
      if (openPath === null) return
      const document = (await ask('inner:open', { path: openPath })) as Result<DocumentView>
      if (!document.ok) return emit('trouble', document.error)
      const progress = (await ask('run:progress', {})) as Result<ProgressView>
      if (progress.ok) emit('progress', progress.value)
      emit('changed', { version: document.value.version })
    },
    onDeath: (outcome) => emit('trouble', troubleOf('engine', outcome)),
  })

  const desk = linkWorker({
    file: join(workerFolder, 'desk-worker.js'),
    settings: { appFolder },
    onEvent,
    restore: async (ask) => {
      if (openPath !== null) await ask(deskOpen, { path: openPath })
    },
    onDeath: (outcome) => emit('trouble', troubleOf('desk', outcome)),
  })

  /** The reader follows the writer; it lets go of a document before the writer closes it. */
  const point = async (path: string | null): Promise<void> => {
    openPath = path
    const pointed = await desk.ask(deskOpen, { path })
    if (!pointed.ok) emit('trouble', pointed.error)
  }

  const inner = async <C extends InnerChannel>(channel: C, input: InnerRequests[C]['input']) => {
    const before = openPath
    if (channel === 'inner:close') await point(null)
    const result = (await writer.ask(channel, input)) as Result<InnerRequests[C]['output']>
    if (channel === 'inner:close' && !result.ok) await point(before)
    if ((channel === 'inner:create' || channel === 'inner:open') && result.ok && 'path' in input) {
      await point(input.path)
    }
    if (result.ok && openPath !== before) {
      emit('changed', { version: 'version' in result.value ? result.value.version : 0 })
    }
    return result
  }

  /** The writer has the document for itself; whoever asks the reader meanwhile waits. */
  let alone: Promise<unknown> = Promise.resolve()
  const askAlone = async (channel: Channel, input: unknown): Promise<Result<unknown>> => {
    await desk.ask(deskOpen, { path: null })
    try {
      return await writer.ask(channel, input)
    } finally {
      await desk.ask(deskOpen, { path: openPath })
    }
  }

  return {
    ask: async (channel, input) => {
      if (channel === 'hashes:remove') {
        const asked = alone.then(() => askAlone(channel, input))
        alone = asked.catch(() => undefined)
        return (await asked) as Result<Output<typeof channel>>
      }
      const link = byOf(channel) === 'desk' ? desk : writer
      if (link === desk) await alone
      return (await link.ask(channel, input)) as Result<Output<typeof channel>>
    },
    inner,
    on: (event, listener) => {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
      return () => void set.delete(listener)
    },
    end: async () => {
      if (openPath !== null) await inner('inner:close', {})
      await Promise.all([writer.end(), desk.end()])
    },
  }
}

function byOf(channel: Channel): 'host' | 'engine' | 'desk' {
  return requests[channel].by
}

function troubleOf(which: 'engine' | 'desk', outcome: 'restarted' | 'given-up'): Events['trouble'] {
  if (outcome === 'given-up') {
    return {
      code: `${which}-broken`,
      message:
        'The part of the app behind this window keeps stopping. Quit the app and start it again; nothing done is lost.',
    }
  }
  return which === 'engine'
    ? {
        code: 'engine-restarted',
        message:
          'The part of the app that migrates stopped unexpectedly. It was started again and the migration is open; nothing done is lost. Continue when you are ready.',
      }
    : { code: 'desk-restarted', message: 'The part of the app that fills the tables stopped and was started again.' }
}
