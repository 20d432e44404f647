import { isUtf8 } from 'node:buffer'
import { isObject } from '../../../../shared/json.ts'

/*
 * Bytes in JSON that are a text, such as a hash that a program stored as bytes: as Node.js writes a Buffer and as MongoDB writes a binary value. They
 * are read as the text, as in BSON, so that a field is the same whether its value was stored as bytes or as text.
 */

/**
 * `text`: the JSON, which tells nearly all values apart that hold none. V8 finds six characters seven times faster than more, and rare ones first. The
 * value is changed in place unless it is such bytes itself.
 */
export function withTextsOfBytes(value: unknown, text: string): unknown {
  return text.includes('$binar') || text.includes('Buffer') ? replaced(value) : value
}

function replaced(value: unknown): unknown {
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) value[at] = replaced(one)
    return value
  }
  if (!isObject(value)) return value
  const bytes = bytesOf(value)
  if (bytes !== null) return textOf(bytes) ?? value
  for (const [name, one] of Object.entries(value))
    if (typeof one === 'object' && one !== null) {
      const text = replaced(one)
      if (text !== one) Object.defineProperty(value, name, { value: text })
    }
  return value
}

/** The bytes that an object stands for; null: none, or an ID. */
function bytesOf(object: Readonly<Record<string, unknown>>): Buffer | null {
  const { type, data, $binary } = object
  if (type === 'Buffer' && Object.keys(object).length === 2) {
    if (typeof data === 'string') return Buffer.from(data, 'base64')
    const isList = Array.isArray(data) && data.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)
    return isList ? Buffer.from(data) : null
  }
  const [inside, kind] = isObject($binary) ? [$binary['base64'], $binary['subType']] : [$binary, object['$type']]
  if (kind === '03' || kind === '04') return null
  return typeof inside === 'string' ? Buffer.from(inside, 'base64') : null
}

/** Null: the bytes are no text without control characters. */
function textOf(bytes: Buffer): string | null {
  return bytes.length > 0 && isUtf8(bytes) && bytes.every((byte) => byte >= 32) ? bytes.toString('utf8') : null
}
