import { realpath, stat } from 'node:fs/promises'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { isVirtualFile } from './refused-path.ts'

/**
 * The size in bytes of what is at a path, which must be a file: reading a device or a pipe may never come to an end.
 * Throws the file system's errors.
 */
export async function plainFile(path: string): Promise<Result<number>> {
  const found = await stat(path)
  if (found.isFile() && !isVirtualFile(await realpath(path))) return ok(found.size)
  return problem(
    'file-unreadable',
    found.isDirectory()
      ? 'This is a folder. Choose the export file in it.'
      : 'This is a device or a pipe, not a file. Choose the export file itself.',
  )
}
