import type { SqlDialect } from './sql-tokenizer.ts'
import { namePattern, sqlHead } from './sql-heads.ts'

/*
 * The database and schema to which the names of a dump belong. A dump of several databases changes between them with USE, \connect or a search
 * path, and its tables may have the same names in each.
 */

/** Commands of psql that open another database, each on its own line. */
export const connects = /^\\c(?:onnect)?\s+(?!-\s)\S/

const opening = /^(?:use\s|\\c|set\s+search_path|alter\s+session)/i
const opensUsed = new RegExp(`^USE\\s+(${namePattern})`, 'iu')
const opensConnected = new RegExp(
  `^\\\\c(?:onnect)?\\s+(?:-reuse-previous=\\w+\\s+)?(?:"?dbname='?([^'"]{1,100})|(${namePattern}))`,
  'iu',
)
/** A search path of one schema, as pg_dump sets it before the tables of each. */
const opensSchema = new RegExp(
  `^(?:SET\\s+search_path\\s*(?:=|TO)\\s*(${namePattern})(?:\\s*,\\s*pg_catalog)?\\s*(?:;|$|\\n)|` +
    `ALTER\\s+SESSION\\s+SET\\s+CURRENT_SCHEMA\\s*=\\s*(${namePattern}))`,
  'iu',
)

/** Names of tables that occur in several databases or schemas, in lower case and as they are written. */
export type SharedNames = ReadonlySet<string>

/** The databases of a dump, as its statements open one after the other. */
export type Databases = {
  /** Reads the beginning of a statement or command, which may open another. */
  readonly follow: (start: string) => void
  /** The name that a table has in the whole dump: with its database and schema if it is a shared name. */
  readonly nameOf: (table: string) => string
  /** Notes a table whose rows follow. */
  readonly note: (table: string) => void
}

/** `shared`: the shared names, from a survey; `noteShared` is called with each that is found. */
export function createDatabases(
  { lines }: SqlDialect,
  shared: SharedNames,
  noteShared: (name: string) => void,
): Databases {
  let [database, schema]: (string | null)[] = [null, null]
  // A name of two parts lacks its database where databases have schemas.
  let hasSchemas = lines
  const first = new Map<string, string>()
  const nameWithin = (table: string) => {
    const parts = table.split('.').length
    const path = schema !== null && parts === 1 ? `${schema}.${table}` : table
    return database !== null && parts <= (hasSchemas ? 2 : 1) ? `${database}.${path}` : path
  }
  return {
    follow: (start) => {
      if (!opening.test(start)) return
      const text = Buffer.from(start, 'latin1').toString('utf8')
      const [, used] = opensUsed.exec(text) ?? []
      const [, named, plain] = opensConnected.exec(text) ?? []
      const opened = used ?? plain
      if (opened !== undefined || named !== undefined) {
        database = named ?? sqlHead.plainPath(opened ?? '')
        schema = null
        hasSchemas = lines || used === undefined
      }
      const [, path, session] = opensSchema.exec(text) ?? []
      schema = sqlHead.plainPath(path ?? session ?? '') || schema
    },
    nameOf: (table) => (shared.size > 0 && shared.has(table.toLowerCase()) ? nameWithin(table) : table),
    note: (table) => {
      // Names before the first statement that opens a database may mean any of them.
      if (database === null && schema === null) return
      const [name, path] = [table.toLowerCase(), nameWithin(table)]
      if ((first.get(name) ?? path) === path) first.set(name, path)
      else noteShared(name)
    },
  }
}
