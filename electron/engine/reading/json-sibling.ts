import { newline, space, hasBom, tab } from './bytes.ts'
import { type Cursor, position } from './cursor.ts'

/**
 * The blanks between the start of the line and the cursor, when there is nothing else: records that begin a line of
 * their own can be told from what is inside them. Null otherwise.
 */
export function indentAt(cursor: Cursor): string | null {
  const bytes = cursor.bytes()
  let at = cursor.at()
  while (at > 0 && (bytes[at - 1] === space || bytes[at - 1] === tab)) at -= 1
  const indent = bytes.toString('latin1', at, cursor.at())
  const atStart = cursor.base() === 0 && (at === 0 || (at === 3 && hasBom(bytes)))
  return atStart || bytes[at - 1] === newline ? indent : null
}

/** Where a record has its first key, with all blanks before it. Bytes. */
const maxOpening = 4096

/**
 * Looks for the next record like the broken one at `start`: a line with the same indent and the same first key. Moves
 * the cursor there and returns true. `further`: also in content that is not read yet. False also once the backtracking
 * budget is spent.
 */
export async function skipToSibling(
  cursor: Cursor,
  start: number,
  indent: string | null,
  further: boolean,
): Promise<boolean> {
  if (indent === null) return false
  const from = start - cursor.base()
  const head = cursor.bytes().toString('latin1', from, from + maxOpening)
  const opening = /^\{\s*"(?:[^"\\\n]|\\.)*"/.exec(head)?.[0] ?? '{'
  const sibling = Buffer.from(`\n${indent}${opening}`, 'latin1')
  let at = from
  while (true) {
    const found = cursor.bytes().indexOf(sibling, at)
    if (found !== -1) {
      const back = found + 1 < cursor.at()
      if (back && !cursor.canBacktrack(cursor.base() + found + 1)) return false
      cursor.moveTo(found + 1)
      return true
    }
    if (!further) return false
    cursor.moveTo(Math.max(cursor.at(), cursor.bytes().length - sibling.length))
    const end = position(cursor)
    cursor.release()
    if (!(await cursor.more())) {
      cursor.moveTo(cursor.bytes().length)
      return false
    }
    at = Math.max(0, end - cursor.base())
  }
}
