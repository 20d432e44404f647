import { type Cursor, position } from './cursor.ts'
import { maxRecord } from './raw-record.ts'
import type { Piece, Scanner } from './scan-records.ts'
import { beginsBody, passStatement, peek, skipBody, skipStatement, skipToStatement } from './sql-between.ts'
import { changedTable, isSameTable, readChange, type RowChange } from './sql-changes.ts'
import { copyRows } from './sql-copy-rows.ts'
import { createSqlTokenizer, type SqlDialect } from './sql-tokenizer.ts'
import { readTable } from './sql-heads.ts'
import { insertRows, mayHoldUsers } from './sql-insert.ts'
import { sqlPiece, type RowsOf, type SqlScan } from './sql-rows.ts'

/**
 * Finds the rows of a dump: those of `INSERT INTO` and of `COPY ... FROM stdin`. `wants` says of which tables; everything
 * else is passed. `rowsOf` tells, when a piece comes, whose row it is.
 */
export function sqlScanner(
  dialect: SqlDialect,
  wants: (table: string) => boolean | 'count',
  noteChange: (change: RowChange) => void = () => {},
): { readonly sqlScan: Scanner; readonly rowsOf: () => RowsOf } {
  let rows: RowsOf = { table: '', columns: null, form: 'values' }
  const sqlScan: SqlScan = {
    dialect,
    sql: createSqlTokenizer(dialect),
    wants,
    created: new Map(),
    seen: new Set(),
    noteChange,
    rowsOf: (next) => {
      rows = next
      sqlScan.seen.add(next.table)
    },
  }
  return { sqlScan: (cursor) => statements(sqlScan, cursor), rowsOf: () => rows }
}

async function* statements(sqlScan: SqlScan, cursor: Cursor): AsyncGenerator<Piece> {
  while (await skipToStatement(cursor)) {
    const start = await peek(cursor, 80)
    cursor.within({ kind: 'statement', name: /^\w+/.exec(start)?.[0].toUpperCase() ?? null })
    const block = /^do\s+(?:language\s+\w+\s+)?(\$\w*\$)/i.exec(start)
    if (/^(?:insert|replace|upsert|into)[\s[]/i.test(start)) yield* insertRows(sqlScan, cursor)
    else if (/^copy\s/i.test(start)) yield* copyRows(sqlScan, cursor)
    else if (/^(?:update|delete|truncate|merge)\s/i.test(start)) yield* changeRows(sqlScan, cursor)
    else if (block?.[1] !== undefined) {
      cursor.moveTo(cursor.at() + block[0].length)
      sqlScan.sql.openBlock(block[1])
    } else {
      const isBody = await beginsBody(cursor)
      const broken = isBody
        ? await skipBody(sqlScan, cursor)
        : /^create\s/i.test(start)
          ? await noteTable(sqlScan, cursor)
          : await skipStatement(sqlScan, cursor)
      if (broken !== null) yield broken
    }
  }
}

/** Keeps the columns of a CREATE TABLE for the rows that do not name theirs. */
async function noteTable(sqlScan: SqlScan, cursor: Cursor): Promise<Piece | null> {
  const passed = await passStatement(sqlScan, cursor, maxRecord)
  if ('broken' in passed) return passed.broken
  const created = passed.text === null ? null : readTable(passed.text)
  if (created !== null) sqlScan.created.set(created.table.toLowerCase(), created.columns)
  return null
}

/** Longer statements are not taken apart. */
const maxChange = 64 * 1024

const notApplied =
  'This statement changes or adds rows of a table that was read, in a way that only the database can work out. Load the dump into a database and export the table again.'

/** A statement about rows before it: a simple one is noted, any other is a record that cannot be read. */
async function* changeRows(sqlScan: SqlScan, cursor: Cursor): AsyncGenerator<Piece> {
  const start = position(cursor)
  const line = cursor.lineOf(start)
  const head = await peek(cursor, 1000)
  const passed = await passStatement(sqlScan, cursor, maxChange)
  if ('broken' in passed) {
    yield passed.broken
    return
  }
  const table = changedTable(passed.text ?? head)
  const adds = /^merge\s/i.test(head)
  const own = table === null ? undefined : [...sqlScan.seen].find((one) => isSameTable(one, table))
  // Rows that come later are none of its business.
  if (table === null || (own === undefined && !adds)) return
  const change = passed.text === null ? null : readChange(passed.text, sqlScan.dialect)
  if (change !== null) {
    cursor.pass({ kind: 'changed', name: null })
    return sqlScan.noteChange({ ...change, table: own ?? table, offset: start, line })
  }
  const name = own ?? table
  const wanted = sqlScan.wants(name)
  if (wanted === true || (adds && wanted === 'count' && mayHoldUsers.test(name))) {
    sqlScan.rowsOf({ table: name, columns: null, form: 'values' })
    yield { ...sqlPiece(cursor, start, notApplied), line }
  }
}
