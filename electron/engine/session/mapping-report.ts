import { formatOf } from '../../../shared/exports/index.ts'
import type { ExportFormat, Sample } from '../../../shared/mapping/export-format.ts'
import { whyUnused, type ColumnUse, type UnusedColumn } from '../../../shared/mapping/column-report.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { profileColumns } from '../../../shared/mapping/profile-columns.ts'
import { tableKind, unreadTableText } from '../../../shared/mapping/unread-tables.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { describeFinding } from '../../../shared/planning/describe-finding.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { isUnmappedCode, unmappedKey } from '../../../shared/planning/unmapped.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { listFiles, type SourceFile } from '../document/files.ts'
import { interpretFile } from '../import-pipeline/interpret-file.ts'
import { getChoices } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { unmappedFields, type UnmappedField } from '../document/unmapped-fields.ts'
import { openExport } from '../reading/open-export.ts'
import type { WantsTable } from '../reading/sql-records.ts'

/** What was read of one file as what. */
export type MappingReport = {
  /** The tables of a dump that users are read from; empty for files that are one table. */
  readonly tables: readonly string[]
  readonly unusedTables: readonly { readonly table: string; readonly reason: string }[]
  readonly columns: readonly ColumnUse[]
  readonly unused: readonly UnusedColumn[]
}

/** The reports of all files by their ids; of one that cannot be read any more there is none. */
export async function mappingReports(database: Database): Promise<ReadonlyMap<number, MappingReport>> {
  const reports = new Map<number, MappingReport>()
  for (const file of listFiles(database)) {
    const report = await mappingReport(database, file)
    if (report.ok) reports.set(file.id, report.value)
  }
  return reports
}

/** Says of every column of a file what it became and why, or why nothing reads it. The first records are read again for it. */
async function mappingReport(database: Database, file: SourceFile): Promise<Result<MappingReport>> {
  const opened = await openExport(file.path)
  if (!opened.ok) return opened
  const interpreted = interpretFile(file, opened.value)
  if (!interpreted.ok) return interpreted
  const { mapping, sample, recognition, wants } = interpreted.value
  const names = (opened.value.tables ?? []).map(({ name }) => name)
  const format = formatOf(recognition.provider)
  const found =
    mapping === null && format !== undefined
      ? byFormat(format, samplesOf(opened.value.tables, wants, sample))
      : byMapping(mapping, sample)
  const fields = unmappedFields(database).filter((one) => one.file === file.id)
  return ok({
    tables: names.filter((name) => wants(name) === true),
    unusedTables: (opened.value.tables ?? [])
      .filter(({ name }) => wants(name) !== true)
      .map(({ name }) => ({ table: name, reason: whyTableUnused(file, name) })),
    ...withFindings(found, fields, getChoices(database)),
  })
}

/** How many rows it has, and what in them looks like a login. */
function whyTableUnused(file: SourceFile, name: string): string {
  const rows = file.other[tableKind(name)]
  const counted = rows === undefined ? '' : `, ${rows} ${rows === 1 ? 'row' : 'rows'}`
  const unread = file.unreadTables.find(({ table }) => table === name)
  const plain = `does not look like users${counted}`
  return unread === undefined
    ? plain
    : `${plain}, but holds ${unreadTableText(unread)}: export it as a file of its own with its users, or exclude it`
}

type Columns = Pick<MappingReport, 'columns' | 'unused'>
type Tables = readonly {
  readonly name: string
  readonly columns: readonly string[] | null
  readonly records: Sample['records']
}[]

/** Of a dump, every table that is read; its columns are named after it where there are several. */
function samplesOf(tables: Tables | undefined, wants: WantsTable, sample: Sample): readonly Sample[] {
  const read = (tables ?? []).filter(({ name }) => wants(name) === true)
  return read.length < 2
    ? [sample]
    : read.map(({ name, columns, records }) => ({ header: columns, records, table: name }))
}

function byFormat({ title, fields }: ExportFormat, samples: readonly Sample[]): Columns {
  const becomes = new Map(fields.map((field) => [field.path, field.becomes]))
  const columns: ColumnUse[] = []
  const unused: UnusedColumn[] = []
  for (const { header, records, table } of samples) {
    for (const { path } of profileColumns(records, header)) {
      const column = samples.length > 1 ? `${table}.${path}` : path
      const read = becomes.get(path)
      if (read === undefined) unused.push({ column, reason: `not read from exports of ${title}` })
      else columns.push({ column, becomes: read, confidence: 'exact', reason: `the format of ${title}` })
    }
  }
  return { columns, unused }
}

function byMapping(mapping: Mapping | null, sample: Sample): Columns {
  const columns: ColumnUse[] = []
  const unused: UnusedColumn[] = []
  for (const column of suggestMapping(sample).columns) {
    const { path, suggestion } = column
    const target = mapping?.columns.find((one) => one.path === path)?.target
    if (target === undefined) {
      unused.push({ column: path, reason: whyUnused(column, mapping?.ignored?.includes(path) === true) })
    } else if (suggestion !== null && suggestion.target === target && suggestion.confidence !== 'unsure') {
      columns.push({ column: path, becomes: target, confidence: suggestion.confidence, reason: suggestion.reason })
    } else columns.push({ column: path, becomes: target, confidence: 'chosen', reason: 'the mapping says so' })
  }
  return { columns, unused }
}

/** Adds what was seen in the whole file: values that look like a login where nothing reads them, and what was decided. */
function withFindings({ columns, unused }: Columns, fields: readonly UnmappedField[], choices: Choices): Columns {
  const used = [...columns]
  const rest = new Map(unused.map((one) => [one.column, one]))
  const isNamed = (field: string, column: string) => column.replaceAll('[0]', '[]') === field || column === field
  for (const { code, field, users, blocked } of fields) {
    if (!isUnmappedCode(code)) continue
    const column = [...rest.keys()].find((one) => isNamed(field, one)) ?? field
    const { title } = describeFinding(code, field)
    const choice = choices.unmapped[unmappedKey(code, field)]
    if (choice === 'import') {
      rest.delete(column)
      used.push({
        column,
        becomes: imports[code],
        confidence: 'chosen',
        reason: 'your decision, for users without one in the mapped columns',
      })
      continue
    }
    // A mapped column can hold such values as well: then it is in both lists.
    const what = `${title.charAt(0).toLowerCase()}${title.slice(1)}`
    const reason = choice === 'exclude' ? `${what}; your decision` : what
    rest.set(column, { column, reason, users, blocked })
  }
  return { columns: used, unused: [...rest.values()] }
}

const imports = {
  'unmapped-hash': 'password-hash',
  'unmapped-email': 'email',
  'unmapped-phone': 'phone',
  'unmapped-provider-id': 'provider-user-id',
} as const
