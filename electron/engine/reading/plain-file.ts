import { ok, problem, type Result } from '../../../shared/result.ts'
import { describeFile } from '../files/export-file.ts'
import { isVirtualFile } from './refused-path.ts'

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
