import { isAbsolute, posix } from 'node:path'
import { ok, type Problem, problem, type Result } from '../../../shared/result.ts'
import { describeFile } from '../files/export-file.ts'

/**
 * Turns an error of the file system, also one thrown by `batches()` while reading, into a problem: `file-vanished`, `file-no-access` or
 * `file-unreadable`.
 */
export function fileProblem(error: unknown): Problem {
  const code = errorCode(error)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return {
        code: 'file-vanished',
        message:
          'This file was not found. It may have been moved or renamed, or its drive disconnected. Choose it again.',
      }
    case 'EACCES':
    case 'EPERM':
      return {
        code: 'file-no-access',
        message: 'You do not have permission to read this file. Change its permissions, or copy it to another folder.',
      }
    case 'EISDIR':
      return { code: 'file-unreadable', message: 'This is a folder. Choose the export file in it.' }
    default:
      return {
        code: 'file-unreadable',
        message: `The file could not be read (${code}). Copy it to a local drive and choose the copy.`,
      }
  }
}

/** The result of work on a file: an error of the file system is a problem of the file. */
export async function asResult<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<Result<T>> {
  try {
    return ok(await work())
  } catch (error) {
    signal?.throwIfAborted()
    return { ok: false, error: fileProblem(error) }
  }
}

function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return 'unknown error'
}

/**
 * The size of a file in bytes. Problem `file-unreadable` for a folder, device or pipe, because reading a device may never end. Throws the
 * file system's errors.
 */
export async function plainFile(path: string): Promise<Result<number>> {
  const { kind, size, realPath } = await describeFile(path)
  if (kind === 'file' && !isVirtualFile(realPath)) return ok(size)
  return problem(
    'file-unreadable',
    kind === 'folder'
      ? 'This is a folder. Choose the export file in it.'
      : 'This is a device or a pipe, not a file. Choose the export file itself.',
  )
}

/**
 * Checks a path stored in a document without touching it, because opening `\\server\share` would already sign in there. Problem
 * `file-refused` for a file on another machine, a device, a system file or an invalid path.
 */
export function judgeNamedPath(path: string): Result<null> {
  if (/^[\\/]{2}/.test(path) || /^[\\/]\?\?[\\/]/.test(path)) return onAnotherMachine
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (!isAbsolute(path) || path.length > 4096 || /[\u0000-\u001f\u007f]/.test(path)) return noPath
  return isOfTheSystem(path) || isWindowsDevice(path) ? device : { ok: true, value: null }
}

/** Whether a path is in `/proc` or `/sys`, where some entries look like files and never end. */
export function isVirtualFile(realPath: string): boolean {
  return /^\/(?:proc|sys)(?:\/|$)/.test(realPath)
}

/** Whether a path names a system file: some never end, others hold secrets of the machine. `/dev/shm` is an ordinary folder in memory. */
function isOfTheSystem(path: string): boolean {
  if (posix.normalize(path).startsWith('/dev/shm/')) return false
  return /^\/+(?:\.{1,2}\/+)*(?:dev|proc|sys)(?:\/|$)/.test(path)
}

/** Whether a path names a Windows device such as `CON`, `NUL` or `COM1`, which exists in any folder and with any extension. */
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
