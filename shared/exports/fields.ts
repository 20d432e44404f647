import { booleanOf, textOf } from '../mapping/cell.ts'
import { readEmbedded } from '../mapping/value-at.ts'
import { isEmailAddress } from '../users/normalise-email.ts'
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
    const flag = Object.hasOwn(record, name) ? booleanOf(record[name]) : null
    if (flag !== null) return flag
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
  return text !== null && isEmailAddress(text.trim()) ? text : null
}

/** Which share of the records fits; 0 when there are none. */
export function shareOf(records: readonly SourceRecord[], fits: (record: SourceRecord) => boolean): number {
  return records.length === 0 ? 0 : records.filter(fits).length / records.length
}

/**
 * The record with `profile.email` and `emails[0].address` as members of what they name: tables that tools made of JSON
 * write it so. The record itself where no column has a dot.
 */
export function nested(record: SourceRecord): SourceRecord {
  if (!Object.keys(record).some((name) => isPath.test(name))) return record
  const made: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) {
    if (isPath.test(name)) put(made, name.replaceAll(/\[(\d{1,3})\]/g, '.$1').split('.'), value)
    else made[name] = value
  }
  return asLists(made)
}

const isPath = /^[\w$:-]{1,60}(?:\.[\w$:-]{1,60}|\[\d{1,3}\]){1,6}$/

function put(made: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    if (value !== '' && value !== null) made[name] = value
    return
  }
  const before = made[name]
  const inside: Record<string, unknown> = isPlainObject(before) ? before : {}
  if (Object.hasOwn(Object.prototype, name)) return
  made[name] = inside
  put(inside, rest, value)
}

/** Members that are all numbers are elements of a list. */
function asLists(made: Record<string, unknown>): SourceRecord {
  return Object.fromEntries(Object.entries(made).map(([name, value]) => [name, asList(value)]))
}

function asList(value: unknown): unknown {
  if (!isPlainObject(value)) return value
  const inside = asLists(value)
  const names = Object.keys(inside)
  return names.length > 0 && names.every((name) => /^\d+$/.test(name)) ? Object.values(inside) : inside
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asObject(value: unknown): SourceRecord | null {
  const object = typeof value === 'string' ? readEmbedded(value) : value
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return null
  return Object.fromEntries(Object.entries(object))
}
