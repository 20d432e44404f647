import { ok, problem, type Result } from '../../../shared/result.ts'
import type { ByteDigest } from './same-file.ts'
import { plain, readChunks, type Chunk } from './file-bytes.ts'
import { readHead } from './head.ts'
import type { Shortcuts } from './shortcuts.ts'
import { gunzip, rejectDecompressionBomb, unzip } from './unpack.ts'
import { findZipEntry } from './zip-entry.ts'

/** What a file is packed in, and its unpacked content, from the start each time. */
type Container = {
  readonly compression: 'none' | 'gzip' | 'zip'
  /** `digest`: told the bytes of the file as they are read. */
  readonly unpacked: (digest?: ByteDigest) => AsyncIterable<Chunk>
}

export type ReadingOptions = {
  readonly signal?: AbortSignal | undefined
  /** Which file of a zip archive is read, as it was offered; null: it holds only one. */
  readonly member?: string | null | undefined
  /** Faster ways to the same records. */
  readonly shortcuts?: Shortcuts
}

/** Looks at the first bytes: gzip, a zip archive of which one file is read, or neither. Problems as `findZipEntry` has them. */
export async function openContainer(
  path: string,
  size: number,
  { signal, member = null }: ReadingOptions,
): Promise<Result<Container>> {
  const { bytes } = await readHead(plain(readChunks(path, { signal })), 4)
  const start = bytes.toString('latin1')
  if (start.startsWith('\u001f\u008b')) {
    const unpacked = (digest?: ByteDigest) => gunzip(told(readChunks(path, { packed: true, signal }), digest))
    const doubtful = rejectDecompressionBomb(size, await unpackedSize(path, size))
    if (doubtful !== null && (await endsWith(unpacked(), doubtful))) return problem('file-packed', doubtful)
    return ok({ compression: 'gzip', unpacked })
  }
  if (start !== 'PK\u0003\u0004' && start !== 'PK\u0005\u0006') {
    return ok({ compression: 'none', unpacked: (digest) => plain(told(readChunks(path, { signal }), digest)) })
  }
  const entry = await findZipEntry(path, member)
  if (!entry.ok) return entry
  const { deflated, crc, unpacked: length, ...part } = entry.value
  const refused = rejectDecompressionBomb(size, length)
  if (refused !== null) return problem('file-packed', refused)
  const unpacked = (digest?: ByteDigest) =>
    unzip(told(readChunks(path, { packed: true, signal, part }), digest, part.start), deflated, crc)
  return ok({ compression: 'zip', unpacked })
}

function told(chunks: AsyncIterable<Buffer>, digest: ByteDigest | undefined, start = 0): AsyncIterable<Buffer> {
  return digest === undefined ? chunks : digest.through(chunks, start)
}

/** What the end of a gzip file says of its unpacked size, modulo 2^32 (RFC 1952, 2.3.1). In a file that was cut it is anything. */
async function unpackedSize(path: string, size: number): Promise<number> {
  const part = { start: Math.max(0, size - 4), end: null }
  const { bytes } = await readHead(plain(readChunks(path, { part })), 4)
  return bytes.length === 4 ? bytes.readUInt32LE(0) : 0
}

/** Whether unpacking comes to this end. */
async function endsWith(unpacked: AsyncIterable<Chunk>, reason: string): Promise<boolean> {
  for await (const chunk of unpacked) if (chunk.kind === 'broken') return chunk.reason === reason
  return false
}
