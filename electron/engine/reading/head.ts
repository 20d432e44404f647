import type { Chunk } from './file-bytes.ts'

/** The first bytes of a content. */
export type Head = {
  readonly bytes: Buffer
  /** The content has no more bytes. */
  readonly whole: boolean
  /** Why the content broke off within the head; null if it did not. */
  readonly broken: string | null
}

/** Reads up to `size` bytes, then closes the source. */
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

/** The most lines or rows above the beginning of a form: a command, what a tool printed, titles. */
export const maxLinesAbove = 20
