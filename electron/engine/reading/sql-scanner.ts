import { type Cursor, position } from './cursor.ts'
import { follow } from './follow.ts'
import type { Piece, Scanner } from './scan-records.ts'
import { peek, skipStatement, skipToStatement } from './sql-between.ts'
import { copyRows } from './sql-copy-rows.ts'
import { createSqlFollower, type SqlDialect } from './sql-follower.ts'
import { readTable } from './sql-heads.ts'
import { insertRows } from './sql-insert.ts'
import { textFrom, type RowsOf, type SqlScan } from './sql-rows.ts'

/**
 * Finds the rows of a dump: those of `INSERT INTO` and of `COPY ... FROM stdin`. `wants` says of which tables; everything
 * else is passed. `rowsOf` tells, when a piece comes, whose row it is.
 */
export function sqlScanner(
  dialect: SqlDialect,
  wants: (table: string) => boolean,
): { readonly scan: Scanner; readonly rowsOf: () => RowsOf } {
  let rows: RowsOf = { table: '', columns: null, form: 'values' }
  const scan: SqlScan = {
    dialect,
    sql: createSqlFollower(dialect),
    wants,
    created: new Map(),
    rowsOf: (next) => {
      rows = next
    },
  }
  return { scan: (cursor) => statements(scan, cursor), rowsOf: () => rows }
}

async function* statements(scan: SqlScan, cursor: Cursor): AsyncGenerator<Piece> {
  while (await skipToStatement(cursor)) {
    const start = await peek(cursor, 16)
    if (/^(?:insert|replace)\s/i.test(start)) yield* insertRows(scan, cursor)
    else if (/^copy\s/i.test(start)) yield* copyRows(scan, cursor)
    else {
      if (/^create\s/i.test(start) && !scan.dialect.lines) await noteTable(scan, cursor)
      const broken = await skipStatement(scan, cursor)
      if (broken !== null) yield broken
    }
  }
}

/** Keeps the columns of a CREATE TABLE for the rows that do not name theirs. The cursor ends where it began, or at the end of what is too long. */
async function noteTable(scan: SqlScan, cursor: Cursor): Promise<void> {
  const start = position(cursor)
  cursor.mark(start)
  scan.sql.begin('statement')
  const followed = await follow(cursor, start, scan.sql.follow)
  const created = followed === 'end' ? readTable(textFrom(cursor, start)) : null
  if (created !== null) scan.created.set(created.table.toLowerCase(), created.columns)
  cursor.moveTo(start - cursor.base())
}
