import type { ControlBook } from '../control-totals/control-book.ts'
import { type Cursor, position, scan, skipWhile } from '../cursor.ts'
import { type Chunk, closeBracket, openBrace, openBracket, quote } from '../file-bytes.ts'
import { isBetween, members, readText, skipValue } from './json-members.ts'
import { createValueTokenizer, parseJson } from './json-value.ts'
import { tooLong, type RawRecord } from '../raw-record.ts'
import { scanRecords, type Parsed, type Piece, type Scanner } from '../scan-records.ts'
import type { WantsTable } from '../sql/sql-statements.ts'

/**
 * Whether a text is JSON of several tables as phpMyAdmin exports it (libraries/classes/Plugins/Export/ExportJson.php): a list of
 * objects with `type`; objects of type `table` have a `name` and rows in `data`.
 */
export function isTablesJson(text: string): boolean {
  const start = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .slice(0, 4000)
  return (
    /^(?:\[\s*)?\{\s*"type"\s*:\s*"(?:header|database|table)"\s*,/.test(start) &&
    /"type"\s*:\s*"table"\s*,\s*"name"\s*:/.test(start)
  )
}

/** Reads the rows of the wanted tables, each with the name of its table. */
export function tablesJsonRecords(
  chunks: AsyncIterable<Chunk>,
  wants: WantsTable,
  book?: ControlBook,
): AsyncGenerator<readonly RawRecord[]> {
  let table = ''
  const within = async function* (cursor: Cursor): AsyncGenerator<Piece> {
    for await (const member of members(cursor)) {
      if (member.kind === 'member') {
        const byte = cursor.bytes()[cursor.at()]
        if (member.key === 'name' && byte === quote) table = (await readText(cursor)) ?? ''
        else if (member.key === 'data' && byte === openBracket && wants(table) !== false) yield* rows(cursor)
        else if (!(await skipValue(cursor))) {
          yield await cutHere(cursor)
          return
        }
      } else if (member.kind !== 'whole') yield await cutHere(cursor)
    }
  }
  const scanTables: Scanner = async function* scanAll(cursor) {
    for (let byte = await skipWhile(cursor, isOutside); byte !== null; byte = await skipWhile(cursor, isOutside)) {
      if (byte === openBrace) yield* within(cursor)
      else if (!(await skipValue(cursor))) cursor.moveTo(cursor.at() + 1)
    }
  }
  const read = (text: string): Parsed => {
    const parsed = parseJson(text)
    return parsed.kind === 'record' ? { kind: 'record', value: parsed.value, table } : parsed
  }
  return scanRecords(chunks, scanTables, read, { book })
}

function isOutside(byte: number | undefined): boolean {
  return isBetween(byte) || byte === openBracket || byte === closeBracket
}

/** The values of the list at the cursor, one by one. */
export async function* rows(cursor: Cursor): AsyncGenerator<Piece> {
  cursor.moveTo(cursor.at() + 1)
  for (
    let byte = await skipWhile(cursor, isBetween);
    byte !== closeBracket;
    byte = await skipWhile(cursor, isBetween)
  ) {
    if (byte === null) {
      yield await cutHere(cursor)
      return
    }
    const start = position(cursor)
    cursor.mark(start)
    const value = createValueTokenizer(false)
    value.begin()
    const scanned = await scan(cursor, start, value.follow)
    if (scanned === 'end' && position(cursor) > start) yield { start, end: position(cursor), fault: value.depthFault() }
    else if (scanned === 'long') {
      cursor.release()
      await scan(cursor, null, value.follow)
      yield { start, end: position(cursor), fault: tooLong }
    } else {
      yield await cutHere(cursor)
      return
    }
  }
  cursor.moveTo(cursor.at() + 1)
}

async function cutHere(cursor: Cursor): Promise<Piece> {
  const start = position(cursor)
  cursor.lineOf(start)
  await skipWhile(cursor, () => true)
  return {
    start,
    end: position(cursor),
    fault: 'The file ends here or cannot be read any further: rows may be missing. Export or copy it again.',
    truncates: true,
  }
}
