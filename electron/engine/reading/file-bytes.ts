import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'

/** A piece of unpacked content, or the news that the rest of a compressed file is missing or damaged. */
export type Chunk =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'broken'; readonly reason: string }

const plainChunk = 256 * 1024
/** Small, because one chunk may unpack to a thousand times its size. */
const packedChunk = 16 * 1024

/** The bytes of a file in chunks, pulled: nothing is read ahead of the consumer. */
export async function* readChunks(
  path: string,
  options: { readonly packed?: boolean; readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Buffer> {
  const size = options.packed === true ? packedChunk : plainChunk
  const file = await open(path, 'r')
  try {
    while (true) {
      options.signal?.throwIfAborted()
      const bytes = Buffer.allocUnsafe(size)
      const { bytesRead } = await file.read(bytes, 0, size, null)
      if (bytesRead === 0) return
      yield bytes.subarray(0, bytesRead)
    }
  } finally {
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

/** Unpacks gzip. What could be unpacked is always delivered, also from a file that was cut or damaged. */
export async function* gunzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Chunk> {
  const unpacker = createGunzip()
  let ready: Buffer[] = []
  let failure: NodeJS.ErrnoException | null = null
  let wake: () => void = nothing
  unpacker.on('data', (bytes: Buffer) => ready.push(bytes))
  unpacker.on('error', (error: NodeJS.ErrnoException) => {
    failure = error
    wake()
  })
  const taken = (): Chunk[] => {
    const chunks = ready.map((bytes): Chunk => ({ kind: 'bytes', bytes }))
    ready = []
    return chunks
  }
  try {
    for await (const bytes of packed) {
      await new Promise<void>((resolve) => {
        wake = resolve
        unpacker.write(bytes, () => resolve())
      })
      yield* taken()
      if (failure !== null) break
    }
    if (failure === null) {
      await new Promise<void>((resolve) => {
        wake = resolve
        unpacker.once('end', resolve)
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
  return error.code === 'Z_BUF_ERROR'
    ? 'The compressed file ends too early: everything from here on is missing. Download or copy it again.'
    : 'The compressed file is damaged: everything from here on cannot be unpacked. Download or copy it again.'
}
