import { booleanOf, textOf } from '../mapping/cell.ts'
import { readEmbedded } from '../mapping/value-at.ts'
import type { SourceRecord } from '../mapping/export-format.ts'

/** The first of these fields that has a text, or a number as its digits; null when none has. */
export function textField(record: SourceRecord, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = Object.hasOwn(record, name) ? textOf(record[name]) : null
    if (text !== null) return text
  }
  return null
}

/** The first of these fields that says yes or no, however it is written; null when none does. */
export function booleanField(record: SourceRecord, ...names: readonly string[]): boolean | null {
  for (const name of names) {
    const said = Object.hasOwn(record, name) ? booleanOf(record[name]) : null
    if (said !== null) return said
  }
  return null
}

/** An object in a field, also written as JSON text; null when there is none. */
export function objectField(record: SourceRecord, name: string): SourceRecord | null {
  return asObject(Object.hasOwn(record, name) ? record[name] : undefined)
}

/** The objects of a list in a field, also written as JSON text; null when the field holds no list. */
export function listField(record: SourceRecord, name: string): readonly SourceRecord[] | null {
  const value = Object.hasOwn(record, name) ? record[name] : undefined
  const list = typeof value === 'string' ? readEmbedded(value) : value
  if (!Array.isArray(list)) return null
  return list.map(asObject).filter((element) => element !== null)
}

/** Whether the record has all of these fields, filled or not. */
export function hasFields(record: SourceRecord, ...names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(record, name))
}

/** The text where it looks like an email, null otherwise: a user name is one in many systems. */
export function asEmail(text: string | null): string | null {
  return text !== null && /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text.trim()) ? text : null
}

/** Which share of the records fits; 0 when there are none. */
export function shareOf(records: readonly SourceRecord[], fits: (record: SourceRecord) => boolean): number {
  return records.length === 0 ? 0 : records.filter(fits).length / records.length
}

function asObject(value: unknown): SourceRecord | null {
  const object = typeof value === 'string' ? readEmbedded(value) : value
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return null
  return Object.fromEntries(Object.entries(object))
}
