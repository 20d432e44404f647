import * as z from 'zod'
import type { JsonObject, JsonValue } from '../source.ts'

/** An object as JSON gave it. Its values are whatever the API sent; what becomes of them is decided when the file is read. */
export const jsonObject = z.custom<JsonObject>(isObject, { message: 'not an object' })

export const jsonObjects = z.array(jsonObject)

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field that holds a text or a number, as a text; null for everything else. */
export function textIn(record: JsonObject, name: string): string | null {
  const value = record[name]
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
}

/** The objects of a field that is a list. */
export function objectsIn(record: JsonObject, name: string): readonly JsonObject[] {
  const value: JsonValue | undefined = record[name]
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** A record without some of its fields. */
export function without(record: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => Object.hasOwn(record, name))) return record
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
}
