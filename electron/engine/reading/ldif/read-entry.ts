import { isUtf8 } from 'node:buffer'
import { base64Alphabet } from '../../../../shared/hashes/base64.ts'
import { countLogins, loginsOf } from '../control-totals/login-scan.ts'
import { decodeText } from '../encoding.ts'
import { uuidOf } from '../file-bytes.ts'
import type { Parsed } from '../scan-records.ts'
import { attributeOf } from './attributes.ts'
import { changeFault } from './entry-changes.ts'
import { isPrinted } from './ldif-scanner.ts'

/** Entries that were read so far, the current one included. */
let entries = 0

/** Values of one entry by attribute; a list if an attribute has several. */
type Values = Record<string, string | string[]>

const maxAttributes = 10_000

/**
 * Reads one block of LDIF lines (RFC 2849) as a record by attribute. Null for comments, the version, or the result of a successful search.
 * Folded lines are joined, base64 is decoded, references to other files are never opened.
 */
export function readEntry(written: string, start: number): Parsed | null {
  const text = withPlainLineEnds(written)
  const line = startOf(text)
  let isMore = moveOn(text, line)
  if (isMore && isVersion(line)) isMore = moveOn(text, line)
  if (!isMore) return null
  if (!isName(line)) {
    const entry = behindPrinted(text)
    if (entry !== null) return readEntry(entry, start)
    const lines = linesOf(text)
    return start <= markBytes && lines.every(isPrinted) ? null : readNoEntry(lines)
  }
  entries += 1
  const values: Values = {}
  const decoded: Decoded = { emails: 0, hashes: 0, isCounted: true }
  let fault: string | null = null
  let changed: string | null = null
  for (let count = 1; isMore; count += 1) {
    if (count > maxAttributes) return unreadable(tooMany)
    if (isControl(line)) changed ??= /^changetype:\s*(\w+)/i.exec(textOf(line))?.[1]?.toLowerCase() ?? null
    else fault ??= addValue(values, line, decoded)
    isMore = moveOn(text, line)
  }
  // A change has lines that are not attributes, so its fault comes first.
  if (changed !== null && changed !== 'add') return changeOf(changed, text)
  if (fault !== null) return unreadable(fault)
  if (!decoded.isCounted) return { kind: 'record', value: values }
  return { kind: 'record', value: values, decoded: loginsOf(decoded.emails, decoded.hashes) }
}

/** Length of a byte order mark, behind which the file begins. */
const markBytes = 3

/** The entry behind lines that its tool printed; null if there is none. */
function behindPrinted(text: string): string | null {
  const at = text.search(/^dn:/im)
  return at > 0 && linesOf(text.slice(0, at)).every(isPrinted) ? text.slice(at) : null
}

/** Logins in base64 values, which the byte scan cannot see. `isCounted`: false if a folded line may have split a login for the byte scan. */
type Decoded = { emails: number; hashes: number; isCounted: boolean }

/**
 * The current line: a range of the entry's text, up to its first line end, or the joined text of a folded line. One object is moved from
 * line to line, which saves allocations. `isFolded`: further lines continue it, up to `next`; `isJoined`: its text has them.
 */
type Line = { text: string; from: number; to: number; isFolded: boolean; isJoined: boolean; next: number }

/** Before the first line of a text. */
function startOf(text: string): Line {
  return { text, from: 0, to: 0, isFolded: false, isJoined: false, next: 0 }
}

/** Moves to the next line that is neither empty nor a comment; false if there is none. A line that begins with a blank continues the previous one. */
function moveOn(text: string, line: Line): boolean {
  while (line.next < text.length) {
    const from = line.next
    let end = endOfLine(text, from)
    line.text = text
    line.from = from
    line.to = end
    line.isFolded = text.charCodeAt(end + 1) === blank
    line.isJoined = false
    while (text.charCodeAt(end + 1) === blank) end = endOfLine(text, end + 2)
    line.next = end + 1
    if (line.isFolded && line.from === line.to) join(line)
    if (line.from < line.to && line.text.charCodeAt(line.from) !== numberSign) return true
  }
  return false
}

/** Joins a folded line, each part without the blank that it begins with. */
function join(line: Line): void {
  if (!line.isFolded || line.isJoined) return
  line.text = line.text.slice(line.from, line.next - 1).replaceAll('\n ', '')
  line.from = 0
  line.to = line.text.length
  line.isJoined = true
}

function withPlainLineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}

function textOf(line: Line): string {
  join(line)
  return line.text.slice(line.from, line.to)
}

function linesOf(text: string): readonly string[] {
  const line = startOf(text)
  const lines: string[] = []
  while (moveOn(text, line)) lines.push(textOf(line))
  return lines
}

function isVersion(line: Line): boolean {
  return beginsWith(line, letterV) && /^version:\s*\d+\s*$/i.test(textOf(line))
}

function isName(line: Line): boolean {
  return beginsWith(line, letterD) && /^dn:/i.test(textOf(line))
}

/** Whether a line belongs to a change record and is not an attribute. */
function isControl(line: Line): boolean {
  const second = line.text.charCodeAt(line.from + 1) | 32
  // Many attributes begin with the first of these letters.
  const mayBe = line.isFolded || second === letterH || second === letterO
  return mayBe && beginsWith(line, letterC) && /^(?:changetype|control):/i.test(textOf(line))
}

/** Whether a line begins with a letter, in either case. */
function beginsWith({ text, from }: Line, letter: number): boolean {
  return (text.charCodeAt(from) | 32) === letter
}

const [letterC, letterD, letterH, letterO, letterV] = [99, 100, 104, 111, 118]
const blank = 32
const numberSign = 35
const colonSign = 58
const lessThan = 60

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** Adds the value of a line to the entry. Returns the fault if it cannot be read, else null. */
function addValue(values: Values, line: Line, decoded: Decoded): string | null {
  // Base64 is decoded from its parts as they are.
  if (line.isFolded && !isBase64(line)) join(line)
  const { text, from, to } = line
  const colon = text.indexOf(':', from)
  const attribute = colon === -1 || colon >= to ? null : attributeOf(text.slice(from, colon), entries)
  if (attribute === null) return noAttribute
  const { name } = attribute
  const sign = text.charCodeAt(colon + 1)
  const value = sign === lessThan ? reference(name) : valueOf(name, line, colon + 1)
  if (value === null) return sign === lessThan ? otherFile : badBase64
  noteDecoded(decoded, sign, value, line.isFolded)
  const before: unknown = attribute.entry === entries ? values[name] : undefined
  attribute.entry = entries
  // A name such as `constructor` finds an inherited function here, which is neither.
  if (typeof before === 'string') values[name] = [before, value]
  else if (Array.isArray(before)) before.push(value)
  else values[name] = value
  return null
}

function noteDecoded(decoded: Decoded, sign: number, value: string, isFolded: boolean): void {
  if (sign === colonSign) {
    const { emails, hashes } = countLogins(value)
    decoded.emails += emails
    decoded.hashes += hashes
  } else if (isFolded && /[@$}\\]/.test(value)) decoded.isCounted = false
}

/** Whether a folded line has two colons behind the name in its first part. */
function isBase64({ text, from, to }: Line): boolean {
  const colon = text.indexOf(':', from)
  return colon !== -1 && colon + 1 < to && text.charCodeAt(colon + 1) === colonSign
}

/** The value after the colon of a line; null for invalid base64. */
function valueOf(name: string, { text, to, isFolded, isJoined, next }: Line, from: number): string | null {
  if (text.charCodeAt(from) === colonSign)
    return base64Text(name, text, from + 1, isFolded && !isJoined ? next - 1 : to)
  let at = from
  while (text.charCodeAt(at) === blank) at += 1
  return text.slice(at, to)
}

/** Attributes of images and certificates. No login needs them, so a reference in their place does not make the entry unreadable. */
const besideLogins = /photo|picture|audio|certificate|pkcs12|logo/i

function reference(name: string): string | null {
  return besideLogins.test(name) ? '(in another file, which is not opened)' : null
}

/** Reads a block that is not an entry: a referral, a search result of `ldapsearch`, or stray lines. */
function readNoEntry(lines: readonly string[]): Parsed | null {
  if (lines.some((line) => /^ref:/i.test(line))) return unreadable(referral)
  const result = lines.map((line) => /^result:\s*(\d+)/.exec(line)?.[1]).find((code) => code !== undefined)
  if (result === undefined) return unreadable(noDn)
  return result === '0' ? null : { ...unreadable(endedEarly(result)), truncates: true }
}

const tooMany = 'This entry has more than 10,000 values, so it is not a user.'
const noAttribute = 'This entry has a line that is not an attribute with a value.'
const badBase64 = 'A value of this entry is not valid base64: it was cut or changed.'
const otherFile =
  'A value of this entry is in another file, which is not opened. Export the entries again without "-t", so that their values are in this file.'
const referral =
  'This is a reference to another directory server. Its entries are not in this file: export them from that server.'
const noDn = 'These lines do not begin with the name of an entry ("dn:").'

/** The fault of a search that did not end with success (result codes: RFC 4511, 4.1.9). */
function endedEarly(code: string): string {
  const why = code === '4' ? 'at its size limit' : code === '3' ? 'at its time limit' : 'with an error'
  return `The directory ended the search ${why}, so entries are missing. Export with paged results ("-E pr=1000/noprompt"), or as its administrator.`
}

function changeOf(kind: string, text: string): Parsed {
  const fault = changeFault(kind, linesOf(text))
  return typeof fault === 'string' ? unreadable(fault) : { kind: 'unreadable', ...fault }
}

function unreadable(reason: string): Extract<Parsed, { kind: 'unreadable' }> {
  return { kind: 'unreadable', reason }
}

/** Shared buffer for decoding; nearly all values fit. */
const sharedBytes = Buffer.alloc(64 * 1024)

/** Decodes base64 between two indexes into text; null if it is invalid. White space is ignored. */
function base64Text(name: string, text: string, from: number, to: number): string | null {
  const bytes = to - from <= sharedBytes.length ? sharedBytes : Buffer.allocUnsafe(to - from)
  let count = 0
  let held = 0
  let bits = 0
  let digits = 0
  let padding = 0
  let isPlain = true
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    const digit = digitOf[code] ?? noDigit
    if (digit === noDigit) {
      if (code === equals) padding += 1
      else if (code !== blank && !isSpace.test(text.charAt(at))) return null
      continue
    }
    if (padding > 0) return null
    digits += 1
    held = ((held << 6) | digit) & 0xfff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    const byte = (held >> bits) & 0xff
    if (byte < 32 || byte > 126) isPlain = false
    bytes[count] = byte
    count += 1
  }
  if (padding > 2 || (digits + padding) % 4 !== 0) return null
  return isPlain && name !== guid ? bytes.toString('latin1', 0, count) : bytesAsText(name, bytes.subarray(0, count))
}

const equals = 61
const isSpace = /\s/
const noDigit = 255
const digitOf = new Uint8Array(256).fill(noDigit)
for (let digit = 0; digit < base64Alphabet.length; digit += 1) digitOf[base64Alphabet.charCodeAt(digit)] = digit

const guid = 'objectGUID'

/** The bytes of one attribute as text; binary bytes become `(20 bytes)`. */
function bytesAsText(name: string, bytes: Buffer): string {
  if (name === guid && bytes.length === 16) return guidOf(bytes)
  // A password may be text in any encoding.
  if (name === 'userPassword') return decodeText(bytes)
  return isText(bytes) ? bytes.toString('utf8') : `(${bytes.length} bytes)`
}

function isText(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false
  }
  return true
}

/** Formats `objectGUID` of Active Directory, which stores the first three groups with reversed bytes (MS-DTYP 2.3.4). */
function guidOf(bytes: Buffer): string {
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
  return uuidOf(Buffer.from(order.map((index) => bytes[index] ?? 0)))
}
