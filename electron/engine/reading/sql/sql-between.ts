import { type Cursor, position, scan, skipLine, skipWhile, type Tokenizer } from '../cursor.ts'
import { isBlank, isLineEnd, newline } from '../file-bytes.ts'
import { tooLong } from '../raw-record.ts'
import type { Piece } from '../scan-records.ts'
import { declaredValues } from './definitions/declared-values.ts'
import { isSameTable } from './changes/sql-changes.ts'
import { connects } from './sql-databases.ts'
import { pathPattern, readsFile, sqlHead, tableOf } from './sql-heads.ts'
import { setsVariable } from './sql-variables.ts'
import { cutDump, sqlPiece, type SqlScan, textFrom, unclosedDump } from './sql-rows.ts'

const semicolon = 0x3b
const star = 0x2a
const slash = 0x2f

/** The next `length` characters, or fewer at the end of the content. The cursor does not move. */
export async function peek(cursor: Cursor, length: number): Promise<string> {
  while (cursor.bytes().length - cursor.at() < length && (await cursor.more()));
  return cursor.bytes().toString('latin1', cursor.at(), cursor.at() + length)
}

/** The beginning of a conditional comment, which MySQL and MariaDB execute, if it changes rows. The end of that comment is skipped later. */
const conditional = /^\/\*M?!\d*\s*(?=(?:insert|replace|update|delete|truncate)\s)/i

const beginsComment = new Uint8Array(256)
for (const sign of '-#*/') beginsComment[sign.charCodeAt(0)] = 1

/** Bytes of a comment, and of one on a line, that are passed to `noteComment`. */
const [maxComment, maxLine] = [2000, 300]

/** Skips blanks and comments. Returns the next byte without consuming it; null at the end of the content. */
export async function skipBetween(cursor: Cursor, noteComment?: (comment: string) => void): Promise<number | null> {
  while (true) {
    const byte = await skipWhile(cursor, isBlank)
    if (byte === null || beginsComment[byte] !== 1) return byte
    const start = await peek(cursor, 2)
    const from = position(cursor)
    if (noteComment !== undefined) noteComment(await commentAt(cursor, start === '/*' ? maxComment : maxLine))
    if (start === '--' || start.startsWith('#')) await skipLine(cursor)
    else if (start === '*/') cursor.moveTo(cursor.at() + 2)
    else if (start === '/*') {
      const mark = conditional.exec(await peek(cursor, 40))
      if (mark === null) await skipComment(cursor)
      else cursor.moveTo(cursor.at() + mark[0].length)
    } else return byte
    cursor.pass({ kind: 'comment', name: null }, from)
  }
}

/** The text of the comment at the cursor, or its beginning. */
async function commentAt(cursor: Cursor, length: number): Promise<string> {
  const text = Buffer.from(await peek(cursor, length), 'latin1').toString('utf8')
  return text.slice(0, text.startsWith('/*') ? /\*\/|$/.exec(text)?.index : /[\r\n]|$/.exec(text)?.index)
}

/**
 * Skips everything between statements: comments, stray `;`, and client commands (`GO`, `DELIMITER` and `SET TERM` with everything up to the
 * next one). False at the end of the content. `noteComment`: called with each comment.
 */
export async function skipToStatement(cursor: Cursor, noteComment?: (comment: string) => void): Promise<boolean> {
  while (true) {
    const byte = await skipBetween(cursor, noteComment)
    if (byte === null) return false
    const start = await peek(cursor, 24)
    if (byte === semicolon) cursor.moveTo(cursor.at() + 1)
    else if (readsFile.test(start) || connects.test(start) || setsVariable.test(start)) return true
    else if (
      /^(?:[\\#@]|go\s*[\r\n]|(?:rem(?:ark)?|prompt|spool|whenever)(?:\s|$)|(?:delimiter|set\s+term)\s+;)/i.test(start)
    )
      await skipLine(cursor)
    else if (/^(?:delimiter|set\s+term)\s/i.test(start)) await skipProgram(cursor)
    else return true
  }
}

const tableName = '(?:["`[]?[\\w$ -]+["`\\]]?\\.){0,3}["`[]?[\\w$-]+["`\\]]?'
/** Beginnings of statements that do not occur within another statement. */
const verb = `insert\\s+(?:\\w+\\s+){0,3}into\\s|insert\\s+(?:all|first)\\s|insert\\s*\\[|(?:replace|upsert|merge)\\s+into\\s(?!\\s*table\\s)|delete\\s+from\\s|update\\s+${tableName}(?:\\s+(?:as\\s+)?\\w+)?\\s+set\\s|merge\\s+${tableName}(?:\\s+(?:as\\s+)?\\w+)?\\s+using\\s`
const anotherVerb = new RegExp(`^(?:${verb})`, 'i')
/** Beginnings of statements at the start of a line, where the next statement begins in scripts without `;`. */
const anotherStatement = new RegExp(
  `^(?:${verb}|merge\\s|truncate\\s+table\\s|copy\\s[^;]+\\sfrom\\s+stdin|create\\s+(?:\\w+\\s+){0,4}(?:table|trigger|function|proc|procedure|view|rule)\\s|do\\s+\\$|go\\s*[\\r\\n]|delimiter\\s|[\\\\#@]|(?:rem|remark|prompt)\\s)`,
  'i',
)
const looked = 300

/** `broken`: the content ended within a quotation; `text`: the statement, null if it was not kept or is too long. */
type Passed = { readonly broken: Piece } | { readonly text: string | null }

/** Skips a statement or the rest of one, up to its `;` or to the beginning of another. `keep`: longest text that is returned, in bytes. */
export async function passStatement({ sql }: SqlScan, cursor: Cursor, keep = 0): Promise<Passed> {
  const start = position(cursor)
  cursor.lineOf(start)
  if (keep === 0) cursor.release()
  else cursor.mark(start)
  sql.begin('stretch')
  // Otherwise the statement itself would count as the beginning of another.
  if (/^[a-z]/i.test(await peek(cursor, 1))) cursor.moveTo(cursor.at() + 1)
  let kept = keep > 0
  const end = () => {
    const text =
      kept && position(cursor) - start <= keep
        ? cursor.bytes().toString('utf8', start - cursor.base(), cursor.at())
        : null
    cursor.release()
    return { text }
  }
  while (true) {
    const scanned = await scan(cursor, kept ? start : null, sql.follow, keep)
    if (scanned === 'long') {
      kept = false
      cursor.release()
    } else if (scanned === 'stopped') {
      return sql.isInside()
        ? { broken: sqlPiece(cursor, start, cursor.broken() === null ? unclosedDump : cutDump) }
        : end()
    } else if (scanned === 'fault' || (sql.endedBy() === 'word' && !anotherVerb.test(await peek(cursor, looked)))) {
      // Skips an unmatched closing parenthesis, or a word that begins no statement.
      cursor.moveTo(cursor.at() + 1)
    } else if (sql.endedBy() !== 'line') return end()
    else if ((await skipBetween(cursor)) === null || anotherStatement.test(await peek(cursor, looked))) return end()
  }
}

/** Skips a statement. Returns a piece with a fault if the content ends within a quotation. */
export async function skipStatement(sqlScan: SqlScan, cursor: Cursor): Promise<Piece | null> {
  const passed = await passStatement(sqlScan, cursor)
  return 'broken' in passed ? passed.broken : null
}

/** Beginnings of statements whose body holds statements that are executed later. */
const body =
  /^(?:create|alter)\s+(?:(?!table\b)[^\s(]+\s+){0,6}?(?:trigger|function|procedure|proc|rule|event|view|package|type\s+body)\s/i

/** Whether the statement at the cursor defines a routine, trigger or view, whose body is not executed when the dump is loaded. */
export async function beginsBody(cursor: Cursor): Promise<boolean> {
  return body.test(await peek(cursor, 200))
}

/** Packages of Oracle hold several routines, each with an END of its own. */
const packageHead = new RegExp(
  `^create\\s+(?:or\\s+replace\\s+)?(?:(?:non)?editionable\\s+)?(?:package(?:\\s+body)?|type\\s+body)\\s+(${pathPattern})`,
  'iu',
)

const maxBody = 1024 * 1024

/** Skips the definition of a routine, trigger or view: up to `GO` in scripts of SQL Server, to the `/` or END behind a package of Oracle, else to the END of its BEGIN, or to `;`. */
export async function skipBody({ dialect, sql }: SqlScan, cursor: Cursor): Promise<Piece | null> {
  if (dialect.lines) {
    while ((await peek(cursor, 1)) !== '' && !/^go\s*[\r\n]/i.test(`${await peek(cursor, 16)}\n`))
      await skipLine(cursor)
    return null
  }
  const ofPackage = tableOf(packageHead, await peek(cursor, 200))
  let opened = false
  while (true) {
    const start = position(cursor)
    cursor.lineOf(start)
    cursor.mark(start)
    sql.begin('statement')
    let scanned = await scan(cursor, start, sql.follow, maxBody)
    while (scanned === 'fault' || scanned === 'long') {
      if (scanned === 'fault') cursor.moveTo(cursor.at() + 1)
      else cursor.release()
      scanned = await scan(cursor, null, sql.follow)
    }
    if (scanned === 'stopped') {
      return sql.isInside() ? sqlPiece(cursor, start, cursor.broken() === null ? unclosedDump : cutDump) : null
    }
    const from = Math.max(0, start - cursor.base())
    const text = cursor.bytes().toString('latin1', from, cursor.at())
    cursor.release()
    if (ofPackage !== null) {
      const [, ended] = /\bend\s+"?([^\s";]+)"?\s*;$/i.exec(text) ?? []
      if (ended !== undefined && isSameTable(ended, ofPackage)) return null
      if ((await skipBetween(cursor)) === null || /^\/[ \t]*[\r\n]/.test(`${await peek(cursor, 16)}\n`)) return null
      continue
    }
    opened ||= /\bbegin\b(?!\s+atomic)/i.test(text.replaceAll(/'[^']*'|\$(\w*)\$[^]*?\$\1\$/g, ''))
    if (!opened || /\bend(?:\s+(?!if\b|case\b|loop\b|while\b|repeat\b)\w+)?\s*;$/i.test(text)) return null
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

/** Skips procedures and triggers of MySQL, from `DELIMITER ;;` to `DELIMITER ;`, and of Firebird, from `SET TERM ^ ;` to `SET TERM ; ^`. */
async function skipProgram(cursor: Cursor): Promise<void> {
  do {
    await skipLine(cursor)
    await skipWhile(cursor, isBlank)
  } while ((await peek(cursor, 16)) !== '' && !/^(?:delimiter|set\s+term)\s+;\s?/i.test(`${await peek(cursor, 16)}\n`))
  await skipLine(cursor)
}

const notText =
  'The rows of this COPY block are not in the text form that pg_dump writes. Export this table by itself as CSV.'
const endOfRows = Buffer.from('\n\\.')

/** Yields the rows of the COPY block at the cursor, one on each line up to `\.`. Other COPY statements are skipped. */
export async function* copyRows(sqlScan: SqlScan, cursor: Cursor): AsyncGenerator<Piece> {
  const start = position(cursor)
  cursor.mark(start)
  sqlScan.sql.begin('statement')
  const scanned = await scan(cursor, start, sqlScan.sql.follow)
  const head = scanned === 'end' ? sqlHead.readCopy(textFrom(cursor, start)) : null
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
  const named = sqlScan.databases.nameOf(head.table).toLowerCase()
  const created = sqlScan.created.get(named) ?? null
  const columns = head.columns ?? created?.columns ?? null
  sqlScan.rowsOf({ table: head.table, columns, form: 'line', ...declaredValues(created, columns) })
  if (!head.plain && sqlScan.wants(head.table) === true) yield { start, end: start, fault: notText }
  else if (head.plain && (yield* lines(sqlScan, cursor, head.table))) return
  if (!(await skipRows(cursor))) yield sqlPiece(cursor, position(cursor), cutDump)
}

/** Yields the rows of a COPY block. Returns true if the block is over, false if the rest must be skipped. */
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

/** Skips the rows of a COPY block; false if it does not end. The cursor must be at the start of a line. */
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
