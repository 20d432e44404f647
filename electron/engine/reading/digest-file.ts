import { createHash } from 'node:crypto'
import { ok, type Result } from '../../../shared/result.ts'
import { readChunks } from './file-bytes.ts'
import { fileProblem } from './file-problem.ts'
import { plainFile } from './plain-file.ts'

/** SHA-256 of the file as it lies on disk, 64 lowercase hex digits. Aborting rejects with the signal's reason. */
export async function digestFile(
  path: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Result<string>> {
  const hash = createHash('sha256')
  try {
    const size = await plainFile(path)
    if (!size.ok) return size
    for await (const bytes of readChunks(path, { signal: options.signal })) hash.update(bytes)
  } catch (error) {
    options.signal?.throwIfAborted()
    return { ok: false, error: fileProblem(error) }
  }
  return ok(hash.digest('hex'))
}
