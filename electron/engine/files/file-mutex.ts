import { closeSync, openSync, rmSync } from 'node:fs'
import { isOwnKind, statOf } from './own-file.ts'

/** Milliseconds: what is done under the mutex takes a few, so one that is older belongs to a process that died. */
const staleAfter = 5000
const maxWaitMs = 10_000
const interval = 10

/**
 * Inter-process mutex: a file that exists while a process works. Runs `work` alone on this machine; false when the
 * mutex stayed taken, or its folder cannot be written to. Blocks the thread, so `work` has to be short.
 */
export function withFileMutex(path: string, work: () => void): boolean {
  for (let waited = 0; waited <= maxWaitMs; waited += interval) {
    const taken = take(path)
    if (taken === 'taken') {
      try {
        work()
        return true
      } catch {
        return false
      } finally {
        rmSync(path, { force: true })
      }
    }
    if (taken === 'impossible') return false
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, interval)
  }
  return false
}

function take(path: string): 'taken' | 'busy' | 'impossible' {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return 'taken'
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return 'impossible'
  }
  const found = statOf(path)
  if (found === null) return 'busy'
  // A link, a folder or a file of another owner was not left by a process of this app and never goes away.
  if (!isOwnKind(path, found)) return 'impossible'
  if (Date.now() - Number(found.mtimeMs) > staleAfter) rmSync(path, { force: true })
  return 'busy'
}
