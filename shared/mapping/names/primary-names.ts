import { booleanOf } from '../cell.ts'
import type { Entry, Sample, SourceRecord } from '../export-format.ts'
import { namesOfColumns } from '../first-records.ts'
import { splitPath, wordsOf } from './column-words.ts'

/* The address that counts among several of a user, which a column marks. */

const primary =
  /^(?:primary|main|default|principal|haupt\w*|principale?|primaria?|primar|primaer|standard|standaard|hoofd\w*|defaut|predeterminad[oa]|defecto|predefinit[oa]|padrao)$/
const besidePrimary = /^(?:is|ist|es|est|e|par|por|de|e?mail|address|adresse|contact|phone|flag)$/

/** Whether a column marks the primary one of several things by its whole name: `is_primary`, `Standard`. */
export function namesPrimary(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  return (
    words.some((word) => primary.test(word)) && words.every((word) => primary.test(word) || besidePrimary.test(word))
  )
}

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

/** The key of a row in a list of contacts whose address is not the primary one of its user. */
export const secondaryKey = 'secondary:'

/** Reads the rows of a list of contacts with this key where a column marks the primary ones. */
export function withSecondary(column: string, read: (record: SourceRecord) => Entry): (record: SourceRecord) => Entry {
  return (record) => {
    const entry = read(record)
    return entry.kind !== 'user' || isPrimary(record, column)
      ? entry
      : { ...entry, keys: [...entry.keys, secondaryKey] }
  }
}
