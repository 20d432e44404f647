import type { TypeCastField } from 'mysql2'
import type { JsonValue } from '../../source.ts'
import { jsonOrText } from '../database/json-text.ts'

const small = new Set(['TINY', 'SHORT', 'LONG', 'INT24', 'YEAR'])
const bytes = new Set(['TINY_BLOB', 'MEDIUM_BLOB', 'LONG_BLOB', 'BLOB', 'VAR_STRING', 'STRING', 'VARCHAR', 'GEOMETRY'])

/** A value as JSON can hold it: ids, decimals and times as their text, bytes that are no text as hex, one bit as yes or no. */
export function valueOf(field: TypeCastField): JsonValue {
  if (field.type === 'BIT') {
    const bits = field.buffer()
    if (bits === null) return null
    return field.length === 1 ? bits[0] === 1 : `0x${bits.toString('hex')}`
  }
  if (bytes.has(field.type)) {
    const found = field.buffer()
    return found === null ? null : textOrHex(found)
  }
  const text = field.string('utf8')
  if (text === null) return null
  if (field.type === 'JSON') return jsonOrText(text)
  return small.has(field.type) ? Number(text) : text
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Columns of bytes often hold text, such as hashes; what is none is written as PostgreSQL does. */
function textOrHex(found: Buffer): string {
  try {
    const text = decoder.decode(found)
    // oxlint-disable-next-line no-control-regex -- bytes that no text has
    if (!/[\u0000-\u0008\u000e-\u001f]/.test(text)) return text
  } catch {
    // Not UTF-8.
  }
  return `\\x${found.toString('hex')}`
}
