import { isBlank } from './bytes.ts'
import { type Cursor, position, skipLine, skipWhile } from './cursor.ts'
import { scan } from './tokenizer.ts'
import type { Piece } from './scan-records.ts'
import { cutDump, sqlPiece, unclosedDump, type SqlScan } from './sql-rows.ts'

const semicolon = 0x3b
const star = 0x2a
const slash = 0x2f

/** The next characters, as many as there are. The cursor stays where it is. */
export async function peek(cursor: Cursor, length: number): Promise<string> {
  while (cursor.bytes().length - cursor.at() < length && (await cursor.more()));
  return cursor.bytes().toString('latin1', cursor.at(), cursor.at() + length)
}

/** Passes blanks and comments. Answers the byte behind them without passing it; null at the end of the content. */
export async function skipBetween(cursor: Cursor): Promise<number | null> {
  while (true) {
    const byte = await skipWhile(cursor, isBlank)
    if (byte === null) return null
    const start = await peek(cursor, 2)
    if (start === '--') await skipLine(cursor)
    else if (start === '/*') await skipComment(cursor)
    else return byte
  }
}

/**
 * Passes what stands between statements: besides comments, stray `;`, commands of the database's own program
 * (`\connect`, `GO`, `DELIMITER` with everything up to the next one). False at the end of the content.
 */
export async function skipToStatement(cursor: Cursor): Promise<boolean> {
  while (true) {
    const byte = await skipBetween(cursor)
    if (byte === null) return false
    const start = await peek(cursor, 24)
    if (byte === semicolon) cursor.moveTo(cursor.at() + 1)
    else if (/^(?:[\\#]|go\s*[\r\n]|delimiter\s+;)/i.test(start)) await skipLine(cursor)
    else if (/^delimiter\s/i.test(start)) await skipProgram(cursor)
    else return true
  }
}

/** Passes a statement, or the rest of one. Answers a piece when the content ends inside of a quotation. */
export async function skipStatement(sqlScan: SqlScan, cursor: Cursor): Promise<Piece | null> {
  const start = position(cursor)
  cursor.lineOf(start)
  cursor.release()
  if (sqlScan.dialect.lines) {
    await skipLine(cursor)
    return null
  }
  sqlScan.sql.begin('statement')
  while (true) {
    const followed = await scan(cursor, null, sqlScan.sql.follow)
    if (followed === 'end') return null
    if (followed === 'stopped') {
      return sqlScan.sql.isInside() ? sqlPiece(cursor, start, cursor.broken() === null ? unclosedDump : cutDump) : null
    }
    // A parenthesis that nothing opened is passed.
    cursor.moveTo(cursor.at() + 1)
  }
}

async function skipComment(cursor: Cursor): Promise<void> {
  cursor.moveTo(cursor.at() + 2)
  let before = 0
  await skipWhile(cursor, (byte) => {
    const closed = before === star && byte === slash
    before = byte ?? 0
    return !closed
  })
  cursor.moveTo(Math.min(cursor.at() + 1, cursor.bytes().length))
}

/** Procedures and triggers of MySQL lie between `DELIMITER ;;` and `DELIMITER ;`. */
async function skipProgram(cursor: Cursor): Promise<void> {
  do {
    await skipLine(cursor)
    await skipWhile(cursor, isBlank)
  } while ((await peek(cursor, 16)) !== '' && !/^delimiter\s+;\s/i.test(`${await peek(cursor, 16)}\n`))
  await skipLine(cursor)
}
