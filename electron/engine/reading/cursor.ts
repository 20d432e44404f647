import type { Account, ControlBook } from './control-totals/control-book.ts'
import { carriageReturn, type Chunk, hasBom, newline } from './file-bytes.ts'
import { maxRecord } from './raw-record.ts'

/** Bytes kept before the read position, so that the indentation of a record is known. */
const lookBack = 64
/** Backtracking budget: 4 MiB, a second or two of reading, plus 16 times the bytes read. */
const allowance = { bytes: 4 * 1024 * 1024, times: 16 }

/**
 * A read position in a stream of bytes. Buffers the bytes from the mark (or the read position) to the end of the last
 * chunk and discards everything before. Positions count from the start of the content, indexes within `bytes`.
 */
export type Cursor = {
  /** The buffered bytes, replaced by `more`; the first is at position `base`. */
  readonly bytes: () => Buffer
  readonly base: () => number
  /** Index of the byte to read next. */
  readonly at: () => number
  readonly moveTo: (index: number) => void
  /** Fetches the next chunk or chunks; false at the end of the content. Indexes change, positions do not. */
  readonly more: () => Promise<boolean>
  /** Keeps everything from this position on in memory, until the next mark or release. */
  readonly mark: (position: number) => void
  readonly release: () => void
  /** The line of a position, counted from 1. Ask in rising order; the line of the mark survives a release. */
  readonly lineOf: (position: number) => number
  /** Why the content ended too early; null when it did not. */
  readonly broken: () => string | null
  /** Whether a record that began at this position is longer than `most` bytes or than the buffer may hold. */
  readonly isTooLong: (start: number, most?: number) => boolean
  /**
   * Whether the backtracking budget allows going back to this position; spends it. Without the budget, a file with a fault in each
   * line would take quadratic time.
   */
  readonly canBacktrack: (position: number) => boolean
  /**
   * Books the logins in skipped bytes to an account: from a position on, or since the last piece, up to here. A no-op without a book.
   */
  readonly pass: (account: Account, from?: number) => void
  /** Sets the account for bytes that are skipped without a `pass`, from here up to the next call. */
  readonly within: (account: Account) => void
  readonly close: () => Promise<void>
}

/** Opens a cursor at the start of the content. `longest`: limit on the buffered bytes of one record. */
export function createCursor(chunks: AsyncIterable<Chunk>, longest = maxRecord, book?: ControlBook): Cursor {
  const source = (book === undefined ? chunks : book.through(chunks))[Symbol.asyncIterator]()
  let bytes: Buffer = Buffer.alloc(0)
  let base = 0
  let at = 0
  let marked: number | null = null
  let end: { readonly broken: string | null } | null = null
  let broken: string | null = null
  let wentBack = 0

  const lines = createLineCounter()
  let counted = 0
  let lastLookup = { position: 0, line: 1 }

  const countTo = (position: number) => {
    if (position <= counted) return
    lines.pass(bytes, counted - base, position - base)
    counted = position
  }
  const lineOf = (position: number): number => {
    if (position !== lastLookup.position) {
      countTo(position)
      lastLookup = { position, line: lines.line() }
    }
    return lastLookup.line
  }
  const keepFrom = () => Math.max(base, Math.min(marked ?? Infinity, base + at) - lookBack)
  const append = (chunks: readonly Buffer[]) => {
    const keep = keepFrom()
    countTo(keep)
    const kept = bytes.subarray(keep - base)
    const [only, ...others] = chunks
    bytes = kept.length === 0 && only !== undefined && others.length === 0 ? only : Buffer.concat([kept, ...chunks])
    at = base + at - keep
    base = keep
  }
  /** Fetches a quarter of the buffered size at once, so that a long record is not copied for each chunk. */
  const more = async (): Promise<boolean> => {
    const enough = (base + bytes.length - keepFrom()) / 4
    const chunks: Buffer[] = []
    for (let size = 0; end === null && (chunks.length === 0 || size < enough);) {
      const next = await source.next()
      const chunk = next.done === true ? null : next.value
      if (chunk?.kind === 'bytes') {
        chunks.push(chunk.bytes)
        size += chunk.bytes.length
      } else end = { broken: chunk?.reason ?? null }
    }
    if (chunks.length > 0) {
      append(chunks)
      return true
    }
    // The end is reported only after everything before it was consumed.
    broken = end?.broken ?? null
    return false
  }
  return {
    bytes: () => bytes,
    base: () => base,
    at: () => at,
    moveTo: (index) => {
      at = index
    },
    more,
    mark: (position) => {
      marked = position
    },
    release: () => {
      // If a later line was asked for since, that line stays.
      if (marked !== null && marked >= counted) lineOf(marked)
      marked = null
    },
    lineOf,
    broken: () => broken,
    isTooLong: (start, most = longest) => base + at - start > Math.min(most, longest),
    canBacktrack: (position) => {
      wentBack += base + at - position
      return wentBack <= allowance.bytes + allowance.times * position
    },
    pass: (account, from) => book?.pass(account, base + at, from),
    within: (account) => book?.within(account, base + at),
    close: async () => {
      await source.return?.()
    },
  }
}

/** Skips a byte order mark at the start of the content. */
export async function skipBom(cursor: Cursor): Promise<void> {
  while (cursor.bytes().length < 3 && (await cursor.more()));
  if (hasBom(cursor.bytes())) cursor.moveTo(3)
}

/** Skips bytes while `passes` accepts them. Returns the next byte without consuming it; null at the end of the content. */
export async function skipWhile(cursor: Cursor, passes: (byte: number | undefined) => boolean): Promise<number | null> {
  while (true) {
    const bytes = cursor.bytes()
    let at = cursor.at()
    while (at < bytes.length && passes(bytes[at])) at += 1
    cursor.moveTo(at)
    const byte = bytes[at]
    if (byte !== undefined) return byte
    if (!(await cursor.more())) return null
  }
}

/** Skips everything up to and including the next line end. */
export async function skipLine(cursor: Cursor): Promise<void> {
  await skipWhile(cursor, (byte) => byte !== newline && byte !== carriageReturn)
  const bytes = cursor.bytes()
  const paired = bytes[cursor.at()] === carriageReturn && bytes[cursor.at() + 1] === newline
  cursor.moveTo(Math.min(cursor.at() + (paired ? 2 : 1), bytes.length))
}

export function position(cursor: Cursor): number {
  return cursor.base() + cursor.at()
}

/** Counts lines, from 1, in bytes that arrive in pieces. LF, CR and CRLF end a line. */
export function createLineCounter() {
  const nextReturn = createFinder(carriageReturn)
  const nextFeed = createFinder(newline)
  let line = 1
  /** The last byte was a CR, so an LF that follows ends no second line. */
  let afterReturn = false
  return {
    line: () => line,
    /** Processes the bytes from `from` up to but not including `to`. */
    pass: (bytes: Buffer, from: number, to: number) => {
      let at = from
      while (at < to) {
        if (afterReturn && bytes[at] === newline) at += 1
        afterReturn = false
        const end = Math.min(nextReturn(bytes, at), nextFeed(bytes, at))
        if (end >= to) return
        line += 1
        afterReturn = bytes[end] === carriageReturn
        at = end + 1
      }
    },
  }
}

/**
 * Repeated search for one byte that scans the same bytes only once. Returns the first index from `from` on, or the number of bytes. Call
 * with rising `from`.
 */
export function createFinder(wanted: number): (bytes: Buffer, from: number) => number {
  let searched: Buffer | null = null
  let found = 0
  return (bytes, from) => {
    if (bytes !== searched || found < from) {
      const index = bytes.indexOf(wanted, from)
      found = index === -1 ? bytes.length : index
      searched = bytes
    }
    return found
  }
}

/**
 * Continues a record from chunk to chunk. Returns the index after its end, a fault at an index, or that it continues after these bytes.
 */
export type Tokenizer = (bytes: Buffer, from: number) => Step
export type Step = { readonly kind: 'end' | 'fault'; readonly at: number } | { readonly kind: 'more' }

/** `stopped`: the content ended first. `long`: over the size limit; call again with `start` null to skip the rest without buffering it. */
type ScanResult = 'end' | 'fault' | 'stopped' | 'long'

/**
 * Moves the cursor to the end of a record that began at `start`, or past it unbuffered if `start` is null. `most`: size limit in
 * bytes, beyond which the record is `long`.
 */
export async function scan(
  cursor: Cursor,
  start: number | null,
  tokenizer: Tokenizer,
  most?: number,
): Promise<ScanResult> {
  while (true) {
    const bytes = cursor.bytes()
    const step = tokenizer(bytes, cursor.at())
    cursor.moveTo(step.kind === 'more' ? bytes.length : step.at)
    if (step.kind !== 'more') return step.kind
    if (start !== null && cursor.isTooLong(start, most)) return 'long'
    if (!(await cursor.more())) return 'stopped'
  }
}
