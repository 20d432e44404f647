import { join } from 'node:path'
import { moveIntoPlaceSync } from '../engine/files/atomic-file.ts'
import { makePrivateFolder } from '../engine/files/folders.ts'
import { appendToOwnFile, isOwnKind, isNameTaken, readOwnText, statOf } from '../engine/files/own-file.ts'

const logLevels = ['error', 'warn', 'info', 'debug'] as const
type LogLevel = (typeof logLevels)[number]

/** Numbers, yes or no, and single words. Other values are written as `?`: names, addresses and texts do not get in. */
type LogFields = Readonly<Record<string, number | boolean | string | null>>

/** The log, for people who have to find out why something failed. Never throws, whatever the disk does. */
export type Log = {
  readonly write: (level: LogLevel, event: string, fields?: LogFields) => void
  /** The newest lines of warnings and errors, oldest first. */
  readonly warnings: (most: number) => readonly string[]
  readonly level: LogLevel
}

type LogOptions = {
  /** Made when it is needed, for its owner only. */
  readonly folder: string
  readonly now: () => Date
  readonly level?: LogLevel
  /** Size of a log file in bytes before a new one begins; number of old files kept. */
  readonly fileBytes?: number
  readonly keep?: number
}

/** The level that the environment asks for in `USER_MIGRATION_LOG`; otherwise `info`. */
export function logLevelOf(env: Readonly<Record<string, string | undefined>>): LogLevel {
  return logLevels.find((level) => level === env.USER_MIGRATION_LOG) ?? 'info'
}

/** Codes and channels: no dot and no @, so that no address and no name of a host is a word. */
const word = /^[a-zA-Z0-9][a-zA-Z0-9_:-]{0,59}$/

/** Appends to `app.log`; full files become `app.log.1` and so on. */
export function createLog({ folder, now, level = 'info', fileBytes = 1024 * 1024, keep = 3 }: LogOptions): Log {
  const file = join(folder, 'app.log')
  const wanted = logLevels.indexOf(level)

  const makeRoom = (): void => {
    const found = statOf(file)
    if (found === null) return makePrivateFolder(folder)
    if (found.size < fileBytes || !isOwnKind(file, found)) return
    for (let n = keep; n >= 1; n--) {
      const from = n === 1 ? file : `${file}.${n - 1}`
      if (isNameTaken(from)) moveIntoPlaceSync(from, `${file}.${n}`)
    }
  }

  return {
    level,
    write: (level, event, fields = {}) => {
      if (logLevels.indexOf(level) > wanted) return
      const parts = Object.entries(fields).map(([name, value]) => `${logValue(name)}=${logValue(value)}`)
      try {
        makeRoom()
        appendToOwnFile(file, `${[now().toISOString(), level, logValue(event), ...parts].join(' ')}\n`)
      } catch {
        // A log that cannot be written must not stop what it is about.
      }
    },
    warnings: (most) => {
      const lines = [`${file}.1`, file].flatMap(linesOf)
      return lines.filter((line) => /^\S+ (error|warn) /.test(line)).slice(-most)
    },
  }
}

function logValue(value: number | boolean | string | null): string {
  if (typeof value === 'string') return word.test(value) ? value : '?'
  return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(1) : String(value)
}

/** A larger log was not written by this app. In bytes. */
const maxRead = 16 * 1024 * 1024

function linesOf(path: string): readonly string[] {
  try {
    const read = readOwnText(path, maxRead)
    return read.kind === 'text' ? read.text.split('\n') : []
  } catch {
    return []
  }
}

/** The part of a process that the handlers need; tests give an emitter. */
type FaultSource = {
  readonly on: (event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void) => unknown
}

type FaultHandlers = {
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
