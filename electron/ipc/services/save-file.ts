import { removeFile } from '../../engine/files/folders.ts'
import { problem } from '../../../shared/result.ts'
import type { Result } from '../../../shared/result.ts'
import { draftBeside, moveIntoPlace } from '../../engine/files/atomic-file.ts'

/**
 * Writes a file so that `path` holds either all of it or its former content: `write` fills a draft beside it, which
 * then replaces it. On any failure the draft is removed.
 */
export async function saveFile<T>(path: string, write: (draft: string) => Promise<Result<T>>): Promise<Result<T>> {
  const draft = draftBeside(path)
  try {
    const written = await write(draft)
    if (written.ok) await moveIntoPlace(draft, path)
    return written
  } catch {
    return problem('not-saved', 'The file could not be saved there. Choose another folder, or free some disk space.')
  } finally {
    removeFile(draft)
  }
}
