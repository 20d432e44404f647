import type { Chunk } from './file-bytes.ts'

/**
 * Reads the bytes of a file in step with a reader that accesses the file in its own order, as SQLite does, so that digest and progress are
 * taken in the same pass.
 */
export function readAlong(content: AsyncIterable<Chunk>, size: number) {
  const source = content[Symbol.asyncIterator]()
  let read = 0
  let isOver = false
  return {
    /** Reads up to a share of the file, from 0 to 1. */
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
