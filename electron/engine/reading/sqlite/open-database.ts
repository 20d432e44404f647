import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { shownName } from '../../../../shared/mapping/shown-name.ts'
import { type Places, rowPlaces } from '../../../../shared/places.ts'
import { ok, problem, type Problem, type Result } from '../../../../shared/result.ts'
import { sizeOf } from '../../files/folders.ts'
import { type Database, documentApplicationId, eachRow, sqliteDriver } from '../../sqlite-driver.ts'
import type { Layout } from '../layout.ts'
import type { DumpTable } from '../sql/sql-survey.ts'
import { type DatabaseTable, databaseTables, rowReader, sqliteRecords, sqliteRecordsFrom } from './sqlite-records.ts'

const sampled = 50

/** How an SQLite database is read. Nothing of it is run: no trigger, view or virtual table. */
export function openDatabase(path: string, size: number): Result<Layout> {
  try {
    const surveyed = survey(path)
    if (surveyed === null) return tooManyTables
    const { tables, samples } = surveyed
    return ok({
      format: 'sqlite',
      delimiter: null,
      header: null,
      places: rowPlaces(sectionsOf(tables)),
      tables: samples,
      records: (content, wants, book) => sqliteRecords({ path, size, tables }, content, wants, book),
      recordsFrom: (_, offset) => sqliteRecordsFrom({ path, size, tables }, offset),
    })
  } catch {
    return damaged
  }
}

/** Tables with their first rows. */
function survey(
  path: string,
): { readonly tables: readonly DatabaseTable[]; readonly samples: readonly DumpTable[] } | null {
  const database = sqliteDriver().openForeign(path)
  try {
    const tables = databaseTables(database)
    if (tables === null) return null
    const samples = tables.map((table) => sampleOf(database, table))
    return { tables, samples }
  } finally {
    database.close()
  }
}

function sectionsOf(tables: readonly DatabaseTable[]): Places['sections'] {
  let before = 0
  return tables.map(({ name, rows }) => {
    const after = before
    before += rows
    return { name: shownName(name), after, last: before }
  })
}

function sampleOf(database: Database, { name, columns, select }: DatabaseTable): DumpTable {
  const statement = database.prepare(`${select} LIMIT ${sampled}`)
  statement.setReadBigInts(true)
  const read = rowReader(columns)
  const records: SourceRecord[] = []
  try {
    for (const row of eachRow(statement)) {
      const record = read(row)
      if (record !== null) records.push(record)
    }
  } catch {
    // What cannot be read is said when all rows are.
  }
  return { name, columns, records }
}

const tooManyTables: Result<never> = problem(
  'file-unreadable',
  'This database has more than 2,000 tables, too many to look for users in. Copy the tables with users into a database of their own, or export them as CSV.',
)
const damaged: Result<never> = problem(
  'file-unreadable',
  'This SQLite database is damaged or not complete. Copy it again while its program is closed, or repair a copy with "sqlite3 NAME .recover".',
)

const magic = 'SQLite format 3\0'

export function isSqlite(head: Buffer): boolean {
  return head.toString('latin1', 0, magic.length) === magic
}

/** Why a database is not read as it is; null: nothing speaks against it. Throws the file system's errors. */
export async function judgeDatabase(path: string, head: Buffer): Promise<Problem | null> {
  if (head.length >= 72 && head.readUInt32BE(68) === documentApplicationId) return ownDocument
  // What is in these files belongs to the database, and only its own program may put it there.
  return ['-wal', '-journal'].some((ending) => (sizeOf(`${path}${ending}`) ?? 0) > 0) ? inUse : null
}

const ownDocument: Problem = {
  code: 'file-not-text',
  message:
    'This is a migration of this app, not an export of users. Open it instead, or choose the export of the old provider.',
}
const inUse: Problem = {
  code: 'file-unreadable',
  message:
    'This database is in use or was not closed: its newest changes are in a file beside it. Close its program, or copy it with "sqlite3 NAME .backup COPY", and choose the copy.',
}
