import { fieldAt } from '../../../shared/exports/field-at.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import { namedSample } from '../../../shared/exports/known-columns.ts'
import {
  whyUnused,
  type ColumnsRead,
  type ColumnUse,
  type UnusedColumn,
} from '../../../shared/mapping/column-report.ts'
import type { ExportFormat, Sample } from '../../../shared/mapping/export-format.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { profileColumns } from '../../../shared/mapping/profile-columns.ts'
import { columnBecomes } from '../../../shared/mapping/target-titles.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import type { OpenedExport } from '../reading/open-export.ts'
import type { WantsTable } from '../reading/sql-records.ts'
import type { Interpretation } from './interpret-file.ts'

/** Says of every column of a file what it becomes and why, or why nothing reads it. */
export function readColumns({ tables }: Pick<OpenedExport, 'tables'>, interpretation: Interpretation): ColumnsRead {
  const { mapping, sample, recognition, wants } = interpretation
  const names = (tables ?? []).map(({ name }) => name)
  const format = formatOf(recognition.provider)
  return {
    tables: names.filter((name) => wants(name) === true),
    otherTables: names.filter((name) => wants(name) !== true),
    ...(mapping === null && format !== undefined
      ? byFormat(format, samplesOf(tables, wants, sample))
      : byMapping(mapping, sample)),
  }
}

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

function byFormat({ title, fields }: ExportFormat, samples: readonly Sample[]): Columns {
  const becomes = fieldAt(fields)
  const columns: ColumnUse[] = []
  const unused: UnusedColumn[] = []
  for (const { header, records, table } of samples) {
    for (const { path } of profileColumns(records, header)) {
      const column = samples.length > 1 ? `${table}.${path}` : path
      const read = becomes(path)
      if (read === null) unused.push({ column, reason: `not read from exports of ${title}` })
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
