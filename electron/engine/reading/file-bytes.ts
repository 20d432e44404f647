import { openToRead } from '../files/export-file.ts'

/** A piece of unpacked content, or the news that the rest of a compressed file is missing or damaged. */
export type Chunk =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'broken'; readonly reason: string }

const plainChunk = 256 * 1024
/** Small, because one chunk may unpack to a thousand times its size. */
const packedChunk = 16 * 1024
/** The rest of a small file gets no whole chunk: many files are read, each of them several times. */
const smallestChunk = 4096

/** The bytes of a file in chunks, pulled: one is read ahead of the consumer, so that it does not wait for the disk. */
export async function* readChunks(
  path: string,
  options: {
    readonly packed?: boolean
    readonly signal?: AbortSignal | undefined
    /** The part of the file from `start` up to but not with `end`; null: up to its end. */
    readonly part?: { readonly start: number; readonly end: number | null }
  } = {},
): AsyncGenerator<Buffer> {
  const largest = options.packed === true ? packedChunk : plainChunk
  const end = options.part?.end ?? Infinity
  let position = options.part?.start ?? 0
  const file = await openToRead(path)
  const read = async () => {
    const size = Math.min(largest, Math.max(smallestChunk, file.size - position))
    const bytes = Buffer.allocUnsafe(size)
    const bytesRead = await file.read(bytes, Math.min(size, Math.max(0, end - position)), position)
    position += bytesRead
    return bytes.subarray(0, bytesRead)
  }
  let next = read()
  try {
    while (true) {
      options.signal?.throwIfAborted()
      const bytes = await next
      if (bytes.length === 0) return
      next = read()
      // Whether it went wrong is asked when its turn comes, if it does.
      next.catch(() => undefined)
      yield bytes
    }
  } finally {
    await next.catch(() => undefined)
    await file.close()
  }
}

/** The content as it lies in the file. */
export async function* plain(chunks: AsyncIterable<Buffer>): AsyncGenerator<Chunk> {
  for await (const bytes of chunks) yield { kind: 'bytes', bytes }
}

/** The content without its first bytes. */
export async function* skipBytes(chunks: AsyncIterable<Chunk>, count: number): AsyncGenerator<Chunk> {
  let left = count
  for await (const chunk of chunks) {
    if (chunk.kind === 'broken') yield chunk
    else if (left < chunk.bytes.length) yield { kind: 'bytes', bytes: chunk.bytes.subarray(left) }
    left -= chunk.kind === 'bytes' ? Math.min(left, chunk.bytes.length) : 0
  }
}

export const newline = 0x0a
export const carriageReturn = 0x0d
export const space = 0x20
export const tab = 0x09
export const quote = 0x22
export const backslash = 0x5c
export const comma = 0x2c
export const colon = 0x3a
export const openBrace = 0x7b
export const closeBrace = 0x7d
export const openBracket = 0x5b
export const closeBracket = 0x5d

export function isLineEnd(byte: number | undefined): boolean {
  return byte === newline || byte === carriageReturn
}

export function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab || isLineEnd(byte)
}

/** The index behind the line that `from` is in, or -1 when it does not end in these bytes. */
export function behindLine(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === newline) return at + 1
    if (bytes[at] === carriageReturn) return bytes[at + 1] === newline ? at + 2 : at + 1
  }
  return -1
}

/** The UTF-8 byte order mark. */
export function hasBom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}
