import { join } from 'node:path'
import type { Engine } from '../engine/engine-api.ts'
import { reportFault } from '../engine/worker-protocol.ts'
import type { startEngine } from './engine-client.ts'
import type { Host } from './host.ts'
import { createIpcRouter } from './ipc-router.ts'
import { createLog, handleFaults, type Log, logLevelOf } from './log.ts'
import { createDocuments, type Documents } from './services/documents.ts'

type ServicesOptions = {
  readonly engine: ReturnType<typeof startEngine>
  readonly host: Host
  /** The notice about a switch that would have turned verification of certificates off; null: there was none. */
  readonly ignored: string | null
  /** Tells the operator of an internal error. */
  readonly tell: (message: string) => void
  readonly exit: (code: number) => void
}

/** Starts the log, the open document and the router, as every host does once it has its engine. */
export function startServices({ engine, host, ignored, tell, exit }: ServicesOptions) {
  const log = createLog({ folder: join(host.appFolder, 'logs'), now: () => new Date(), level: logLevelOf(process.env) })
  if (ignored !== null) log.write('warn', 'certificate-switch-ignored', {})
  log.write('info', 'start', { host: host.kind, platform: process.platform })
  logEngine(engine, log)
  handleFaults(process, { log, tell, finish: engine.end, exit, report: reportFault })
  const documents = createDocuments(engine, host)
  updateRecents(engine, documents)
  return { log, documents, router: createIpcRouter({ engine, host, documents, log }) }
}

/** Logs the events of the engine: each change of a run's state with its numbers, and each error by its code. */
function logEngine(engine: Pick<Engine, 'on'>, log: Log): void {
  let state = 'idle'
  engine.on('progress', (progress) => {
    if (progress.state === state) return
    state = progress.state
    const { stopped, target, finished, concurrency, retries, calls } = progress
    const { migrated, failed, 'in-doubt': inDoubt, ready } = progress.counts
    const numbers = { target, finished, migrated, failed, 'in-doubt': inDoubt, ready, concurrency, retries, calls }
    log.write(state === 'stopped' && stopped !== 'cancelled' ? 'warn' : 'info', `run-${state}`, { stopped, ...numbers })
  })
  engine.on('error', ({ code }) => log.write('error', 'error', { code }))
}

/** Debounce for recording the summary, ms: a run changes it often. */
const pause = 2000

/** Keeps the summary of the open migration on the start page current, so that it is right even after a kill. */
function updateRecents(engine: Pick<Engine, 'on'>, documents: Pick<Documents, 'note'>): void {
  let timer: NodeJS.Timeout | null = null
  const schedule = (): void => {
    if (timer !== null) return
    timer = setTimeout(() => {
      timer = null
      documents.note().catch(() => undefined)
    }, pause)
    timer.unref()
  }
  engine.on('document-changed', schedule)
  engine.on('progress', schedule)
}
