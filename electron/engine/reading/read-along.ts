import type { Chunk } from './file-bytes.ts'

/**
 * Reads the bytes of a file beside its records, where the reader of those goes through the file in an order of its own. So the digest is
 * taken in the same reading, and it is told how far that is.
 */
export function readAlong(content: AsyncIterable<Chunk>, size: number) {
  const source = content[Symbol.asyncIterator]()
  let read = 0
  let isOver = false
  return {
    /** Reads up to this part of the file, from 0 to 1. */
    upTo: async (part: number): Promise<void> => {
      while (!isOver && read < part * size) {
        const next = await source.next()
        isOver = next.done === true || next.value.kind === 'broken'
        if (next.done !== true && next.value.kind === 'bytes') read += next.value.bytes.length
      }
    },
    close: async (): Promise<void> => {
      await source.return?.()
    },
  }
}
