import type { Log } from './log.ts'

/** What the handlers need of a process; tests give an emitter. */
export type FaultSource = {
  readonly on: (event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void) => unknown
}

export type FaultHandlers = {
  readonly log: Pick<Log, 'write'>
  /** Tells the operator. Resolves when that is done. */
  readonly tell: (message: string) => Promise<void> | void
  /** Pauses a run, finishes what is in flight, and closes the migration. */
  readonly finish: () => Promise<void>
  readonly exit: (code: number) => void
  /** After this many milliseconds the process ends even if the migration could not be closed. */
  readonly deadlineMs?: number
  /** Names the place of an error. */
  readonly report?: (where: string, error: unknown) => void
}

/** Shown before the app ends because of an error. */
export const faultMessage =
  'The app has to quit because of an internal error. Your migration is safe: open it again to continue. To report the problem, choose Help > Save diagnostics.'

/**
 * Last resort for uncaught errors: logs their kind, never their text, which may quote the operator's input; informs the
 * operator; closes the migration; ends the process. After an uncaught exception the state of a process is unknown, so
 * it must not continue. A rejected promise that is never awaited is only logged: it cut nothing short.
 */
export function handleFaults(source: FaultSource, handlers: FaultHandlers): void {
  const { log, report = () => undefined } = handlers
  let ending = false
  source.on('uncaughtException', (error) => {
    log.write('error', 'uncaught-exception', fieldsOf(error))
    report('uncaught exception', error)
    if (ending) return
    ending = true
    void endProcess(handlers)
  })
  source.on('unhandledRejection', (error) => {
    log.write('error', 'unhandled-rejection', fieldsOf(error))
    report('unhandled rejection', error)
  })
}

async function endProcess({ tell, finish, exit, deadlineMs = 20_000 }: FaultHandlers): Promise<void> {
  const timer = setTimeout(() => exit(1), deadlineMs)
  await Promise.allSettled([attempt(finish), attempt(() => tell(faultMessage))])
  clearTimeout(timer)
  exit(1)
}

/** Runs `work`; what it throws at once becomes a rejection. */
async function attempt(work: () => Promise<void> | void): Promise<void> {
  await work()
}

function fieldsOf(error: unknown): { readonly name: string; readonly code: string | null } {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return { name: error instanceof Error ? error.name : typeof error, code: typeof code === 'string' ? code : null }
}
