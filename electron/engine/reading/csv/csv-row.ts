import { isLineEnd, newline, carriageReturn, space } from '../file-bytes.ts'
import type { Quote } from './csv-cells.ts'
import type { Tokenizer } from '../cursor.ts'

/** Before a cell's first character, in an unquoted or quoted cell, after a closing quote, after blanks that follow it. */
type State = 'cell' | 'bare' | 'quoted' | 'closed' | 'trailing'

/**
 * Tokenizer for one row. Quoted cells may hold line ends, a mark written twice is one, blanks around quoted cells are allowed,
 * and a quotation mark inside an unquoted cell is literal. Any other character after a closing quotation mark is a fault.
 */
export function createRowTokenizer(delimiter: string, mark: Quote = '"') {
  const separator = delimiter.charCodeAt(0)
  const quote = mark.charCodeAt(0)
  let state: State = 'cell'

  const follow: Tokenizer = (bytes, from) => {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (state === 'quoted') {
        const close = bytes.indexOf(quote, at)
        if (close === -1) return { kind: 'more' }
        at = close
        state = 'closed'
      } else if (isLineEnd(byte)) {
        // A CR at the end of a chunk may belong to a CRLF; the LF then counts as a blank line.
        const paired = byte === carriageReturn && bytes[at + 1] === newline
        return { kind: 'end', at: at + (paired ? 2 : 1) }
      } else if (byte === separator) {
        state = 'cell'
      } else if (state === 'cell') {
        if (byte === quote) state = 'quoted'
        else if (byte !== space) state = 'bare'
      } else if (state === 'closed' && byte === quote) {
        state = 'quoted'
      } else if (state !== 'bare') {
        if (byte !== space) return { kind: 'fault', at }
        state = 'trailing'
      }
    }
    return { kind: 'more' }
  }
  return {
    begin: () => {
      state = 'cell'
    },
    follow,
    /** Whether a quotation mark is open. */
    isOpen: () => state === 'quoted',
  }
}
