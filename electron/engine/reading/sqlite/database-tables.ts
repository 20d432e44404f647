import type { Database } from '../../sqlite-driver.ts'

/** A plain table of a database. */
export type DatabaseTable = {
  readonly name: string
  /** Columns whose values are stored; those that the database would compute hold nothing of their own. */
  readonly columns: readonly string[]
  readonly rows: number
  /** Selects all rows in the order they lie in, with the columns in their order. */
  readonly select: string
}

const maxTables = 2000

/** The plain tables with rows, in the order they were made; null: there are too many to look at. Views, virtual tables and what SQLite keeps for itself are not read. */
export function databaseTables(database: Database): readonly DatabaseTable[] | null {
  const plain = new Set(named(database, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"))
  const inOrder = named(
    database,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  )
  const names = inOrder.filter((name) => plain.has(name))
  if (names.length > maxTables) return null
  return names.flatMap((name) => {
    const stored = `SELECT name FROM pragma_table_xinfo(${literal(name)}) WHERE hidden IN (0, 3) ORDER BY cid`
    const columns = named(database, stored)
    const from = `FROM ${identifier(name)} NOT INDEXED`
    const [counted] = database.prepare(`SELECT count(*) AS rows ${from}`).all()
    const rows = Number(field(counted, 'rows') ?? 0)
    // Without aliases, columns that differ in nothing but what SQLite ignores would be one.
    const list = columns.map((column, index) => `${identifier(column)} AS c${index}`)
    return rows === 0 || columns.length === 0
      ? []
      : [{ name, columns, rows, select: `SELECT ${list.join(', ')} ${from}` }]
  })
}

function named(database: Database, query: string): string[] {
  return database
    .prepare(query)
    .all()
    .flatMap((row) => {
      const name = field(row, 'name')
      return typeof name === 'string' ? [name] : []
    })
}

function field(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
