import type { ControlBook } from '../control-totals/control-book.ts'
import type { Logins } from '../control-totals/login-scan.ts'
import { createCursor, position, skipWhile, type Cursor } from '../cursor.ts'
import type { Chunk } from '../file-bytes.ts'
import type { RawRecord } from '../raw-record.ts'
import { readDocument } from './read-document.ts'

/** MongoDB keeps no document of more than 16 MiB, and a little for its own fields. */
const maxDocument = 17 * 1024 * 1024
const minDocument = 5
const fullBatch = 500

const types = new Set([...Array.from({ length: 19 }, (_, index) => index + 1), 0x7f, 0xff])

/** Whether a file begins with a document of BSON: its length, the type and the name of its first field. */
export function isBson(head: Buffer): boolean {
  if (head.length < 8) return false
  const length = head.readInt32LE(0)
  if (length < 8 || length > maxDocument || !types.has(head[4] ?? 0)) return false
  const nameEnd = head.indexOf(0, 5)
  const name = head.toString('latin1', 5, Math.max(5, nameEnd))
  // oxlint-disable-next-line no-control-regex -- no name has control characters
  if (!/^[^\u0000-\u001f]{1,200}$/.test(name)) return false
  return head.length < length || head[length - 1] === 0
}

/** The documents of a dump of one collection, one behind the other; each has its number as line. */
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
      const value = readDocument(cursor.bytes().subarray(cursor.at(), cursor.at() + length))
      const logins = loginsIn(book, start, start + length)
      batch.push(
        value === null
          ? { ...place, kind: 'unreadable', reason: damaged, ...logins }
          : { ...place, kind: 'record', value, ...logins },
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

/** What looks like a login in the bytes of a document: texts lie in them as they are. */
function loginsIn(book: ControlBook | undefined, start: number, end: number): { readonly logins?: Logins } {
  return book === undefined ? {} : { logins: book.take(start, end) }
}

const maxBatch = 4 * 1024 * 1024

/** Fetches until so many bytes are at hand; false where the content ends before. */
async function has(cursor: Cursor, length: number): Promise<boolean> {
  while (cursor.bytes().length - cursor.at() < length) if (!(await cursor.more())) return false
  return true
}

const damaged = 'This document is not valid BSON: the file is damaged here.'
const cut = 'The file ends within this document: it was cut. Dump the collection or copy the file again.'
const noLength =
  'Here is no document, so the rest of the file cannot be read: it is damaged. Dump the collection or copy the file again.'
