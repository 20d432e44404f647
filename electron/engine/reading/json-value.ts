import { backslash, closeBrace, closeBracket, comma, isBlank, newline, openBrace, openBracket, quote } from './bytes.ts'
import type { Tokenizer } from './tokenizer.ts'

/** Brackets within brackets that a record may have; users have five or six. */
const deepest = 200

/** The bytes that mean something in a string; all others are passed quickly. */
const endsPlain = new Uint8Array(256)
for (const byte of [quote, backslash, newline]) endsPlain[byte] = 1

/**
 * Follows one JSON value by its brackets and strings only; whether it is JSON is for the parser. Brackets that do not
 * match and line ends inside strings are faults; with `oneLine` any line end inside the value is. Below `deepest`
 * brackets are only counted.
 */
export function createValueTokenizer(oneLine: boolean) {
  let open: number[] = []
  let below = 0
  let tooDeep = false
  let inString = false
  let escaped = false

  /** The end of the string, at its quotation mark or a line end; the number of bytes if it continues after them. */
  const passString = (bytes: Buffer, from: number): number => {
    let at = from
    if (escaped && at < bytes.length && bytes[at] !== newline) {
      escaped = false
      at += 1
    }
    while (at < bytes.length) {
      const byte = bytes[at] ?? 0
      if (endsPlain[byte] === 0) at += 1
      else if (byte !== backslash) break
      else if (at + 1 < bytes.length) at += bytes[at + 1] === newline ? 1 : 2
      else {
        escaped = true
        at += 1
      }
    }
    return at
  }

  const follow: Tokenizer = (bytes, from) => {
    for (let at = from; at < bytes.length; at += 1) {
      if (inString) {
        at = passString(bytes, at)
        if (at === bytes.length) break
        if (bytes[at] === newline) return { kind: 'fault', at }
        inString = false
        if (open.length === 0) return { kind: 'end', at: at + 1 }
        continue
      }
      const byte = bytes[at]
      if (byte === quote) {
        inString = true
      } else if (byte === openBrace || byte === openBracket) {
        if (open.length < deepest) open.push(byte)
        else {
          below += 1
          tooDeep = true
        }
      } else if (byte === closeBrace || byte === closeBracket) {
        if (open.length === 0) return { kind: 'end', at }
        if (below > 0) {
          below -= 1
          continue
        }
        if (open.pop() !== byte - 2) return { kind: 'fault', at }
        if (open.length === 0) return { kind: 'end', at: at + 1 }
      } else if (open.length === 0 && (byte === comma || isBlank(byte))) {
        return { kind: 'end', at }
      } else if (oneLine && byte === newline) {
        return { kind: 'fault', at }
      }
    }
    return { kind: 'more' }
  }
  return {
    begin: () => {
      open = []
      below = 0
      tooDeep = false
      inString = false
      escaped = false
    },
    follow,
    /** A number or word ends where the content ends. */
    isWord: () => open.length === 0 && !inString,
    /** Programs that take values apart would not get to the end of this one. */
    isTooDeep: () => tooDeep,
  }
}
