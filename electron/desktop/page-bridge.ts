import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron'
import { problem } from '../../shared/result.ts'
import type { Command } from '../../shared/ipc/commands.ts'
import type { EventName, Events } from '../../shared/ipc/contract.ts'
import type { IpcRouter } from '../ipc/ipc-router.ts'
import type { Engine } from '../engine/engine-api.ts'
import { createConflatingSender } from '../ipc/conflate.ts'
import type { OfferedFiles } from './offered-files.ts'
import { isTrustedSender } from './trusted.ts'

export type PageBridge = {
  readonly contents: WebContents
  readonly origin: string
  readonly gate: IpcRouter
  readonly engine: Engine
  readonly offered: OfferedFiles
}

const untrusted = problem('untrusted-sender', 'The app only answers its own page.')

/** The window's page as main reaches it. */
export type ConnectedPage = { readonly tell: (command: Command) => void }

/** Connects the window's page, and no other page, to the gate and to the engine's events. */
export function connectPage({ contents, origin, gate, engine, offered }: PageBridge): ConnectedPage {
  // The frame is gone once the handler has waited for anything, so it is looked at first.
  const trusted = (event: IpcMainEvent | IpcMainInvokeEvent): boolean => isTrustedSender(event.senderFrame, origin)

  contents.ipc.handle('ipc:invoke', (event, channel: unknown, input: unknown) =>
    trusted(event) ? gate(channel, input) : untrusted,
  )
  contents.ipc.handle('ipc:register-files', (event, paths: unknown) =>
    trusted(event) ? offered.offer(paths) : untrusted,
  )

  const send = <E extends EventName>(event: E, value: Events[E]): void => {
    if (!contents.isDestroyed()) contents.send('ipc:event', event, value)
  }
  // The engine limits how often; here only a page that is slow to draw holds the next one back.
  const progress = createConflatingSender<Events['progress']>((value) => send('progress', value))
  contents.ipc.on('ipc:ack', (event) => {
    if (trusted(event)) progress.acknowledge()
  })
  engine.on('progress', progress.send)
  engine.on('document-changed', (value) => send('document-changed', value))
  engine.on('opening', (value) => send('opening', value))
  engine.on('error', (value) => send('error', value))
  return { tell: (command) => send('command', { command }) }
}
