import { booleanOf, textOf, trimmedText } from '../cell.ts'
import type { Sample, SourceRecord } from '../export-format.ts'
import { namesOfColumns } from '../first-records.ts'
import { readerOf } from '../value-at.ts'
import { splitPath, wordsOf } from './column-words.ts'

/* The address that counts among several of a user, which a column marks by yes and no, or by a word for its kind. */

const primaryWord =
  'primary|main|principal|haupt\\w*|principale?|primari[ao]?|primar|primaer|primaire|primair|hoofd\\w*|glown[aey]|podstawow[aey]|hlavni|основн\\w+|главн\\w+'
const primary = new RegExp(
  `^(?:${primaryWord}|default|preferred|standard\\w*|bevorzugt\\w*|preferee?|defaut|preferid[oa]|predeterminad[oa]|defecto|predefinit[oa]|padrao|standaard|domysln[aey]|vychozi)$`,
  'u',
)
const besidePrimary = /^(?:is|ist|es|est|e|par|por|de|e?mail|address|adresse|contact|phone|flag)$/
const ofPrimary = new RegExp(`^(?:${primaryWord})$`, 'u')
const ofKind = /^(?:type|typ|kind|art|tipo|soort|rodzaj|druh|category|categor\w+|kategor\w+|label|rang|rank|priority)$/

/** Whether a column marks the primary one of several things by its whole name: `is_primary`, `Standard`. */
export function namesPrimary(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  return (
    words.some((word) => primary.test(word)) && words.every((word) => primary.test(word) || besidePrimary.test(word))
  )
}

/** The column that marks primary rows, and whether it marks one. */
export type PrimaryMark = { readonly column: string; readonly marks: (record: SourceRecord) => boolean }

/** How a table marks the primary address of a user; null: it does not. */
export function primaryMark({ records, header }: Sample): PrimaryMark | null {
  for (const column of namesOfColumns({ records, header })) {
    const words = wordsOf(column)
    const valueOf = readerOf(column)
    const is = words.some((word) => primary.test(word))
      ? isYes
      : words.some((word) => ofKind.test(word))
        ? isKind
        : null
    if (is === null) continue
    const marks = (record: SourceRecord) => is.marks(valueOf(record))
    if (records.every((record) => is.mayBe(valueOf(record))) && records.some(marks)) return { column, marks }
  }
  return null
}

/** Whether a row counts: it is primary, or its table marks none. */
export function isPrimary(record: SourceRecord, mark: PrimaryMark | null): boolean {
  return mark === null || mark.marks(record)
}

type Marking = Readonly<Record<'mayBe' | 'marks', (value: unknown) => boolean>>

/** An empty cell is a no. */
const isYes: Marking = {
  mayBe: (value) => trimmedText(value) === '' || booleanOf(value) !== null,
  marks: (value) => booleanOf(value) === true,
}

const isKind: Marking = {
  mayBe: (value) => /^[\p{L} _-]{0,30}$/u.test(trimmedText(value)),
  marks: (value) => wordsOf(textOf(value) ?? '').some((word) => ofPrimary.test(word)),
}
