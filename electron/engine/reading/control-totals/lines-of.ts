import { createLineCounter } from '../cursor.ts'
import type { Chunk } from '../file-bytes.ts'

/** The lines of positions in a text, counted from 1; `positions` rise. Reads no further than the last of them. */
export async function linesOf(content: AsyncIterable<Chunk>, positions: readonly number[]): Promise<readonly number[]> {
  const lines: number[] = []
  const counter = createLineCounter()
  let base = 0
  for await (const chunk of content) {
    if (chunk.kind === 'broken') break
    const { bytes } = chunk
    let counted = 0
    for (let next = positions[lines.length]; next !== undefined && next < base + bytes.length;) {
      counter.pass(bytes, counted, next - base)
      counted = Math.max(counted, next - base)
      lines.push(counter.line())
      next = positions[lines.length]
    }
    if (lines.length === positions.length) break
    counter.pass(bytes, counted, bytes.length)
    base += bytes.length
  }
  return lines
}
