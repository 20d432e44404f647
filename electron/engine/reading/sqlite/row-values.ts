import { isUtf8 } from 'node:buffer'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { maxRecord } from '../raw-record.ts'

/** Bytes of a value that is no text which are shown; pictures are longer. */
const maxShown = 256

/** Reads rows that are lists, or objects whose columns are called `c0`, `c1`, ...; null: the row is longer than any record. */
export function rowReader(columns: readonly string[]): (row: unknown) => SourceRecord | null {
  const names = columns.map((name, index) => ({ name: name === '__proto__' ? '(__proto__)' : name, key: `c${index}` }))
  const blank = Object.fromEntries(names.map(({ name }) => [name, null]))
  return (row) => {
    if (typeof row !== 'object' || row === null) return null
    const list: readonly unknown[] | null = Array.isArray(row) ? row : null
    const record: Record<string, unknown> = { ...blank }
    let length = 0
    for (const [index, { name, key }] of names.entries()) {
      const value: unknown = list === null ? Reflect.get(row, key) : list[index]
      if (typeof value === 'string') {
        length += value.length
        record[name] = value
      } else record[name] = plain(value)
    }
    return length > maxRecord ? null : record
  }
}

/** Integers that a number cannot hold keep their digits; bytes are text where they are one, else written as dumps write them. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (!(value instanceof Uint8Array)) return value
  if (value.length <= maxRecord && isUtf8(value) && !value.includes(0)) return Buffer.from(value).toString('utf8')
  return value.length <= maxShown ? `0x${Buffer.from(value).toString('hex')}` : `(${value.length} bytes)`
}
