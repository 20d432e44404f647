import type { ServerResponse } from 'node:http'
import type { EventName, Events } from '../../shared/bridge/contract.ts'
import type { StreamLine } from '../../shared/bridge/loopback.ts'
import type { Engine } from '../engine/engine-api.ts'
import { createLatest } from '../engine/latest.ts'

/** The events of the engine on their way to the one page; a new page replaces the old one. */
export type EventStream = {
  readonly connect: (response: ServerResponse) => void
  /** The page took the last progress. */
  readonly taken: () => void
  readonly send: (line: StreamLine) => void
  readonly connected: () => boolean
  readonly end: () => void
}

/** How often an idle stream shows that it is alive, in milliseconds. */
const heartbeat = 15_000

export function createEventStream(engine: Engine, onGone: () => void): EventStream {
  let page: ServerResponse | null = null

  const send = (line: StreamLine): void => void page?.write(`${JSON.stringify(line)}\n`)
  const sendEvent = <E extends EventName>(event: E, value: Events[E]): void => send({ kind: 'event', event, value })
  const progress = createLatest<Events['progress']>((value) => sendEvent('progress', value))

  engine.on('progress', progress.offer)
  engine.on('changed', (value) => sendEvent('changed', value))
  engine.on('trouble', (value) => sendEvent('trouble', value))

  /** A page that was away asks again for what it missed. */
  const greet = async (): Promise<void> => {
    const [document, run] = await Promise.all([engine.ask('document:state', {}), engine.ask('run:progress', {})])
    if (document.ok) sendEvent('changed', { version: document.value?.version ?? 0 })
    progress.taken()
    if (run.ok) progress.offer(run.value)
  }

  setInterval(() => page?.write('\n'), heartbeat).unref()

  return {
    send,
    taken: progress.taken,
    connected: () => page !== null,
    connect: (response) => {
      page?.end()
      page = response
      response.write('\n')
      response.on('close', () => {
        if (page !== response) return
        page = null
        onGone()
      })
      void greet()
    },
    end: () => page?.end(),
  }
}
