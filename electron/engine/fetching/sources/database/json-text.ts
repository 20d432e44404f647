import type { JsonValue } from '../../source.ts'

/** JSON text as a value; as text where a number has more digits than would survive. */
export function jsonOrText(text: string): JsonValue {
  if (/\d{16}/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    // What JSON.parse answers is made of what JSON can hold.
    return value as JsonValue
  } catch {
    return text
  }
}
