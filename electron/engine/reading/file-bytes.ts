import { openToRead } from '../files/export-file.ts'

/** A piece of unpacked content; `broken`: the rest of a compressed file is missing or damaged. */
export type Chunk =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'broken'; readonly reason: string }

const plainChunk = 256 * 1024
/** Small, because one chunk may unpack to a thousand times its size. */
const packedChunk = 16 * 1024
/** Smallest buffer. A small file does not get a full-size one, because many files are read, each several times. */
const smallestChunk = 4096

/** Reads a file in chunks on demand. One chunk is read ahead, so that the consumer does not wait for the disk. */
export async function* readChunks(
  path: string,
  options: {
    readonly packed?: boolean
    readonly signal?: AbortSignal | undefined
    /** The part of the file from `start` to `end`, exclusive; null for the end of the file. */
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
      // A failed read is reported when its chunk is awaited; until then it must not count as unhandled.
      next.catch(() => undefined)
      yield bytes
    }
  } finally {
    await next.catch(() => undefined)
    await file.close()
  }
}

/** The content of a file that is not packed. */
export async function* plain(chunks: AsyncIterable<Buffer>): AsyncGenerator<Chunk> {
  for await (const bytes of chunks) yield { kind: 'bytes', bytes }
}

export const newline = 0x0a
export const carriageReturn = 0x0d
export const space = 0x20
export const tab = 0x09
export const quote = 0x22
export const backslash = 0x5c
export const comma = 0x2c
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

/** The index after the line that `from` is in; -1 if the line does not end in these bytes. */
export function behindLine(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === newline) return at + 1
    if (bytes[at] === carriageReturn) return bytes[at + 1] === newline ? at + 2 : at + 1
  }
  return -1
}

/** Whether the bytes begin with the UTF-8 byte order mark. */
export function hasBom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** The text of a UUID from its 16 bytes. */
export function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
