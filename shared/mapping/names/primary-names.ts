import { booleanOf } from '../cell.ts'
import type { Sample, SourceRecord } from '../export-format.ts'
import { namesOfColumns } from '../first-records.ts'
import { wordsOf } from './column-words.ts'

const primary = /^(?:primary|main|default|principal|haupt\w*|principale?|primaria?)$/

/** The column that marks the primary address of a user; null: there is none. */
export function primaryColumn({ records, header }: Sample): string | null {
  return (
    namesOfColumns({ records, header }).find(
      (name) =>
        wordsOf(name).some((word) => primary.test(word)) &&
        records.every((record) => booleanOf(record[name]) !== null) &&
        records.some((record) => booleanOf(record[name]) === true),
    ) ?? null
  )
}

export function isPrimary(record: SourceRecord, column: string | null): boolean {
  return column === null || booleanOf(record[column]) === true
}
