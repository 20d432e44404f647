import { isAbsolute, posix } from 'node:path'
import { problem, type Result } from '../../../shared/result.ts'

/**
 * Judges a path that a document names, by its letters alone: to look at `\\server\share` would already sign in there. A
 * device, a pipe of the system or a file of another machine is no export, whatever names it.
 */
export function judgeNamedPath(path: string): Result<null> {
  if (/^[\\/]{2}/.test(path) || /^[\\/]\?\?[\\/]/.test(path)) return onAnotherMachine
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (!isAbsolute(path) || path.length > 4096 || /[\u0000-\u001f\u007f]/.test(path)) return noPath
  return isOfTheSystem(path) || isWindowsDevice(path) ? device : { ok: true, value: null }
}

/** Some of `/proc` and `/sys` look like files and never end. */
export function isVirtualFile(realPath: string): boolean {
  return /^\/(?:proc|sys)(?:\/|$)/.test(realPath)
}

/** Files of the system by their letters: some never end, others are its secrets. `/dev/shm` is a folder in memory like any other. */
function isOfTheSystem(path: string): boolean {
  if (posix.normalize(path).startsWith('/dev/shm/')) return false
  return /^\/+(?:\.{1,2}\/+)*(?:dev|proc|sys)(?:\/|$)/.test(path)
}

/** `CON`, `NUL`, `COM1` and the like, in any folder and with any ending. */
function isWindowsDevice(path: string): boolean {
  return (
    /(?:^|[\\/])(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:[.:][^\\/]*)?$/i.test(path) && path.includes('\\')
  )
}

const onAnotherMachine = problem(
  'file-refused',
  'This migration names a file on another machine, which is not opened. Remove it and add the file yourself.',
)
const device = problem(
  'file-refused',
  'This migration names a device or a file of the system, which is not opened. Remove it and add the export itself.',
)
const noPath = problem(
  'file-refused',
  'This migration names a file by a path that cannot be right. Remove it and add the file yourself.',
)
