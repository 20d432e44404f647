import { randomUUID } from 'node:crypto'
import { basename, isAbsolute } from 'node:path'
import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron'
import * as z from 'zod'
import type { Command } from '../../shared/ipc/commands.ts'
import type { EventName, Events } from '../../shared/ipc/contract.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import type { Engine } from '../engine/engine-api.ts'
import { createConflatingSender } from '../ipc/conflate.ts'
import type { PickedFile } from '../ipc/host.ts'
import type { IpcRouter } from '../ipc/ipc-router.ts'

type PageBridge = {
  readonly contents: WebContents
  readonly origin: string
  readonly router: IpcRouter
  readonly engine: Engine
  readonly offered: OfferedFiles
}

const untrusted = problem('untrusted-sender', 'The app only answers its own page.')

/** The window's page as main reaches it. */
type ConnectedPage = { readonly tell: (command: Command) => void }

/** Connects the window's page, and no other page, to the router and to the engine's events. */
export function connectPage({ contents, origin, router, engine, offered }: PageBridge): ConnectedPage {
  // The frame is gone once the handler has waited for anything, so it is looked at first.
  const trusted = (event: IpcMainEvent | IpcMainInvokeEvent): boolean => isTrustedSender(event.senderFrame, origin)

  contents.ipc.handle('ipc:invoke', (event, channel: unknown, input: unknown) =>
    trusted(event) ? router(channel, input) : untrusted,
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

/** The parts of Electron's WebFrameMain that name the sender of a message. */
type Frame = { readonly origin: string; readonly parent: unknown }

/**
 * Whether a message comes from our own page: from a frame that still exists, that is the window's main frame, and
 * whose origin is ours.
 */
export function isTrustedSender(frame: Frame | null, origin: string): boolean {
  return frame !== null && frame.parent === null && frame.origin === origin
}

/** Whether an address belongs to our own page. Custom schemes have no origin in Node, so the parts are compared. */
export function isOwnAddress(address: string, origin: string): boolean {
  try {
    const wanted = new URL(origin)
    const { protocol, host, username, password } = new URL(address)
    return protocol === wanted.protocol && host === wanted.host && username === '' && password === ''
  } catch {
    return false
  }
}

/** The one permission the page has: to put a text on the clipboard after a click. */
export function isAllowedPermission(permission: string, origin: string, own: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwnAddress(origin, own)
}

/**
 * Files dropped on the window. The page gets an id for each and never a path, so that it can only name files that the
 * operator gave it.
 */
export type OfferedFiles = {
  /** Paths from the preload; the page's own code cannot make them up. */
  readonly offer: (paths: unknown) => Result<readonly string[]>
  readonly find: (ids: readonly string[]) => readonly PickedFile[] | null
}

const pathsSchema = z.array(z.string().min(1).max(4096)).min(1).max(500)

export function createOfferedFiles(): OfferedFiles {
  const files = new Map<string, PickedFile>()
  return {
    offer: (paths) => {
      const parsed = pathsSchema.safeParse(paths)
      if (!parsed.success || !parsed.data.every((path) => isAbsolute(path))) {
        return problem('not-files', 'Only files on disk can be added. Save it as a file first, then drop it here.')
      }
      return ok(
        parsed.data.map((path) => {
          const id = randomUUID()
          files.set(id, { path, name: basename(path) })
          return id
        }),
      )
    },
    find: (ids) => {
      const found = ids.map((id) => files.get(id))
      return found.every((file) => file !== undefined) ? found : null
    },
  }
}
