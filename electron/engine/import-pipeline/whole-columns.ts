import { isComputedText } from '../../../shared/computed-value.ts'
import type { ColumnUse, UnreadColumn } from '../../../shared/mapping/shown/column-report.ts'
import { isOwnId } from '../../../shared/mapping/columns/keys/key-names.ts'
import { withinTenant } from '../../../shared/mapping/columns/suggestion-reason.ts'
import type { ColumnCount, TableCounts } from '../../../shared/mapping/columns/column-counts.ts'
import type { Sample, SourceRecord } from '../../../shared/mapping/export-format.ts'
import type { MappingColumn } from '../../../shared/mapping/mapping.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

/* Columns are judged by their values in the whole file, where the first records alone tell less. */

/**
 * The columns of a sample, and of `shown`, the records that show them. A column without a suggestion by the sample is asked about by its later
 * values.
 */
export function columnsShown(sample: Sample, shown: readonly SourceRecord[]): readonly MappingColumn[] {
  const sampled = suggestMapping(sample).columns
  const telling = shown.slice(sample.records.length)
  if (telling.length === 0) return sampled
  // More of the first records would hide the few later values.
  const records = [...sample.records.slice(0, telling.length), ...telling]
  const later = new Map(suggestMapping({ ...sample, records }).columns.map((column) => [column.path, column]))
  const known = new Set(sampled.map(({ path }) => path))
  return [
    ...sampled.map((column) => {
      const found = column.suggestion === null ? later.get(column.path) : undefined
      if (found === undefined) return column
      return found.suggestion === null
        ? found
        : { ...found, suggestion: { ...found.suggestion, confidence: 'unsure' } as const }
    }),
    ...[...later.values()].filter(({ path }) => !known.has(path)),
  ]
}

/** Corrects what the sample says of keys, and of columns without a value, by the counts of all records. */
export function byCounts(
  { columns, unused }: { readonly columns: readonly ColumnUse[]; readonly unused: readonly UnreadColumn[] },
  { records, columns: counted }: Pick<TableCounts, 'records' | 'columns'>,
  isSourceId: (column: string) => boolean,
) {
  const counts = new Map(counted.map((count) => [count.path, count]))
  const whyNoKey = (column: string) => {
    const count = counts.get(column)
    // Of IDs that only the database can compute it is not known whether they are the same.
    return count === undefined || count.samples.some(isComputedText) ? null : whyNone(count, records)
  }
  // Of several columns, each has the IDs of some records.
  const hasOneId = columns.filter((one) => isSourceId(one.column)).length === 1
  return {
    columns: columns.map((one) => {
      const why = hasOneId && isSourceId(one.column) ? whyNoKey(one.column) : null
      // The sample of a short file is all of it.
      const isSaid = why !== null && one.reason.replace(/ samples\)$/, ' records)').endsWith(why)
      return why === null || isSaid ? one : { ...one, reason: `${one.reason}; in the whole file, ${why}` }
    }),
    unused: unused.map((one) => {
      const { mayBe, ...rest } = one
      const why = mayBe === 'source-id' ? whyNoKey(one.column) : null
      const count = counts.get(one.column)
      // The operator has to see that the ID of the users is none for some of them.
      if (why !== null && count !== undefined && isOwnId(one.column, count))
        return { ...one, reason: `its users have no ID: ${why}` }
      // The ID of a user within its tenant is none of the core, which the operator has to see as well.
      if (why !== null && one.reason.includes(withinTenant)) return one
      if (why !== null) return { ...rest, reason: `no ID of each user: ${why}` }
      if (one.kind !== 'empty' || counts.get(one.column)?.filled !== 0) return one
      return { ...one, reason: records === 0 ? 'no record could be read' : 'empty in every record that was read' }
    }),
  }
}

/** Why a column is no key of all records; null: it may be one. */
function whyNone({ filled, distinct, exact }: ColumnCount, records: number): string | null {
  if (filled < records) return `only ${filled} of ${records} records have one`
  const least = exact ? filled : filled * certain
  return distinct < least ? `its values are not unique (${distinct} different in ${filled} records)` : null
}

/** An estimate of different values is about two percent off. */
const certain = 0.94
