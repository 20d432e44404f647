import { isUtf8 } from 'node:buffer'
import type { ControlBook } from '../control-totals/control-book.ts'
import type { Logins } from '../control-totals/login-scan.ts'
import { createCursor, type Cursor, position, skipWhile } from '../cursor.ts'
import { type Chunk, uuidOf } from '../file-bytes.ts'
import type { RawRecord } from '../raw-record.ts'

/** A BSON document as plain data, or why it is not read. */
type BsonDocument =
  | { readonly kind: 'document'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'fault'; readonly reason: string }

const maxDepth = 200
/** Fields of a document, its lists and objects included: a user may have thousands of sessions. */
const maxFields = 1_000_000
const tooDeep = 'More than 200 lists and objects are nested in this document, so it is not a user.'
const tooManyFields = 'This document has more than 1,000,000 fields, lists included, so it is not read.'

/** Reads one document (bsonspec.org) into the shape of MongoDB's extended JSON: ids as `$oid`, times as `$date`. */
function readDocument(bytes: Buffer): BsonDocument {
  try {
    const reader = createReader(bytes)
    return { kind: 'document', value: reader.object(1) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const bound = [tooDeep, tooManyFields].find((reason) => reason === error.message)
    return { kind: 'fault', reason: bound ?? damaged }
  }
}

function createReader(bytes: Buffer) {
  let at = 0
  let fields = 0

  const take = (length: number): number => {
    if (!Number.isInteger(length) || length < 0 || at + length > bytes.length) throw new RangeError('bson')
    at += length
    return at - length
  }
  const int32 = () => bytes.readInt32LE(take(4))
  const name = (): string => {
    const end = bytes.indexOf(0, at)
    if (end === -1) throw new RangeError('bson')
    const text = bytes.toString('utf8', at, end)
    at = end + 1
    return text
  }
  const text = (): string => {
    const length = int32()
    const start = take(length)
    if (length < 1 || bytes[start + length - 1] !== 0) throw new RangeError('bson')
    return bytes.toString('utf8', start, start + length - 1)
  }
  const binary = (): unknown => {
    const length = int32()
    const kind = bytes[take(1)] ?? 0
    const start = take(length)
    const value = bytes.subarray(start, start + length)
    if ((kind === 3 || kind === 4) && length === 16) return uuidOf(value)
    // Some programs store hashes as binary values.
    if (length > 0 && isUtf8(value) && value.every((byte) => byte >= 32)) return value.toString('utf8')
    return { $binary: { base64: value.toString('base64'), subType: kind.toString(16).padStart(2, '0') } }
  }
  const value = (type: number, depth: number): unknown => {
    switch (type) {
      case 0x01:
        return bytes.readDoubleLE(take(8))
      case 0x02:
      case 0x0d:
      case 0x0e:
        return text()
      case 0x03:
        return object(depth + 1)
      case 0x04:
        return Object.values(object(depth + 1))
      case 0x05:
        return binary()
      case 0x06:
      case 0x0a:
      case 0x7f:
      case 0xff:
        return null
      case 0x07:
        return { $oid: bytes.toString('hex', take(12), at) }
      case 0x08:
        return bytes[take(1)] === 1
      case 0x09:
        return dateOf(bytes.readBigInt64LE(take(8)))
      case 0x0b:
        return { $regex: name(), $options: name() }
      case 0x0c:
        text()
        return { $oid: bytes.toString('hex', take(12), at) }
      case 0x0f:
        int32()
        text()
        return object(depth + 1)
      case 0x10:
        return int32()
      case 0x11:
        return { $timestamp: String(bytes.readBigUInt64LE(take(8))) }
      case 0x12:
        return integerOf(bytes.readBigInt64LE(take(8)))
      case 0x13:
        return { $decimalBytes: bytes.toString('hex', take(16), at) }
      default:
        throw new RangeError('bson')
    }
  }
  const object = (depth: number): Readonly<Record<string, unknown>> => {
    if (depth > maxDepth) throw new RangeError(tooDeep)
    const start = at
    const end = start + int32()
    if (end > bytes.length || end < start + 5) throw new RangeError('bson')
    const members: [string, unknown][] = []
    while (at < end - 1) {
      fields += 1
      if (fields > maxFields) throw new RangeError(tooManyFields)
      const type = bytes[take(1)] ?? 0
      const key = name()
      members.push([key === '__proto__' ? '(__proto__)' : key, value(type, depth)])
    }
    if (at !== end - 1 || bytes[take(1)] !== 0) throw new RangeError('bson')
    return Object.fromEntries(members)
  }
  return { object }
}

/** An integer beyond the safe range becomes a string, so that no digit is lost. */
function integerOf(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

function dateOf(milliseconds: bigint): unknown {
  const date = new Date(Number(milliseconds))
  return { $date: Number.isNaN(date.getTime()) ? String(milliseconds) : date.toISOString() }
}

/** MongoDB limits a document to 16 MiB, plus a little for internal fields. */
const maxDocument = 17 * 1024 * 1024
const minDocument = 5
const fullBatch = 500

const types = new Set([...Array.from({ length: 19 }, (_, index) => index + 1), 0x7f, 0xff])

/** Whether a file begins with a BSON document, judged by its length and the type and name of its first field. */
export function isBson(head: Buffer): boolean {
  if (head.length < 8) return false
  const length = head.readInt32LE(0)
  if (length < 8 || length > maxDocument || !types.has(head[4] ?? 0)) return false
  const nameEnd = head.indexOf(0, 5)
  const name = head.toString('latin1', 5, Math.max(5, nameEnd))
  // oxlint-disable-next-line no-control-regex -- a field name has no control characters
  if (!/^[^\u0000-\u001f]{1,200}$/.test(name)) return false
  return head.length < length || head[length - 1] === 0
}

/** Reads a dump of one collection: BSON documents one after another. The line of a record is the document's number, from 1. */
export async function* bsonRecords(
  chunks: AsyncIterable<Chunk>,
  book?: ControlBook,
): AsyncGenerator<readonly RawRecord[]> {
  const cursor = createCursor(chunks, maxDocument, book)
  let batch: RawRecord[] = []
  let bytes = 0
  let line = 0
  try {
    for (;;) {
      const start = position(cursor)
      cursor.mark(start)
      const place = { line: line + 1, offset: start }
      const length = (await has(cursor, 4)) ? cursor.bytes().readInt32LE(cursor.at()) : null
      const isWhole = length !== null && length >= minDocument && length <= maxDocument && (await has(cursor, length))
      if (!isWhole) {
        const isLength = length === null || (length >= minDocument && length <= maxDocument)
        const reason = cursor.broken() ?? (isLength ? cut : noLength)
        const isOver = !(await has(cursor, 1)) && cursor.broken() === null
        if (!isOver) {
          await skipWhile(cursor, () => true)
          batch.push({
            ...place,
            kind: 'unreadable',
            reason,
            truncates: true,
            ...loginsIn(book, start, position(cursor)),
          })
        }
        break
      }
      line += 1
      const document = readDocument(cursor.bytes().subarray(cursor.at(), cursor.at() + length))
      const logins = loginsIn(book, start, start + length)
      batch.push(
        document.kind === 'fault'
          ? { ...place, kind: 'unreadable', reason: document.reason, ...logins }
          : { line: place.line, offset: place.offset, kind: 'record', value: document.value, ...logins },
      )
      cursor.moveTo(cursor.at() + length)
      bytes += length
      if (batch.length < fullBatch && bytes < maxBatch) continue
      yield batch
      batch = []
      bytes = 0
    }
    if (batch.length > 0) yield batch
  } finally {
    await cursor.close()
  }
}

/** Takes the logins in the bytes of a document; BSON stores text as plain UTF-8. */
function loginsIn(book: ControlBook | undefined, start: number, end: number): { readonly logins?: Logins } {
  return book === undefined ? {} : { logins: book.take(start, end) }
}

const maxBatch = 4 * 1024 * 1024

/** Fetches until `length` bytes are buffered; false if the content ends before. */
async function has(cursor: Cursor, length: number): Promise<boolean> {
  while (cursor.bytes().length - cursor.at() < length) if (!(await cursor.more())) return false
  return true
}

const damaged = 'This document is not valid BSON: the file is damaged here.'
const cut = 'The file ends within this document: it was cut. Dump the collection or copy the file again.'
const noLength =
  'No BSON document begins here, so the rest of the file cannot be read: the file is damaged. Dump the collection or copy the file again.'
