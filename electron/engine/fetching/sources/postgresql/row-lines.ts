import type { JsonValue, RecordLines } from '../../source.ts'
import type { RowBytes } from './row-tap.ts'

/** A column of a result. `parse`: its value from the text of the server; null: the text itself. */
export type RowColumn = { readonly name: string; readonly parse: ((text: string) => JsonValue) | null }

/** Bytes that JSON has in a text as they are: ASCII without control characters, quotation marks and backslashes. */
const isAsIs = new Uint8Array(256)
for (let byte = 0x20; byte < 0x7f; byte += 1) isAsIs[byte] = byte === 0x22 || byte === 0x5c ? 0 : 1

const [quote, brace, newline] = [0x22, 0x7d, 0x0a]
const none = Buffer.from('null')

/** Bytes that a row has around its values: a brace, a line end, and quotation marks of a value without a length. */
const around = 8

/**
 * Writes rows as `JSON.stringify` writes their records, from byte to byte: nearly all values are texts of plain ASCII. Null: a row
 * has other fields than the result. `onInvalid`: a row has text that is not UTF-8.
 */
export function writeRows(
  rows: readonly RowBytes[],
  columns: readonly RowColumn[],
  onInvalid: () => void,
): RecordLines | null {
  const leads = columns.map(({ name }, index) => Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`))
  const leadBytes = leads.reduce((sum, { length }) => sum + length, around)
  const ends: number[] = []
  let out = Buffer.allocUnsafe(rows.reduce((sum, { from, to }) => sum + Math.max(0, to - from) + leadBytes, 0))
  let end = 0

  const makeRoom = (bytes: number) => {
    if (end + bytes <= out.length) return
    const larger = Buffer.allocUnsafe(2 * out.length + bytes)
    out.copy(larger, 0, 0, end)
    out = larger
  }
  const put = (bytes: Buffer) => {
    const [to, from] = [out, end]
    for (let at = 0; at < bytes.length; at += 1) to[from + at] = bytes[at] ?? 0
    end = from + bytes.length
  }
  /** Writes a text of plain ASCII; false: it is another one. */
  const putPlain = (bytes: Buffer, from: number, to: number): boolean => {
    const target = out
    let at = end
    target[at] = quote
    at += 1
    for (let next = from; next < to; next += 1) {
      const byte = bytes[next] ?? 0
      if (isAsIs[byte] === 0) return false
      target[at] = byte
      at += 1
    }
    target[at] = quote
    end = at + 1
    return true
  }

  for (const { bytes, from, to } of rows) {
    if (to - from < 2 || bytes.readInt16BE(from) !== columns.length) return null
    makeRoom(to - from + leadBytes)
    let isInvalid = false
    let at = from + 2
    for (let index = 0; index < columns.length; index += 1) {
      const parse = columns[index]?.parse ?? null
      put(leads[index] ?? none)
      if (to - at < 4) return null
      const length = bytes.readInt32BE(at)
      at += 4
      if (length < 0) {
        put(none)
        continue
      }
      if (length > to - at) return null
      if (parse !== null || !putPlain(bytes, at, at + length)) {
        const text = bytes.toString('utf8', at, at + length)
        isInvalid ||= text.includes('\uFFFD')
        const json = JSON.stringify(parse === null ? text : parse(text))
        const size = Buffer.byteLength(json)
        makeRoom(size + to - at + leadBytes)
        end += out.write(json, end)
      }
      at += length
    }
    if (columns.length === 0) out[end++] = 0x7b
    out[end] = brace
    out[end + 1] = newline
    end += 2
    ends.push(end)
    if (isInvalid) onInvalid()
  }
  return { bytes: out.subarray(0, end), ends }
}
