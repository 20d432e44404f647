import type { Problem } from '../../../shared/result.ts'

/**
 * What an error of the file system means for the operator: `file-vanished`, `file-no-access`, `file-unreadable`.
 * Also for what `batches()` throws while reading.
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
