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
        message: 'This file is not there. Was it moved or renamed, or is its drive gone? Choose it again.',
      }
    case 'EACCES':
    case 'EPERM':
      return {
        code: 'file-no-access',
        message:
          'This file may not be read. Give your user account permission to read it, or copy it to another folder.',
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
