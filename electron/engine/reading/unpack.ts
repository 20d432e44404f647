import { crc32, createGunzip, createInflateRaw, type Gunzip, type InflateRaw } from 'node:zlib'
import type { Chunk } from './file-bytes.ts'

const cut = 'The compressed file ends too early: everything from here on is missing. Download or copy it again.'
const damaged = 'The compressed file is damaged: everything from here on cannot be unpacked. Download or copy it again.'
const decompressionBomb =
  'The compressed file unpacks to more than 250 times its size, as no export does. Unpack it yourself if it is one, and choose the file inside.'

/** Tables and JSON shrink to a third or a twentieth. A file that unpacks to this much more is made to fill a disk. */
const bomb = { ratio: 250, bytes: 128 * 1024 * 1024 }

/** Why something of this size is not unpacked; null where it is. Sizes in bytes. */
export function rejectDecompressionBomb(packed: number, unpacked: number): string | null {
  return unpacked > bomb.bytes && unpacked > packed * bomb.ratio ? decompressionBomb : null
}

/** Unpacks gzip. Unpacked bytes are always delivered, also from a file that was cut or damaged. */
export function gunzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Chunk> {
  return unpack(packed, createGunzip())
}

/** Unpacks the one file of a zip archive; `crc` is what its checksum must be. */
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
  // Comes early where something else follows the packed content.
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
