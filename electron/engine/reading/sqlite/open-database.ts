import { ok, problem, type Result } from '../../../../shared/result.ts'
import { shownName } from '../../../../shared/mapping/shown-name.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { eachRow, sqliteDriver, type Database } from '../../sqlite-driver.ts'
import { rowPlaces, type Places } from '../../../../shared/places.ts'
import type { Layout } from '../layout.ts'
import type { DumpTable } from '../sql-survey.ts'
import { databaseTables, type DatabaseTable } from './database-tables.ts'
import { rowReader } from './row-values.ts'
import { sqliteRecords, sqliteRecordsFrom } from './sqlite-records.ts'

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
