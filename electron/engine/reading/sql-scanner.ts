import { type Cursor, position } from './cursor.ts'
import { scan } from './tokenizer.ts'
import type { Piece, Scanner } from './scan-records.ts'
import { peek, skipStatement, skipToStatement } from './sql-between.ts'
import { copyRows } from './sql-copy-rows.ts'
import { createSqlTokenizer, type SqlDialect } from './sql-tokenizer.ts'
import { readTable } from './sql-heads.ts'
import { insertRows } from './sql-insert.ts'
import { textFrom, type RowsOf, type SqlScan } from './sql-rows.ts'

/**
 * Finds the rows of a dump: those of `INSERT INTO` and of `COPY ... FROM stdin`. `wants` says of which tables; everything
 * else is passed. `rowsOf` tells, when a piece comes, whose row it is.
 */
export function sqlScanner(
  dialect: SqlDialect,
  wants: (table: string) => boolean | 'count',
): { readonly sqlScan: Scanner; readonly rowsOf: () => RowsOf } {
  let rows: RowsOf = { table: '', columns: null, form: 'values' }
  const sqlScan: SqlScan = {
    dialect,
    sql: createSqlTokenizer(dialect),
    wants,
    created: new Map(),
    rowsOf: (next) => {
      rows = next
    },
  }
  return { sqlScan: (cursor) => statements(sqlScan, cursor), rowsOf: () => rows }
}

async function* statements(sqlScan: SqlScan, cursor: Cursor): AsyncGenerator<Piece> {
  while (await skipToStatement(cursor)) {
    const start = await peek(cursor, 16)
    if (/^(?:insert|replace)\s/i.test(start)) yield* insertRows(sqlScan, cursor)
    else if (/^copy\s/i.test(start)) yield* copyRows(sqlScan, cursor)
    else {
      if (/^create\s/i.test(start) && !sqlScan.dialect.lines) await noteTable(sqlScan, cursor)
      const broken = await skipStatement(sqlScan, cursor)
      if (broken !== null) yield broken
    }
  }
}

/** Keeps the columns of a CREATE TABLE for the rows that do not name theirs. The cursor ends where it began, or at the end of what is too long. */
async function noteTable(sqlScan: SqlScan, cursor: Cursor): Promise<void> {
  const start = position(cursor)
  cursor.mark(start)
  sqlScan.sql.begin('statement')
  const followed = await scan(cursor, start, sqlScan.sql.follow)
  const created = followed === 'end' ? readTable(textFrom(cursor, start)) : null
  if (created !== null) sqlScan.created.set(created.table.toLowerCase(), created.columns)
  cursor.moveTo(start - cursor.base())
}
