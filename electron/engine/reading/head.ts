import type { Chunk } from './file-bytes.ts'

/** The beginning of some content. */
export type Head = {
  readonly bytes: Buffer
  /** There is no more than this. */
  readonly whole: boolean
  /** Why the content ended within the head; null when it did not, or ended as it should. */
  readonly broken: string | null
}

/** Reads up to `size` bytes and lets go of the rest. */
export async function readHead(chunks: AsyncIterable<Chunk>, size: number): Promise<Head> {
  const parts: Buffer[] = []
  let length = 0
  let broken: string | null = null
  let whole = true
  for await (const chunk of chunks) {
    if (chunk.kind === 'broken') {
      broken = chunk.reason
      break
    }
    parts.push(chunk.bytes)
    length += chunk.bytes.length
    if (length > size) {
      whole = false
      break
    }
  }
  return { bytes: Buffer.concat(parts).subarray(0, size), whole, broken }
}
