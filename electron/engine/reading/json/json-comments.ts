import { bookCells, type ControlBook } from '../control-totals/control-book.ts'
import { backslash, type Chunk, newline, quote, space } from '../file-bytes.ts'

/*
 * Comments in JSON, as tools of MongoDB and people write them. Blanks replace each comment, so that every record keeps its place; logins in
 * comments are booked as such.
 */

const [slash, star, apostrophe] = [0x2f, 0x2a, 0x27]

/** Whether the beginning of a file is JSON with comments outside of its texts. */
export function hasComments(head: Buffer): boolean {
  if (!head.includes('//') && !head.includes('/*')) return false
  if (!/^(?:\xEF\xBB\xBF)?\s*(?:[[{]|\/[/*])/.test(head.toString('latin1', 0, 200))) return false
  const bytes = blanked(head)
  return /^(?:\xEF\xBB\xBF)?\s*[[{]/.test(bytes.toString('latin1')) && !bytes.equals(head)
}

/** The bytes with blanks in place of comments. */
export function blanked(bytes: Buffer): Buffer {
  return createBlanker(() => undefined)(bytes, true)
}

/** The content without its comments. */
export async function* withoutComments(chunks: AsyncIterable<Chunk>, book?: ControlBook): AsyncGenerator<Chunk> {
  const blank = createBlanker((text, at) => {
    if (book !== undefined) book.book({ kind: 'comment', name: null }, bookCells.count(book, [text]), () => at)
  })
  for await (const chunk of chunks) {
    yield chunk.kind === 'bytes' ? { ...chunk, bytes: blank(chunk.bytes, false) } : chunk
  }
  const rest = blank(Buffer.alloc(0), true)
  if (rest.length > 0) yield { kind: 'bytes', bytes: rest }
}

/** Comments whose text is kept whole; a longer one is heard in parts. */
const maxComment = 64 * 1024

/** Creates a function that blanks the comments in bytes which follow each other. `onComment`: hears the text and the position of each. */
function createBlanker(onComment: (text: string, at: number) => void): (bytes: Buffer, isLast: boolean) => Buffer {
  let state: 'outside' | 'text' | 'line' | 'block' = 'outside'
  let mark = quote
  let held: Buffer = Buffer.alloc(0)
  let base = 0
  let comment = { at: 0, text: '' }
  const hear = (part: Buffer, isWhole: boolean) => {
    comment.text += part.toString('latin1')
    if (!isWhole && comment.text.length < maxComment) return
    onComment(comment.text, comment.at)
    comment = { ...comment, text: '' }
  }
  return (bytes, isLast) => {
    const source = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    const copy = Buffer.from(source)
    let from = 0
    let at = 0
    while (at < source.length) {
      const [byte, next] = [source[at], source[at + 1]]
      // The next bytes tell what this one begins or ends.
      if (next === undefined && !isLast && (byte === slash || byte === star || byte === backslash)) break
      if (state === 'outside') {
        const isComment = byte === slash && (next === slash || next === star)
        if (isComment) {
          state = next === slash ? 'line' : 'block'
          comment = { at: base + at, text: '' }
          copy.fill(space, at, at + 2)
          at += 2
          from = at
          continue
        }
        if (byte === quote || byte === apostrophe) {
          state = 'text'
          mark = byte
        }
      } else if (state === 'text') {
        if (byte === mark || byte === newline) state = 'outside'
        else if (byte === backslash && next !== newline) at += 1
      } else {
        const isEnd = state === 'line' ? byte === newline : byte === star && next === slash
        if (byte !== newline) copy[at] = space
        if (isEnd) {
          hear(source.subarray(from, at), true)
          if (state === 'block') copy[(at += 1)] = space
          state = 'outside'
        }
      }
      at += 1
    }
    if (state === 'line' || state === 'block') hear(source.subarray(from, at), isLast)
    held = source.subarray(at)
    base += at
    return copy.subarray(0, at)
  }
}
