import { createHash } from 'node:crypto'
import { readChunks } from './file-bytes.ts'

/** What a file was when it was read: the SHA-256 of its bytes, 64 lowercase hex digits, and how many they were. */
export type ReadBytes = { readonly digest: string; readonly bytes: number }

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
