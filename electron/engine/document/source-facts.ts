import * as z from 'zod'
import type { ColumnsRead } from '../../../shared/mapping/column-report.ts'
import type { ControlTotals } from '../../../shared/mapping/control-totals.ts'
import type { ColumnCounts } from '../../../shared/mapping/count-columns.ts'
import { maxSections, type Places, placeText } from '../../../shared/places.ts'
import { isUnmappedCode, unmappedCodes } from '../../../shared/planning/unmapped-key.ts'
import { maxUnmappedFields } from '../../../shared/planning/unmapped.ts'
import { getSetting, setSetting } from './settings.ts'
import { allRows, type Database, sql } from './sqlite.ts'

/** Facts of files with that of one file replaced, or left out; null: nothing changes. */
function replaced<T extends { readonly file: number }>(kept: readonly T[], fileId: number, fact: T | null): T[] | null {
  const others = kept.filter(({ file }) => file !== fileId)
  if (fact === null) return others.length === kept.length ? null : others
  return [...others, fact]
}

/** Counts of the columns of a file from its last reading; null: this version has not read it to its end. */
export function columnCounts(database: Database, fileId: number): ColumnCounts | null {
  return getSetting(database, 'column-counts')?.find(({ file }) => file === fileId)?.counts ?? null
}

/** Keeps the counts of a file; null forgets them. */
export function setColumnCounts(database: Database, fileId: number, counts: ColumnCounts | null): void {
  const kept = getSetting(database, 'column-counts') ?? []
  const changed = replaced(kept, fileId, counts === null ? null : { file: fileId, counts })
  if (changed !== null) setSetting(database, 'column-counts', changed)
}

/** The targets of the columns of a file in its last reading; null: this version has not read it to its end. */
export function columnsRead(database: Database, fileId: number): ColumnsRead | null {
  return getSetting(database, 'columns-read')?.find(({ file }) => file === fileId)?.read ?? null
}

/** Records what the columns of a file became; null forgets it. */
export function setColumnsRead(database: Database, fileId: number, read: ColumnsRead | null): void {
  const kept = getSetting(database, 'columns-read') ?? []
  const changed = replaced(kept, fileId, read === null ? null : { file: fileId, read })
  if (changed !== null) setSetting(database, 'columns-read', changed)
}

/** Logins found by the control scan of a file, and where each ended up; null: this version has not read it to its end. */
export function controlTotals(database: Database, fileId: number): ControlTotals | null {
  return getSetting(database, 'control-totals')?.find(({ file }) => file === fileId)?.totals ?? null
}

/** Keeps the totals of a file; null forgets them. */
export function setControlTotals(database: Database, fileId: number, totals: ControlTotals | null): void {
  const kept = getSetting(database, 'control-totals') ?? []
  const changed = replaced(kept, fileId, totals === null ? null : { file: fileId, totals })
  if (changed !== null) setSetting(database, 'control-totals', changed)
}

const placesSchema = z.object({
  word: z.enum(['line', 'row', 'document', 'entry']),
  sections: z.array(z.object({ name: z.string().max(1000), after: z.number(), last: z.number() })).max(maxSections),
})

const fileRow = z.object({ id: z.number(), format: z.string().nullable(), places: z.string() })

/** Names places of records: `line 5`, `sheet Staff, row 5`. */
export type PlaceNames = (fileId: number, at: { readonly line: number; readonly byte: number }) => string

/** How the places of each file are named, as the document has it at this moment. */
export function placeNames(database: Database): PlaceNames {
  const files = new Map<number, { readonly format: string | null; readonly places: Places }>()
  for (const { id, format, places } of allRows(fileRow, sql(database, 'SELECT id, format, places FROM file')))
    files.set(id, { format, places: readPlaces(places) })
  return (fileId, at) => {
    const file = files.get(fileId)
    return file === undefined ? `line ${at.line}` : placeText(file.places, file.format, at)
  }
}

/** How places are named, as it is stored. */
export function readPlaces(stored: string): Places {
  return placesSchema.parse(JSON.parse(stored))
}

/** A field of one file that nothing reads and whose values look like a login. */
const unmappedFieldSchema = z.object({
  file: z.number().int(),
  /** The finding about it, which says what its values look like. */
  code: z.string(),
  field: z.string(),
  users: z.number().int(),
  /** Users who wait for a decision about it. */
  blocked: z.number().int(),
})
export type UnmappedField = z.infer<typeof unmappedFieldSchema>

/** Counts the users of every such field; those that hold users back come first. */
export function countUnmappedFields(database: Database): UnmappedField[] {
  const codes = Object.values(unmappedCodes)
    .map((code) => `'${code}'`)
    .join(', ')
  // Nearly every document has none, which the index of findings tells at once.
  const rows = sql(
    database,
    `SELECT user.file_id AS file, code, group_key AS field, count(*) AS users, sum(blocks) AS blocked
     FROM finding JOIN user ON user.id = finding.user_id WHERE code IN (${codes})
     GROUP BY 1, 2, 3 ORDER BY blocked > 0 DESC, users DESC LIMIT ${maxUnmappedFields}`,
  )
  return allRows(unmappedFieldSchema, rows).filter(({ code }) => isUnmappedCode(code))
}

/** As they were counted when users were planned last. */
export function unmappedFields(database: Database): readonly UnmappedField[] {
  return getSetting(database, 'unmapped-fields') ?? []
}
