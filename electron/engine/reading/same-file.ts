import { createHash } from 'node:crypto'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { describeFile } from '../files/export-file.ts'
import { readChunks } from './file-bytes.ts'
import { fileProblem, plainFile } from './file-problem.ts'

/**
 * A file as the migration document recorded it. `digest`: SHA-256, null until the file was read; of as many of its first bytes as
 * `digest_bytes` says, null: of all of it.
 */
export type FileSnapshot = {
  readonly name: string
  readonly path: string
  readonly size: number
  readonly digest: string | null
  readonly digest_bytes?: number | null
  /** Name of the file in a zip archive; null if it is no archive or holds only one. */
  readonly zip_member?: string | null
}

/**
 * Checks that a file is still the one that was read. Returns its digest; problem `file-changed` if size or digest differ. The digest is
 * cached as long as the file system shows no write, so that showing one user after another reads a large export once. `anew`: ignores the
 * cache, because the content is about to be imported.
 */
type SameFile = (
  file: FileSnapshot,
  options?: { readonly anew?: boolean; readonly signal?: AbortSignal },
) => Promise<Result<string>>

/** Number of files whose digest is cached. */
const most = 20

/** Timestamp resolution of a coarse file system in milliseconds, with a margin: two writes within it may have the same time. */
const coarse = 3000

/** Creates a `SameFile` with its own cache. `digest` is a parameter so that tests can count the reads. */
export function createSameFile(digest: typeof digestFile = digestFile): SameFile {
  const remembered = new Map<string, { readonly touched: string; readonly digest: string }>()

  const digestOf = async (path: string, end: number | null, { anew = false, signal }: Parameters<SameFile>[1] & {}) => {
    const before = await touchedAt(path)
    const known = end === null ? remembered.get(path) : undefined
    if (!anew && before.settled && known?.touched === before.touched) return ok(known.digest)
    const now = await digest(path, { end, ...(signal === undefined ? {} : { signal }) })
    if (end !== null) return now
    if (!now.ok) return now
    remembered.delete(path)
    // A file written just now is not cached, because a further write may leave the same timestamp.
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
      const end = file.digest === null ? null : (file.digest_bytes ?? null)
      const now = await digestOf(file.path, end, options)
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

/** `touched`: a stamp that changes with every write; `settled`: the last write is old enough that a further write changes the stamp. */
async function touchedAt(path: string): Promise<{ readonly touched: string; readonly settled: boolean }> {
  const { touched, changedAt } = await describeFile(path)
  return { touched, settled: Math.abs(Date.now() - changedAt) > coarse }
}

/** Returns a function that says whether the file system shows no write to the file since the call. */
export async function watchWrites(path: string): Promise<() => Promise<boolean>> {
  const now = () => touchedAt(path).catch(() => null)
  const before = await now()
  return async () => before?.settled === true && (await now())?.touched === before.touched
}

/**
 * SHA-256 of a file's bytes on disk up to `end`, as 64 lowercase hex digits. Problems as in `plainFile` and `fileProblem`. Aborting rejects
 * with the signal's reason.
 */
export async function digestFile(
  path: string,
  { end = null, signal }: { readonly end?: number | null; readonly signal?: AbortSignal } = {},
): Promise<Result<string>> {
  const hash = createHash('sha256')
  try {
    const size = await plainFile(path)
    if (!size.ok) return size
    for await (const bytes of readChunks(path, { signal, part: { start: 0, end } })) hash.update(bytes)
  } catch (error) {
    signal?.throwIfAborted()
    return { ok: false, error: fileProblem(error) }
  }
  return ok(hash.digest('hex'))
}

/** `digest`: SHA-256 of the bytes read, as 64 lowercase hex digits; `bytes`: their number. */
type ReadBytes = { readonly digest: string; readonly bytes: number }

/** Digest of a file, taken from the same bytes that its reader gets. */
export type ByteDigest = {
  /** Passes on the bytes of the file from `start` on; earlier ones are read for the digest only. Call once. */
  readonly through: (chunks: AsyncIterable<Buffer>, start?: number) => AsyncGenerator<Buffer>
  /** Number of bytes read so far. */
  readonly bytes: () => number
  /** The digest of these. */
  readonly soFar: () => string
  /** Reads the rest of the file and returns the digest. Throws the file system's errors. */
  readonly end: () => Promise<ReadBytes>
}

export function createByteDigest(path: string, signal?: AbortSignal): ByteDigest {
  const hash = createHash('sha256')
  let bytes = 0
  let soFar: string | null = null
  const add = (chunk: Buffer) => {
    hash.update(chunk)
    bytes += chunk.length
    soFar = null
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
    // A chunk holds several batches of users.
    soFar: () => (soFar ??= hash.copy().digest('hex')),
    end: async () => {
      await addUpTo(null)
      return { digest: hash.digest('hex'), bytes }
    },
  }
}
