import { readHead } from '../engine/files/named-file.ts'

/** What ends the host; a parameter for tests. */
export type Lifetime = {
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
