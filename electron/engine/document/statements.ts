import type { Database, SqlValue, Statement } from './sqlite.ts'

const prepared = new WeakMap<Database, Map<string, Statement>>()

/** Lets go of a connection's statements before it is closed. */
export function forgetStatements(database: Database): void {
  prepared.delete(database)
}

/** Prepares a statement once per connection. */
export function sql(database: Database, text: string): Statement {
  let statements = prepared.get(database)
  if (statements === undefined) {
    statements = new Map()
    prepared.set(database, statements)
  }
  let statement = statements.get(text)
  if (statement === undefined) {
    statement = database.prepare(text)
    statements.set(text, statement)
  }
  return statement
}

/** Runs a statement without building the `{changes}` result, which costs a quarter of a small insert. */
export function run(database: Database, text: string, ...values: SqlValue[]): void {
  sql(database, text).get(...values)
}

/** Rows in one statement. More at a time make a row no cheaper. */
const rowsPerStatement = 20

/** Statements for one row and for several. Made once: a text of its own for each use costs as much as a small insert. */
export type Insert = { readonly one: string; readonly several: string }

/** `into`: an INSERT as far as its column names; `row`: a row as it follows VALUES, with its question marks; `then`: what follows the rows. */
export function insertStatement(into: string, row: string, then = ''): Insert {
  return statementOfRows((rows) => `${into} VALUES ${rows} ${then}`, row)
}

/** `text`: the statement around its rows, which it gets as they follow VALUES. Values that all rows share come before them. */
export function statementOfRows(text: (rows: string) => string, row: string): Insert {
  return { one: text(row), several: text(Array.from({ length: rowsPerStatement }, () => row).join(', ')) }
}

/**
 * Inserts rows, several in a statement, which takes half as long as one by one. `put`: adds the values of the row at `index`
 * to those before it.
 */
function bulkInsertEach(
  database: Database,
  { one, several }: Insert,
  rows: number,
  put: (values: SqlValue[], index: number) => void,
  shared: readonly SqlValue[] = [],
): void {
  const inTurn = rows - (rows % rowsPerStatement)
  let values: SqlValue[] = [...shared]
  for (let index = 0; index < rows; index += 1) {
    put(values, index)
    if (index < inTurn && (index + 1) % rowsPerStatement !== 0) continue
    run(database, index < inTurn ? several : one, ...values)
    values = [...shared]
  }
}

/** The same for the rows of a list. `shared`: values that come once in each statement, before its rows. */
export function bulkInsert<Row>(
  database: Database,
  insert: Insert,
  rows: readonly Row[],
  put: (values: SqlValue[], row: Row) => void,
  shared: readonly SqlValue[] = [],
): void {
  const each = rows.values()
  const putNext = (values: SqlValue[]) => {
    const next = each.next()
    if (next.done !== true) put(values, next.value)
  }
  bulkInsertEach(database, insert, rows.length, putNext, shared)
}

/**
 * The same for rows that are one behind the other in `values`. `lead`: adds what each row begins with and is not among
 * them, from what it belongs to.
 */
export function insertPacked(
  database: Database,
  insert: Insert,
  { of, values: flat }: { readonly of: readonly number[]; readonly values: readonly SqlValue[] },
  lead: (values: SqlValue[], of: number, index: number) => void,
): void {
  const width = flat.length / of.length
  bulkInsertEach(database, insert, of.length, (values, index) => {
    lead(values, of[index] ?? 0, index)
    for (let at = index * width; at < (index + 1) * width; at += 1) values.push(flat[at] ?? null)
  })
}
