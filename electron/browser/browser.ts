import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { readHead } from '../engine/files/named-file.ts'
import { startEngine } from '../ipc/engine-client.ts'
import { fetchingInThread } from '../ipc/host.ts'
import { appFolderOf, noFolderText, privateFolder } from '../ipc/services/documents.ts'
import { startServices } from '../ipc/start-services.ts'
import { verifyCertificates } from '../ipc/security-headers.ts'
import { createBrowserHost, createSessionFolder } from './browser-host.ts'
import { createEventStream } from './event-stream.ts'
import { createLoopbackServer, createPageAccess } from './loopback-server.ts'
import { createDownloads, createUploads } from './uploads.ts'

/** The events that end the host; a parameter for tests. */
type Lifetime = {
  readonly on: (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void) => unknown
  /** Changes when the process has lost its parent. */
  readonly parents: () => string
  readonly exit: (code: number) => void
}

const self: Lifetime = {
  on: (signal, listener) => process.on(signal, listener),
  parents,
  exit: (code) => process.exit(code),
}

/**
 * Runs `finish` once when the process is told to stop or its parent is gone, then exits. npm hands Ctrl+C on to a
 * process that got it already; only a signal that comes a second later means "at once".
 */
export function endWithParent(finish: () => Promise<void>, lifetime: Lifetime = self): void {
  const first = lifetime.parents()
  let ending: number | null = null
  const end = (): void => {
    if (ending !== null) {
      if (performance.now() - ending > 1000) lifetime.exit(130)
      return
    }
    ending = performance.now()
    finish().then(
      () => lifetime.exit(0),
      () => lifetime.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) lifetime.on(signal, end)
  setInterval(() => {
    if (ending === null && lifetime.parents() !== first) end()
  }, 1000).unref()
}

/** The parent; under npm, whose shell outlives it, the parent's parent as well where the system tells. */
function parents(): string {
  const parent = String(process.ppid)
  if (process.env.npm_lifecycle_event === undefined) return parent
  try {
    const stat = readHead(`/proc/${parent}/stat`, 4096).toString('utf8')
    // `pid (name) state ppid ...`; the name may hold anything.
    return `${parent} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`
  } catch {
    return parent
  }
}

const ignored = verifyCertificates()
if (ignored !== null) process.stderr.write(`${ignored}\n`)

const mainFolder = dirname(fileURLToPath(import.meta.url))
const { values } = parseArgs({ options: { port: { type: 'string' } }, strict: false })
const wanted = Number(values.port ?? 0)

const appFolder = await privateFolder(appFolderOf()).catch(giveUp)
const folder = createSessionFolder(appFolder)
const engine = startEngine({ workerFolder: mainFolder, appFolder })
const access = createPageAccess()
const uploads = createUploads(join(folder.path, 'uploads'))
const downloads = createDownloads(join(folder.path, 'downloads'))

const stream = createEventStream(engine, offerNewAddress)
const host = createBrowserHost({
  appFolder,
  version: packageJson.version,
  uploads,
  downloads,
  notice: ignored ?? '',
  fetching: fetchingInThread(new URL('fetch-worker.js', import.meta.url), appFolder),
  fetchable: (download) => stream.send({ kind: 'download', ...download }),
})
const { router } = startServices({
  engine,
  host,
  ignored,
  tell: (message) => void process.stderr.write(`${message}\n`),
  exit: (code) => process.exit(code),
})
const server = createLoopbackServer({
  page: join(mainFolder, '..', 'renderer'),
  access,
  router,
  stream,
  uploads,
  downloads,
})

server.on('error', (error: NodeJS.ErrnoException) => {
  process.stderr.write(
    error.code === 'EADDRINUSE' ? `Port ${wanted} is taken. Choose another with --port.\n` : `${error.message}\n`,
  )
  folder.remove()
  process.exit(1)
})
server.listen(Number.isInteger(wanted) ? wanted : 0, '127.0.0.1', printAddress)

endWithParent(async () => {
  server.close()
  server.closeAllConnections()
  await engine.end()
  folder.remove()
})

function giveUp(): never {
  process.stderr.write(`${noFolderText(appFolderOf())}\n`)
  process.exit(1)
}

function printAddress(): void {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`Open http://127.0.0.1:${port}/#${access.newToken()}\n`)
}

/** A page that was closed or reloaded lost its bearer; one that only lost the connection reconnects automatically. */
function offerNewAddress(): void {
  setTimeout(() => {
    if (!stream.connected() && !access.unused() && server.listening) printAddress()
  }, 2000).unref()
}
