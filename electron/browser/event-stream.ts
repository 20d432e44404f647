import type { ServerResponse } from 'node:http'
import type { EventName, Events } from '../../shared/ipc/contract.ts'
import type { StreamLine } from '../../shared/ipc/loopback.ts'
import type { Engine } from '../engine/engine-api.ts'
import { createConflatingSender } from '../ipc/conflate.ts'

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
  // The engine limits how often; here only a page that is slow to draw holds the next one back.
  const progress = createConflatingSender<Events['progress']>((value) => sendEvent('progress', value))

  engine.on('progress', progress.send)
  engine.on('document-changed', (value) => sendEvent('document-changed', value))
  engine.on('opening', (value) => sendEvent('opening', value))
  engine.on('error', (value) => sendEvent('error', value))

  /** A page that was away asks again for what it missed. */
  const greet = async (): Promise<void> => {
    const [document, run] = await Promise.all([engine.invoke('document:state', {}), engine.invoke('run:progress', {})])
    if (document.ok) sendEvent('document-changed', { version: document.value?.version ?? 0 })
    progress.acknowledge()
    if (run.ok) progress.send(run.value)
  }

  setInterval(() => page?.write('\n'), heartbeat).unref()

  return {
    send,
    taken: progress.acknowledge,
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
