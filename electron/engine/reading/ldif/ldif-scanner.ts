import { isLineEnd, newline, carriageReturn } from '../file-bytes.ts'
import { createFinder, type Cursor, position, scan, skipWhile, type Tokenizer } from '../cursor.ts'
import { tooLong } from '../raw-record.ts'
import type { Piece, Scanner } from '../scan-records.ts'

/** Whether a text is LDIF (RFC 2849): comments, an optional version, then an entry that begins with its name. */
export function isLdif(text: string): boolean {
  const all = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r?\n /g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => !line.startsWith('#'))
  // Many lines at once: to take them away one by one takes seconds where nothing else follows.
  const written = all.slice(all.findIndex((line) => line !== '' && !isPrinted(line)))
  const [first = '', second = ''] = written.filter((line) => line.trim() !== '')
  if (isName(first) || (/^version:\s*\d+\s*$/i.test(first) && isName(second))) return true
  return attributesFirst.test(first) && hasEntry(written)
}

/** Whether a line is no attribute, but was printed by the tool that wrote the entries: `SASL SSF: 0`, `Enter LDAP Password:`. */
export function isPrinted(line: string): boolean {
  return /^password:\s*$/i.test(line) || !/^[A-Za-z0-9_.;-]+:|^\s*$/.test(line)
}

/** Attributes with which a first entry begins that lost its name. */
const attributesFirst = /^(?:objectClass|cn|sn|uid|ou|dc|o|mail|userPassword|structuralObjectClass):/i

/** Whether an entry's name follows an empty line and its class follows the name, which no other format has. */
function hasEntry(lines: readonly string[]): boolean {
  const named = lines.findIndex((line, at) => isName(line) && lines[at - 1] === '')
  const end = lines.indexOf('', named)
  const entry = named === -1 ? [] : lines.slice(named, end === -1 ? lines.length : end)
  return entry.some((line) => /^objectClass::?/i.test(line))
}

function isName(line: string): boolean {
  return /^dn:(?::\s*[A-Za-z0-9+/=]|\s*$|\s*[\w.-]+\s*=)/i.test(line)
}

/** Scanner for LDIF. Entries are blocks of lines, separated by empty lines. */
export const ldifScanner: Scanner = async function* scanEntries(cursor) {
  while ((await skipWhile(cursor, isLineEnd)) !== null) {
    const entries = entriesAtHand(cursor)
    if (entries.length > 0) {
      yield entries
      continue
    }
    const start = position(cursor)
    cursor.mark(start)
    const scanned = await scan(cursor, start, blockTokenizer())
    if (scanned === 'long') {
      cursor.release()
      await scan(cursor, null, blockTokenizer())
      yield { start, end: position(cursor), fault: tooLong }
    } else yield { start, end: position(cursor), fault: null }
  }
}

/** The entries that end within the buffered bytes. */
function entriesAtHand(cursor: Cursor): Piece[] {
  const bytes = cursor.bytes()
  const entries: Piece[] = []
  const endOfEntry = findEnds(bytes, cursor.at())
  let at = cursor.at()
  while (at < bytes.length) {
    const end = endOfEntry(at)
    if (end === -1) break
    entries.push({ start: cursor.base() + at, end: cursor.base() + end, fault: null })
    at = end
    while (isLineEnd(bytes[at])) at += 1
    cursor.moveTo(at)
  }
  cursor.mark(position(cursor))
  return entries
}

/** Finds the index behind the empty line that ends an entry; -1: it does not end within these bytes. An entry must not begin with a line end. */
function findEnds(bytes: Buffer, from: number): (at: number) => number {
  if (bytes.indexOf(carriageReturn, from) === -1) {
    return (at) => {
      const end = bytes.indexOf(emptyLine, at)
      return end === -1 ? -1 : end + emptyLine.length
    }
  }
  const follow = blockTokenizer()
  return (at) => {
    const step = follow(bytes, at)
    return step.kind === 'more' ? -1 : step.at
  }
}

const emptyLine = Buffer.from('\n\n')

/** Tokenizer for the lines up to an empty one; lines end with LF, CR or CRLF. */
function blockTokenizer(): Tokenizer {
  /** Line end after the last character: none, a CR, or complete. */
  let ended: 'no' | 'return' | 'yes' = 'no'
  const nextReturn = createFinder(carriageReturn)
  const nextFeed = createFinder(newline)
  return (bytes, from) => {
    let at = from
    while (at < bytes.length) {
      const byte = bytes[at]
      if (byte === newline) {
        if (ended === 'yes') return { kind: 'end', at: at + 1 }
        ended = 'yes'
        at += 1
      } else if (byte === carriageReturn) {
        if (ended !== 'no') {
          // If the empty line ends with CRLF, the scanner skips the LF as another empty line.
          return { kind: 'end', at: at + 1 }
        }
        ended = 'return'
        at += 1
      } else {
        if (ended !== 'no') ended = 'no'
        at = Math.min(nextReturn(bytes, at), nextFeed(bytes, at))
      }
    }
    return { kind: 'more' }
  }
}
