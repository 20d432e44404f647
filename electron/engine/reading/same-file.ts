import { createHash } from 'node:crypto'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { describeFile } from '../files/export-file.ts'
import { readChunks } from './file-bytes.ts'
import { fileProblem, plainFile } from './file-problem.ts'

/** A file as the migration noted it down; `digest` is null until it was read. */
export type FileSnapshot = {
  readonly name: string
  readonly path: string
  readonly size: number
  readonly digest: string | null
  /** Which file of a zip archive it is; null: it is no archive, or holds only one. */
  readonly zip_member?: string | null
}

/**
 * Is this still the file that was read? Returns its digest, or says that it is another one. A different size decides at
 * once. Otherwise the digest does, cached as long as the file system shows no write: looking at user after user of a
 * large export reads it once. `anew`: ignores the cache, because its content is about to be imported.
 */
type SameFile = (
  file: FileSnapshot,
  options?: { readonly anew?: boolean; readonly signal?: AbortSignal },
) => Promise<Result<string>>

/** Files whose digest is remembered. */
const most = 20

/** Two writes within this many milliseconds may have the same time on a coarse file system. */
const coarse = 3000

/** `digest` as a parameter, so that it can be seen how often a file is read. */
export function createSameFile(digest: typeof digestFile = digestFile): SameFile {
  const remembered = new Map<string, { readonly touched: string; readonly digest: string }>()

  const digestOf = async (path: string, { anew = false, signal }: Parameters<SameFile>[1] & {}) => {
    const before = await touchedAt(path)
    const known = remembered.get(path)
    if (!anew && before.settled && known?.touched === before.touched) return ok(known.digest)
    const now = await digest(path, signal === undefined ? {} : { signal })
    if (!now.ok) return now
    remembered.delete(path)
    // Of one that is being written right now, the next write may not be told from this one.
    if (before.settled) remembered.set(path, { touched: before.touched, digest: now.value })
    const [oldest] = remembered.keys()
    if (remembered.size > most && oldest !== undefined) remembered.delete(oldest)
    return now
  }

  return async (file, options = {}) => {
    try {
      const size = await plainFile(file.path)
      if (!size.ok) return size
      if (file.digest !== null && size.value !== file.size) return fileChanged(file.name)
      const now = await digestOf(file.path, options)
      return !now.ok || file.digest === null || now.value === file.digest ? now : fileChanged(file.name)
    } catch (error) {
      options.signal?.throwIfAborted()
      return { ok: false, error: fileProblem(error) }
    }
  }
}

export const sameFile = createSameFile()

export function fileChanged(name: string): Result<never> {
  return problem(
    'file-changed',
    `${name} has changed since it was read. Restore the original, or remove the file and add the new one.`,
  )
}

/** A stamp that changes with every write, and whether the last write is old enough to differ from the next. */
async function touchedAt(path: string): Promise<{ readonly touched: string; readonly settled: boolean }> {
  const { touched, changedAt } = await describeFile(path)
  return { touched, settled: Math.abs(Date.now() - changedAt) > coarse }
}

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

/** A file as it was read: the SHA-256 of its bytes, 64 lowercase hex digits, and their number. */
type ReadBytes = { readonly digest: string; readonly bytes: number }

/** Digest of a file over the very bytes that its reader gets, in one reading. */
export type ByteDigest = {
  /** Passes the bytes of the file from `start` on; those before them are read for the digest alone. To be called once. */
  readonly through: (chunks: AsyncIterable<Buffer>, start?: number) => AsyncGenerator<Buffer>
  /** Bytes that were read so far. */
  readonly bytes: () => number
  /** Reads for the digest what the reader left, and answers. Throws the file system's errors. */
  readonly end: () => Promise<ReadBytes>
}

export function createByteDigest(path: string, signal?: AbortSignal): ByteDigest {
  const hash = createHash('sha256')
  let bytes = 0
  const add = (chunk: Buffer) => {
    hash.update(chunk)
    bytes += chunk.length
  }
  const addUpTo = async (end: number | null) => {
    for await (const chunk of readChunks(path, { signal, part: { start: bytes, end } })) add(chunk)
  }
  return {
    through: async function* through(chunks, start = 0) {
      if (start > 0) await addUpTo(start)
      for await (const chunk of chunks) {
        add(chunk)
        yield chunk
      }
    },
    bytes: () => bytes,
    end: async () => {
      await addUpTo(null)
      return { digest: hash.digest('hex'), bytes }
    },
  }
}
