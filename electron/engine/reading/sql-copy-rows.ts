import { isLineEnd, newline } from './bytes.ts'
import { type Cursor, position, skipLine, skipWhile } from './cursor.ts'
import { scan, type Tokenizer } from './tokenizer.ts'
import { tooLong } from './raw-record.ts'
import type { Piece } from './scan-records.ts'
import { peek, skipStatement } from './sql-between.ts'
import { readCopyHead } from './sql-heads.ts'
import { cutDump, sqlPiece, textFrom, type SqlScan } from './sql-rows.ts'

const notText =
  'The rows of this COPY block are not in the text form that pg_dump writes. Export this table by itself as CSV.'
const endOfRows = Buffer.from('\n\\.')

/** The rows of the COPY block at the cursor, one on each line up to `\.`; other COPY statements are passed. */
export async function* copyRows(sqlScan: SqlScan, cursor: Cursor): AsyncGenerator<Piece> {
  const start = position(cursor)
  cursor.mark(start)
  sqlScan.sql.begin('statement')
  const scanned = await scan(cursor, start, sqlScan.sql.follow)
  const head = scanned === 'end' ? readCopyHead(textFrom(cursor, start)) : null
  cursor.release()
  if (head === null) {
    const broken =
      scanned === 'end'
        ? null
        : scanned === 'stopped'
          ? sqlPiece(cursor, start, cutDump)
          : await skipStatement(sqlScan, cursor)
    if (broken !== null) yield broken
    return
  }
  await skipLine(cursor)
  const columns = head.columns ?? sqlScan.created.get(head.table.toLowerCase()) ?? null
  sqlScan.rowsOf({ table: head.table, columns, form: 'line' })
  if (!head.plain && sqlScan.wants(head.table) === true) yield { start, end: start, fault: notText }
  else if (head.plain && (yield* lines(sqlScan, cursor, head.table))) return
  if (!(await skipRows(cursor))) yield sqlPiece(cursor, position(cursor), cutDump)
}

/** True: the block is over; false: the rest of it is to be passed. */
async function* lines(sqlScan: SqlScan, cursor: Cursor, table: string): AsyncGenerator<Piece, boolean> {
  while (sqlScan.wants(table) !== false) {
    const ended = (await skipWhile(cursor, isLineEnd)) === null
    const start = position(cursor)
    cursor.mark(start)
    const scanned = ended ? 'stopped' : await scan(cursor, start, toLineEnd)
    const from = start - cursor.base()
    if (cursor.at() - from <= 3 && isEndOfRows(cursor.bytes().toString('latin1', from, cursor.at()))) return true
    if (scanned === 'long') {
      cursor.release()
      await scan(cursor, null, toLineEnd)
    }
    yield sqlPiece(cursor, start, scanned === 'end' ? null : scanned === 'long' ? tooLong : cutDump)
    if (scanned === 'stopped') return true
  }
  return false
}

function isEndOfRows(line: string): boolean {
  return line === '\\.' || line === '\\.\r'
}

const toLineEnd: Tokenizer = (bytes, from) => {
  const at = bytes.indexOf(newline, from)
  return at === -1 ? { kind: 'more' } : { kind: 'end', at }
}

/** Passes the rows of a block without looking at them; false when it does not end. The cursor is at the start of a line. */
async function skipRows(cursor: Cursor): Promise<boolean> {
  cursor.release()
  if (/^\\\.(?:[\r\n]|$)/.test(await peek(cursor, 3))) {
    await skipLine(cursor)
    return true
  }
  while (true) {
    const found = cursor.bytes().indexOf(endOfRows, Math.max(0, cursor.at() - 1))
    if (found !== -1) {
      cursor.moveTo(found + 1)
      const line = await peek(cursor, 3)
      if (/^\\\.(?:[\r\n]|$)/.test(line)) {
        await skipLine(cursor)
        return true
      }
      cursor.moveTo(cursor.at() + 1)
      continue
    }
    cursor.moveTo(Math.max(cursor.at(), cursor.bytes().length - endOfRows.length))
    if (!(await cursor.more())) {
      cursor.moveTo(cursor.bytes().length)
      return false
    }
  }
}
