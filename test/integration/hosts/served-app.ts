import { EventEmitter, once } from 'node:events'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createIpcRouter } from '../../../electron/ipc/ipc-router.ts'
import { createBrowserHost } from '../../../electron/browser/browser-host.ts'
import { createEventStream } from '../../../electron/browser/event-stream.ts'
import { createLoopbackServer, createPageAccess } from '../../../electron/browser/loopback-server.ts'
import { createDownloads, createUploads } from '../../../electron/browser/uploads.ts'
import type { EventName } from '../../../shared/ipc/contract.ts'
import { ok } from '../../../shared/result.ts'
import { emptyDocument, fakeEngine } from '../../unit/ipc/support/fakes.ts'

/**
 * The loopback host with a page of one line and an engine of a few, in a folder of its own. Uploads may have at most
 * 1000 bytes. `tell` makes the engine emit an event.
 */
export async function serveApp({
  silence,
  'in-doubt': inDoubt,
}: { readonly silence?: number; readonly 'in-doubt'?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'loopback-'))
  const page = join(folder, 'page')
  await mkdir(page)
  await writeFile(join(page, 'index.html'), '<!doctype html><title>made up</title>')

  const listeners = new Map<EventName, (value: never) => void>()
  const fake = fakeEngine({
    'internal:report': async (input) => {
      await writeFile((input as { path: string }).path, 'rows of a report')
      return ok({ rows: 1 })
    },
    'document:state': async () => ok(emptyDocument('/made/up')),
  })
  const engine = {
    ...fake.engine,
    on: (event: EventName, listener: (value: never) => void) => {
      listeners.set(event, listener)
      return () => {}
    },
  }

  const access = createPageAccess()
  const uploads = createUploads(join(folder, 'uploads'), 1000)
  const downloads = createDownloads(join(folder, 'downloads'))
  const happens = new EventEmitter()
  const stream = createEventStream(engine, () => happens.emit('gone'))
  const host = createBrowserHost({
    appFolder: join(folder, 'app'),
    version: '1.2.3',
    uploads,
    downloads,
    fetchable: (download) => stream.send({ kind: 'download', ...download }),
  })
  const server = createLoopbackServer({
    page,
    access,
    router: createIpcRouter({ engine, host }),
    stream,
    uploads,
    downloads,
    ...(silence === undefined ? {} : { silence }),
    ...(inDoubt === undefined ? {} : { 'in-doubt': inDoubt }),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    folder,
    access,
    port: (server.address() as AddressInfo).port,
    asked: fake.asked,
    path: fake.path,
    tell: (event: EventName, value: unknown) => listeners.get(event)?.(value as never),
    pageGone: once(happens, 'gone'),
    end: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}
