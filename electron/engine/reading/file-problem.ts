import { isAbsolute, posix } from 'node:path'
import { ok, type Problem, problem, type Result } from '../../../shared/result.ts'
import { describeFile } from '../files/export-file.ts'

/**
 * An error of the file system, for the operator: `file-vanished`, `file-no-access`, `file-unreadable`. Also for what
 * `batches()` throws while reading.
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

function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return 'unknown error'
}

/**
 * The size in bytes of what is at a path, which must be a file: reading a device or a pipe may never come to an end.
 * Throws the file system's errors.
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
