import { columnTrial } from './column-trial.ts'
import { fieldAt } from '../../../shared/exports/field-at.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import { namedSample } from '../../../shared/exports/known-columns.ts'
import {
  whyUnused,
  type ColumnsRead,
  type ColumnUse,
  type UnusedColumn,
} from '../../../shared/mapping/column-report.ts'
import type { Entry, ExportFormat, Names, Sample, SourceRecord } from '../../../shared/mapping/export-format.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { profileColumns } from '../../../shared/mapping/profile-columns.ts'
import { columnBecomes } from '../../../shared/mapping/target-titles.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import type { OpenedExport } from '../reading/open-export.ts'
import type { WantsTable } from '../reading/sql-records.ts'
import type { Interpretation } from './interpret-file.ts'

/** Says of every column of a file what it becomes and why, or why nothing reads it. */
export function readColumns(
  { tables }: Pick<OpenedExport, 'tables'>,
  interpretation: Interpretation,
  namesRead: Names = new Map(),
): ColumnsRead {
  const { mapping, sample, recognition, wants, read } = interpretation
  const names = (tables ?? []).map(({ name }) => name)
  const format = formatOf(recognition.provider)
  return {
    tables: names.filter((name) => wants(name) === true),
    otherTables: names.filter((name) => wants(name) !== true),
    ...(mapping === null && format !== undefined
      ? byFormat(format, samplesOf(tables, wants, sample), (record, table) => read(record, table, namesRead))
      : byMapping(mapping, sample, (record) => read(record, sample.table, namesRead))),
  }
}

type ReadOf = (record: SourceRecord, table: string | undefined) => Entry

type Columns = Pick<ColumnsRead, 'columns' | 'unused'>
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
    : read.map(({ name, columns, records }) => namedSample({ header: columns, records, table: name }))
}

function byFormat({ title, fields }: ExportFormat, samples: readonly Sample[], readOf: ReadOf): Columns {
  const becomes = fieldAt(fields)
  const columns: ColumnUse[] = []
  const unused: UnusedColumn[] = []
  for (const { header, records, table } of samples) {
    const trial = columnTrial((record) => readOf(record, table), records)
    for (const { path } of profileColumns(records, header)) {
      const column = samples.length > 1 ? `${table}.${path}` : path
      const read = becomes(path) ?? trial(path)
      if (read === null) unused.push({ column, reason: `not read from exports of ${title}` })
      else columns.push({ column, becomes: read, confidence: 'exact', reason: `the format of ${title}` })
    }
  }
  return { columns, unused }
}

function byMapping(mapping: Mapping | null, sample: Sample, readOf: (record: SourceRecord) => Entry): Columns {
  const columns: ColumnUse[] = []
  const unused: UnusedColumn[] = []
  const trial = columnTrial(readOf, mapping === null ? [] : sample.records)
  for (const column of suggestMapping(sample).columns) {
    const { path, suggestion } = column
    const target = mapping?.columns.find((one) => one.path === path)?.target
    const within = target === undefined ? trial(path) : null
    if (within !== null) {
      columns.push({ column: path, becomes: within, confidence: 'chosen', reason: 'a part of what the mapping names' })
    } else if (target === undefined) {
      unused.push({ column: path, reason: whyUnused(column, mapping?.ignored?.includes(path) === true) })
    } else if (suggestion !== null && suggestion.target === target && suggestion.confidence !== 'unsure') {
      columns.push({
        column: path,
        becomes: columnBecomes(target, path),
        confidence: suggestion.confidence,
        reason: suggestion.reason,
      })
    } else
      columns.push({
        column: path,
        becomes: columnBecomes(target, path),
        confidence: 'chosen',
        reason: 'the mapping says so',
      })
  }
  return { columns, unused }
}
