import { crc32, createGunzip, createInflateRaw, type Gunzip, type InflateRaw } from 'node:zlib'
import type { Chunk } from './file-bytes.ts'

const cut = 'The compressed file ends too early: everything from here on is missing. Download or copy it again.'
const damaged = 'The compressed file is damaged: everything from here on cannot be unpacked. Download or copy it again.'
const decompressionBomb =
  'The compressed file unpacks to more than 250 times its size, so it is probably not an export. If it is one, unpack it yourself and choose the file inside.'

/** Limits on unpacking. Tables and JSON compress to a third or a twentieth; a file beyond both limits is made to fill a disk. */
const bomb = { ratio: 250, bytes: 128 * 1024 * 1024 }

/** The reason to refuse unpacking between these sizes in bytes; null if they are acceptable. */
export function rejectDecompressionBomb(packed: number, unpacked: number): string | null {
  return unpacked > bomb.bytes && unpacked > packed * bomb.ratio ? decompressionBomb : null
}

/** Unpacks gzip. A truncated or damaged file yields its readable part, then `broken`. */
export function gunzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Chunk> {
  return unpack(packed, createGunzip())
}

/** Unpacks one file of a zip archive. `deflated`: compressed, else stored; `crc`: expected CRC-32. */
export async function* unzip(packed: AsyncIterable<Buffer>, deflated: boolean, crc: number): AsyncGenerator<Chunk> {
  let sum = 0
  for await (const chunk of deflated ? unpack(packed, createInflateRaw()) : stored(packed)) {
    if (chunk.kind === 'bytes') sum = crc32(chunk.bytes, sum)
    yield chunk
    if (chunk.kind === 'broken') return
  }
  if (sum !== crc) yield { kind: 'broken', reason: damaged }
}

async function* stored(packed: AsyncIterable<Buffer>): AsyncGenerator<Chunk> {
  for await (const bytes of packed) yield { kind: 'bytes', bytes }
}

async function* unpack(packed: AsyncIterable<Buffer>, unpacker: Gunzip | InflateRaw): AsyncGenerator<Chunk> {
  let ready: Buffer[] = []
  let failure: NodeJS.ErrnoException | null = null
  let ended = false
  let wake: () => void = nothing
  unpacker.on('data', (bytes: Buffer) => ready.push(bytes))
  unpacker.on('error', (error: NodeJS.ErrnoException) => {
    failure = error
    wake()
  })
  // Fires before the input ends if other bytes follow the packed content.
  unpacker.on('end', () => {
    ended = true
    wake()
  })
  let read = 0
  let written = 0
  const taken = (): Chunk[] => {
    const chunks = ready.map((bytes): Chunk => ({ kind: 'bytes', bytes }))
    written += ready.reduce((sum, { length }) => sum + length, 0)
    ready = []
    return chunks
  }
  const over = () => failure !== null || ended
  try {
    for await (const bytes of packed) {
      read += bytes.length
      await new Promise<void>((resolve) => {
        wake = resolve
        unpacker.write(bytes, () => resolve())
      })
      yield* taken()
      if (over()) break
      const refused = rejectDecompressionBomb(read, written)
      if (refused !== null) {
        yield { kind: 'broken', reason: refused }
        return
      }
    }
    if (!over()) {
      await new Promise<void>((resolve) => {
        wake = resolve
        unpacker.end()
      })
    }
    yield* taken()
    if (failure !== null) yield { kind: 'broken', reason: brokenReason(failure) }
  } finally {
    unpacker.destroy()
  }
}

function nothing() {}

function brokenReason(error: NodeJS.ErrnoException): string {
  return error.code === 'Z_BUF_ERROR' ? cut : damaged
}
