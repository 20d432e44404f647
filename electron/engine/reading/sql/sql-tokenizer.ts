import type { ComputedTime } from '../../../../shared/computed-value.ts'
import type { Tokenizer, Step } from '../cursor.ts'
import { backslash, newline, quote as doubleQuote } from '../file-bytes.ts'

/** Syntax of a dump. */
export type SqlDialect = {
  /** A backslash escapes inside plain strings. MySQL's does, PostgreSQL's only in `E'...'`. */
  readonly backslash: boolean
  /** Statements end with their line and not with `;`, as in scripts of SQL Server. */
  readonly lines: boolean
  /** The variables of the script at the place that is read. */
  readonly variables?: { readonly valueOf: (text: string) => string | ComputedTime | null | undefined }
}

/**
 * The part to tokenize. `statement`: a whole statement, through its `;`. `list`: a list in parentheses. `opening`: the beginning of a
 * statement, up to but not including its first `(`. `stretch`: a part of a statement without `;`: through its `;` or a line end, or up to
 * a word with which another statement may begin.
 */
type SqlPart = 'statement' | 'list' | 'opening' | 'stretch'

/** The reason why a stretch ended. */
type StretchEnd = 'semicolon' | 'line' | 'word'

type State = 'code' | 'quoted' | 'escape' | 'oracle' | 'line' | 'block' | 'tag' | 'dollar'

const apostrophe = 0x27
const backtick = 0x60
const semicolon = 0x3b
const open = 0x28
const close = 0x29
const dash = 0x2d
const slash = 0x2f
const star = 0x2a
const dollar = 0x24
const hash = 0x23

/**
 * Tokenizer that looks only at strings, quoted names, comments and parentheses of SQL. A `;` within a list is a fault, and so is an
 * unmatched `)`.
 */
export function createSqlTokenizer({ backslash: escapes }: SqlDialect) {
  let part: SqlPart = 'statement'
  let state: State = 'code'
  let depth = 0
  let mark = apostrophe
  let escaping = false
  /** The delimiter before the closing quotation mark of Oracle's `q'[...]'`; null until the opening one is read. */
  let closer: number | null = null
  /** The last two bytes, as far as they affect the meaning of the next. */
  let before = 0
  let twoBefore = 0
  let tag = ''
  let met = 0
  let endedBy: StretchEnd = 'semicolon'
  let block: string | null = null

  const beginQuoted = (byte: number) => {
    if (byte === apostrophe && !escapes && isOracleMark(before, twoBefore)) {
      state = 'oracle'
      closer = null
      return
    }
    // A quotation mark directly after a closing one of its kind continues the string.
    if (before !== byte || mark !== byte) {
      mark = byte
      const declared = byte === apostrophe && (before | 32) === 0x65 && !isWordByte(twoBefore)
      escaping = byte === backtick ? false : declared || escapes
    }
    state = 'quoted'
  }

  /** Handles a byte outside of strings, quoted names and comments. Null to continue. */
  const code = (byte: number, at: number, bytes: Buffer): Step | null => {
    if (byte === apostrophe || byte === doubleQuote || byte === backtick) beginQuoted(byte)
    else if (byte === open) {
      if (part === 'opening' && depth === 0) return { kind: 'end', at }
      depth += 1
    } else if (byte === close) {
      depth -= 1
      if (depth < 0) return { kind: 'fault', at }
      if (depth === 0 && part === 'list') return { kind: 'end', at: at + 1 }
    } else if (byte === semicolon) {
      endedBy = 'semicolon'
      return part === 'list' ? { kind: 'fault', at } : { kind: 'end', at: at + 1 }
    } else if (byte === dash && before === dash) state = 'line'
    else if (byte === star && before === slash) state = 'block'
    else if (byte === hash && escapes) state = 'line'
    else if (byte === dollar && !isWordByte(before)) {
      state = 'tag'
      tag = '$'
    } else if (part === 'stretch' && depth === 0) {
      // A parenthesis at the start of the next line continues the statement with a row.
      if (byte === newline && bytes[at + 1] !== open) {
        endedBy = 'line'
        return { kind: 'end', at: at + 1 }
      }
      if (beginsVerb[byte] === 1 && !isWordByte(before)) {
        endedBy = 'word'
        return { kind: 'end', at }
      }
    }
    return null
  }

  const note = (byte: number) => {
    // The star of `/*` must not also count as that of `*/`.
    const opens = state === 'block' && byte === star && before === slash
    twoBefore = before
    before = opens ? 0 : byte
  }

  /** Skips bytes of code without effect on the state, as most are. */
  const passCode = (bytes: Buffer, from: number): number => {
    const passes = part === 'stretch' ? meansNothing.inStretch : meansNothing.elsewhere
    let at = from
    while (at < bytes.length && passes[bytes[at] ?? 0] === 1) at += 1
    if (at === from) return at
    twoBefore = at - from > 1 ? (bytes[at - 2] ?? 0) : before
    before = bytes[at - 1] ?? 0
    return at
  }

  /** Skips a string through its closing mark, or to the end of these bytes. */
  const passQuoted = (bytes: Buffer, from: number): number => {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (byte === mark) {
        state = 'code'
        twoBefore = 0
        before = mark
        return at + 1
      }
      if (byte === backslash && escaping) {
        state = 'escape'
        return at + 1
      }
    }
    return bytes.length
  }

  const follow: Tokenizer = (bytes, from) => {
    let at = from
    while (at < bytes.length) {
      if (state === 'code') {
        at = passCode(bytes, at)
        if (at === bytes.length) break
        const step = code(bytes[at] ?? 0, at, bytes)
        if (step !== null) return step
        note(bytes[at] ?? 0)
        at += 1
        continue
      }
      if (state === 'quoted') {
        at = passQuoted(bytes, at)
        continue
      }
      const byte = bytes[at] ?? 0
      if (state === 'escape') state = 'quoted'
      else if (state === 'oracle') {
        if (byte === apostrophe && before === closer) {
          state = 'code'
          mark = 0
        }
        if (closer === null) {
          closer = closerOf(byte)
          before = 0
          at += 1
          continue
        }
      } else if (state === 'line') {
        if (byte === newline) state = 'code'
      } else if (state === 'block') {
        if (byte === slash && before === star) state = 'code'
      } else if (state === 'tag') {
        if (byte === dollar || isWordByte(byte)) tag += String.fromCharCode(byte)
        else state = 'code'
        if (byte === dollar) {
          state = tag === block ? 'code' : 'dollar'
          if (tag === block) block = null
          met = 0
        } else {
          // A tag is shorter, and a name may contain dollar signs.
          if (tag.length > 64) state = 'code'
          if (state === 'code') {
            const step = code(byte, at, bytes)
            if (step !== null) return step
          }
        }
      } else {
        met = byte === tag.charCodeAt(met) ? met + 1 : byte === dollar ? 1 : 0
        if (met === tag.length) state = 'code'
      }
      note(byte)
      at += 1
    }
    return { kind: 'more' }
  }
  return {
    begin: (next: SqlPart) => {
      part = next
      state = 'code'
      depth = 0
      before = 0
      twoBefore = 0
    },
    follow,
    /** The reason why the last stretch ended. */
    endedBy: () => endedBy,
    /** Treats text up to this dollar-quote tag as code, for a DO block of PostgreSQL. */
    openBlock: (mark: string) => {
      block = mark
    },
    /** Whether the position is within a string, a quoted name or a comment that needs an end of its own. */
    isInside: () => state !== 'code' && state !== 'line' && state !== 'tag',
  }
}

/** First letters of INSERT, REPLACE, UPSERT, UPDATE, DELETE and MERGE. */
const beginsVerb = new Uint8Array(256)
for (const letter of 'iIrRuUdDmM') beginsVerb[letter.charCodeAt(0)] = 1

/** Bytes of code without effect on the state; a stretch has fewer, because it ends at some of them. */
const meansNothing = { inStretch: new Uint8Array(256).fill(1), elsewhere: new Uint8Array(256).fill(1) }
for (const letter of '\'"`();-*#$') for (const of of Object.values(meansNothing)) of[letter.charCodeAt(0)] = 0
for (const letter of '\niIrRuUdDmM') meansNothing.inStretch[letter.charCodeAt(0)] = 0

/** The closing delimiter for an opening one of Oracle's `q'[...]'`. */
export function closerOf(mark: number): number {
  return closers.get(mark) ?? mark
}

const closers: ReadonlyMap<number, number> = new Map(
  ['[]', '()', '{}', '<>'].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
)

/** Whether the bytes before a quotation mark are Oracle's `q` or `nq`. */
export function isOracleMark(before: number, twoBefore: number): boolean {
  return (before | 32) === 0x71 && (!isWordByte(twoBefore) || (twoBefore | 32) === 0x6e)
}

function isWordByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x5f ||
    byte >= 0x80
  )
}
