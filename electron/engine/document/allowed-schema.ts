import * as z from 'zod'
import { allRows } from './rows.ts'
import { lateIndexes } from './schema.ts'
import { openInMemory } from '../files/own-database.ts'
import type { Database } from './sqlite.ts'

/*
 * Allow-list of a document's schema. A document may come from anybody, and a trigger or a view in it would be a program
 * that runs inside every statement of ours. So each entry must be one of ours by type, name, table and text, whatever it
 * is called; names that SQLite keeps for itself are compared like all others.
 */

/** Far more than a document ever had; whatever has more is not ours. */
const maxEntries = 200

const entryRow = z.object({
  type: z.string(),
  name: z.string(),
  tbl_name: z.string(),
  rootpage: z.number(),
  sql: z.string().nullable(),
})
type Entry = z.infer<typeof entryRow>

/** True if the document has all of `tables` (SQL), and nothing but them and indexes of ours. */
export function isOurSchema(database: Database, tables: string): boolean {
  const entries = entriesOf(database)
  const { required, optional } = allowed(tables)
  const found = new Set(entries.map(keyOf))
  return (
    found.size === entries.length &&
    entries.every((entry) => required.has(keyOf(entry)) || optional.has(keyOf(entry))) &&
    [...required].every((key) => found.has(key)) &&
    haveOwnPages(entries)
  )
}

/** `sqlite_master`: the one name of this table that nothing in a file can take. */
function entriesOf(database: Database): readonly Entry[] {
  const statement = database.prepare(
    `SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master LIMIT ${maxEntries}`,
  )
  return allRows(entryRow, statement)
}

/** Two entries with one root page are two names for the same rows. */
function haveOwnPages(entries: readonly Entry[]): boolean {
  const pages = new Set(entries.map(({ rootpage }) => rootpage))
  return pages.size === entries.length && [...pages].every((page) => page > 1)
}

function keyOf({ type, name, tbl_name, sql }: Omit<Entry, 'rootpage'>): string {
  return JSON.stringify([type, name, tbl_name, sql])
}

type Allowed = { readonly required: ReadonlySet<string>; readonly optional: ReadonlySet<string> }
const known = new Map<string, Allowed>()

/** What SQLite itself makes of our statements. */
function allowed(tables: string): Allowed {
  const before = known.get(tables)
  if (before !== undefined) return before
  const database = openInMemory()
  database.exec(tables)
  const now = {
    required: new Set(entriesOf(database).map(keyOf)),
    optional: new Set(lateIndexes.map(indexKey)),
  }
  database.close()
  known.set(tables, now)
  return now
}

/** `CREATE INDEX name ON table (...)`, as all of ours are written. */
function indexKey(statement: string): string {
  const [, , name = '', , table = ''] = statement.split(' ')
  return keyOf({ type: 'index', name, tbl_name: table, sql: statement })
}
