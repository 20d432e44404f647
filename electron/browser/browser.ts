import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { appFolderOf, noFolderText, privateFolder } from '../ipc/services/app-folder.ts'
import { fetchingInThread } from '../ipc/fetching.ts'
import { createDocuments } from '../ipc/services/documents.ts'
import { updateRecents } from '../ipc/services/update-recents.ts'
import { startEngine } from '../ipc/engine-client.ts'
import { handleFaults } from '../ipc/fault-handlers.ts'
import { createIpcRouter } from '../ipc/ipc-router.ts'
import { verifyCertificates } from '../ipc/verify-certificates.ts'
import { logEngine } from '../ipc/log-engine.ts'
import { createLog, logLevelOf } from '../ipc/log.ts'
import { reportFault } from '../engine/worker-protocol.ts'
import { createPageAccess } from './page-access.ts'
import { createBrowserHost } from './browser-host.ts'
import { createDownloads } from './downloads.ts'
import { createEventStream } from './event-stream.ts'
import { endWithParent } from './lifetime.ts'
import { createLoopbackServer } from './loopback-server.ts'
import { createSessionFolder } from './session-folder.ts'
import { createUploads } from './uploads.ts'

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
const log = createLog({ folder: join(appFolder, 'logs'), now: () => new Date(), level: logLevelOf(process.env) })
if (ignored !== null) log.write('warn', 'certificate-switch-ignored', {})
log.write('info', 'start', { host: host.kind, platform: process.platform })
logEngine(engine, log)
handleFaults(process, {
  log,
  tell: (message) => void process.stderr.write(`${message}\n`),
  finish: engine.end,
  exit: (code) => process.exit(code),
  report: reportFault,
})
const documents = createDocuments(engine, host)
const gate = createIpcRouter({ engine, host, documents, log })
updateRecents(engine, documents)
const server = createLoopbackServer({
  page: join(mainFolder, '..', 'renderer'),
  access,
  gate,
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
