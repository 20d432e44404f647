import { detectLatin, type LatinEncoding } from './latin-encoding.ts'

/** Encodings that were usual before UTF-8, besides Windows-1252. Their bytes carry no mark, so that only the text they make tells them. */
export type LegacyEncoding = 'shift_jis' | 'euc-jp' | 'euc-kr' | 'big5' | 'gb18030' | SingleByte | LatinEncoding

/** Of these scripts nearly every word is lower case behind one letter, which the wrong encoding does not make. */
const singleByte = { 'windows-1251': 'Cyrillic', 'koi8-r': 'Cyrillic', 'windows-1253': 'Greek' } as const
type SingleByte = keyof typeof singleByte

/** The encoding of bytes that are no UTF-8; null: Windows-1252, or one that does not show. */
export function detectLegacy(head: Buffer): LegacyEncoding | null {
  if (isMostlyUtf8(head)) return null
  if (shareOf(head, 'euc-jp', /[ぁ-んァ-ヶー]/g) >= 0.2) return 'euc-jp'
  if (shareOf(head, 'euc-kr', /[가-힣]/g) >= 0.9 && lowTrails(head) < 0.1) return 'euc-kr'
  const letters = detectLetters(head)
  if (letters !== null) return letters
  if (isShiftJis(head)) return 'shift_jis'
  const chinese = lowTrails(head) >= 0.15 ? 'big5' : 'gb18030'
  if (shareOf(head, chinese, /\p{Script=Han}/gu) >= 0.8 && standsAlone(decode(head, chinese))) return chinese
  return detectLatin(head)
}

/** Text of which some bytes were damaged, or came from another program. */
function isMostlyUtf8(head: Buffer): boolean {
  const outside = head.toString('utf8').replaceAll(/[\0-\x7f]/g, '')
  return outside.replaceAll('\ufffd', '').length > outside.length / 2
}

/** Null: this runtime does not know the encoding. */
export function decoderOf(encoding: LegacyEncoding, fatal: boolean): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(encoding, { fatal })
  } catch {
    return null
  }
}

/** Null: not every byte fits. A character that is cut at the end is no fault. */
function decode(head: Buffer, encoding: LegacyEncoding): string | null {
  try {
    return decoderOf(encoding, true)?.decode(head, { stream: true }) ?? null
  } catch {
    return null
  }
}

/** Which part of the characters outside ASCII is usual in that language: 0 where there are too few, or where bytes do not fit. */
function shareOf(head: Buffer, encoding: LegacyEncoding, usual: RegExp): number {
  const outside = (decode(head, encoding) ?? '').replaceAll(/[\0-\x7f]/g, '')
  return outside.length < 4 ? 0 : (outside.match(usual) ?? []).length / outside.length
}

/** Whether letters outside ASCII make words of their own, as accented letters of Latin ones do not: “prénom”. */
function standsAlone(text: string | null): boolean {
  const words = (text?.match(/[A-Za-z\u0080-\u{10ffff}]+/gu) ?? []).filter((word) => /[^\0-\x7f]/.test(word))
  return words.filter((word) => !/[A-Za-z]/.test(word)).length > words.length * 0.7
}

/** The share of two-byte characters whose second byte is ASCII: often in Big5, never in GB 2312 and KS X 1001. */
function lowTrails(head: Buffer): number {
  let [pairs, low] = [0, 0]
  for (let at = 0; at < head.length - 1; at += 1) {
    if ((head[at] ?? 0) < 0x81) continue
    pairs += 1
    at += 1
    if ((head[at] ?? 0) < 0x80) low += 1
  }
  return pairs === 0 ? 0 : low / pairs
}

function detectLetters(head: Buffer): SingleByte | null {
  for (const encoding of ['windows-1251', 'koi8-r', 'windows-1253'] as const) {
    const text = decode(head, encoding) ?? ''
    const long = text.match(/[^\0-\x7f]{4,}/g) ?? []
    const regular = long.filter((word) => regularWords[singleByte[encoding]].test(word))
    if (regular.length >= 2 && regular.length >= long.length * 0.7 && standsAlone(text)) return encoding
  }
  return null
}

const regularWords = {
  Cyrillic: /^[А-ЯЁІЇЄҐ]?[а-яёіїєґ]+$/,
  Greek: /^[Α-ΩΆΈΉΊΌΎΏ]?[α-ωάέήίόύώϊϋΐΰ]+$/,
} as const

/**
 * Whether bytes that are no UTF-8 are Japanese: each double byte is a character, and many second bytes are none of ASCII, as those behind
 * the quotation marks and accents of Windows-1252 nearly always are.
 */
function isShiftJis(head: Buffer): boolean {
  let [pairs, high] = [0, 0]
  for (let at = 0; at < head.length - 1; at += 1) {
    const byte = head[at] ?? 0
    if (byte < 0x81 || (byte > 0x9f && byte < 0xe0)) continue
    pairs += 1
    at += 1
    if ((head[at] ?? 0) >= 0x80) high += 1
  }
  return pairs >= 2 && high >= pairs / 4 && standsAlone(decode(head, 'shift_jis'))
}
