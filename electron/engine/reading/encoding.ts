import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import type { Chunk } from './file-bytes.ts'
import { decoderOf, detectLegacy, type LegacyEncoding } from './legacy-encoding.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | LegacyEncoding

/** Judges the encoding by the first bytes: the byte order mark first, then where the NULs are, then whether it is UTF-8. */
export function detectEncoding(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const { even, odd } = countNuls(head)
  const half = head.length / 2
  if (head.length >= 4 && odd > half * 0.4 && even < half * 0.02) return 'utf-16le'
  if (head.length >= 4 && even > half * 0.4 && odd < half * 0.02) return 'utf-16be'
  if (isUtf8(withoutCutCharacter(head))) return 'utf-8'
  return detectLegacy(head) ?? 'windows-1252'
}

/** Brings UTF-16 and legacy encodings to UTF-8. UTF-8 and Windows-1252 pass as they are: see `decodeText`. */
export async function* toUtf8(chunks: AsyncIterable<Chunk>, encoding: Encoding): AsyncGenerator<Chunk> {
  if (encoding === 'utf-8' || encoding === 'windows-1252') {
    yield* chunks
    return
  }
  const legacy = encoding === 'utf-16le' || encoding === 'utf-16be' ? null : decoderOf(encoding, false)
  if (legacy !== null) {
    for await (const chunk of chunks) {
      if (chunk.kind === 'broken') return yield chunk
      yield { kind: 'bytes', bytes: Buffer.from(legacy.decode(chunk.bytes, { stream: true }), 'utf8') }
    }
    return yield { kind: 'bytes', bytes: Buffer.from(legacy.decode(), 'utf8') }
  }
  const decoder = new StringDecoder('utf16le')
  let left = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (chunk.kind === 'broken') {
      yield chunk
      return
    }
    const whole = Buffer.concat([left, chunk.bytes])
    const even = whole.length - (whole.length % 2)
    left = whole.subarray(even)
    const units = whole.subarray(0, even)
    if (encoding === 'utf-16be') units.swap16()
    yield { kind: 'bytes', bytes: Buffer.from(decoder.write(units), 'utf8') }
  }
  const rest = decoder.end()
  if (rest !== '') yield { kind: 'bytes', bytes: Buffer.from(rest, 'utf8') }
}

/**
 * The text of one record, from one index to another: UTF-8 where the bytes are UTF-8, else Windows-1252. Deciding for each record keeps files
 * readable whose parts came from different programs, and needs no look at the whole file first.
 */
export function decodeText(bytes: Buffer, from = 0, to = bytes.length): string {
  const text = bytes.toString('utf8', from, to)
  // Where the bytes are not UTF-8, there is this character instead.
  if (!text.includes('\ufffd') || isUtf8(bytes.subarray(from, to))) return text
  return bytes
    .toString('latin1', from, to)
    .replaceAll(/[\u0080-\u009f]/g, (control) => windows1252[control.charCodeAt(0) - 128] ?? control)
}

/** What Windows-1252 has at 0x80 to 0x9F; five places are not used. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function countNuls(bytes: Buffer): { readonly even: number; readonly odd: number } {
  let even = 0
  let odd = 0
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) {
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  return { even, odd }
}

/** The bytes without a UTF-8 character that only begins at their end. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) {
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return back < needs ? bytes.subarray(0, bytes.length - back) : bytes
    }
  }
  return bytes
}
