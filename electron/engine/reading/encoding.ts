import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import { withoutBinaryLiterals } from './binary-literals.ts'
import type { Chunk } from './file-bytes.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | LegacyEncoding

/** Detects the encoding from the first bytes: by the byte order mark, the positions of NUL bytes, validity as UTF-8, then legacy encodings. */
export function detectEncoding(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const { even, odd } = countNuls(head)
  const half = head.length / 2
  if (head.length >= 4 && odd > half * 0.4 && even < half * 0.02) return 'utf-16le'
  if (head.length >= 4 && even > half * 0.4 && odd < half * 0.02) return 'utf-16be'
  const text = withoutBinaryLiterals(withoutCutCharacter(head))
  return isUtf8(text) ? 'utf-8' : (detectLegacy(text) ?? 'windows-1252')
}

/** Converts UTF-16 and legacy encodings to UTF-8. UTF-8 and Windows-1252 pass unchanged; `decodeText` tells them apart for each record. */
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
 * Decodes the bytes of one record: as UTF-8 if they are valid UTF-8, else as Windows-1252. Deciding for each record keeps files readable
 * whose parts came from different programs, and needs no pass over the whole file first. Within a record that has both, each text between
 * quotation marks is decided for itself, because bytes of a picture or a packed address may stand beside a name.
 */
export function decodeText(bytes: Buffer, from = 0, to = bytes.length): string {
  const text = bytes.toString('utf8', from, to)
  // Invalid bytes decode to U+FFFD, which may also be in the text itself.
  if (!text.includes('\ufffd') || isUtf8(bytes.subarray(from, to))) return text
  const latin = bytes.toString('latin1', from, to)
  return /[\xc2-\xf4][\x80-\xbf]/.test(latin) ? latin.replaceAll(/[^'"\n]+/g, decodePart) : ofWindows(latin)
}

/** A text whose characters are bytes. */
function decodePart(latin: string): string {
  if (!/[\x80-\xff]/.test(latin)) return latin
  const bytes = Buffer.from(latin, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : ofWindows(latin)
}

function ofWindows(latin: string): string {
  return latin.replaceAll(/[\u0080-\u009f]/g, (control) => windows1252[control.charCodeAt(0) - 128] ?? control)
}

/** Windows-1252 from 0x80 to 0x9F; five codes are unassigned. */
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

/** Drops an incomplete UTF-8 character at the end. */
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

/** Encodings from before UTF-8, besides Windows-1252. Nothing in the bytes names them; only the decoded text tells them apart. */
type LegacyEncoding =
  | 'windows-874'
  | 'shift_jis'
  | 'euc-jp'
  | 'euc-kr'
  | 'big5'
  | 'gb18030'
  | 'windows-1255'
  | 'windows-1256'
  | SingleByte
  | LatinEncoding

/** Single-byte encodings by script. In these scripts nearly every word is lower case after its first letter, which a wrong encoding does not produce. */
const singleByte = {
  'windows-1251': 'Cyrillic',
  'koi8-r': 'Cyrillic',
  'windows-1253': 'Greek',
  ibm866: 'Cyrillic',
} as const
type SingleByte = keyof typeof singleByte

/** Detects the encoding of bytes that are not UTF-8; null for Windows-1252 or if the bytes do not tell. */
function detectLegacy(head: Buffer): LegacyEncoding | null {
  if (isMostlyUtf8(head)) return null
  if (mayBeHebrew(head)) return isHebrew(head) ? 'windows-1255' : null
  if (shareOf(head, 'euc-jp', /[ぁ-んァ-ヶー]/g) >= 0.2) return 'euc-jp'
  if (shareOf(head, 'euc-kr', /[가-힣]/g) >= 0.9 && lowTrails(head) < 0.1) return 'euc-kr'
  const letters = detectLetters(head)
  if (letters !== null) return letters
  if (isArabic(decode(head, 'windows-1256'))) return 'windows-1256'
  if (isThai(decode(head, 'windows-874') ?? '')) return 'windows-874'
  if (isShiftJis(head)) return 'shift_jis'
  const chinese = lowTrails(head) >= 0.15 ? 'big5' : 'gb18030'
  if (shareOf(head, chinese, /\p{Script=Han}/gu) >= 0.8 && standsAlone(decode(head, chinese))) return chinese
  return detectLatin(head)
}

/** Whether most characters outside ASCII are valid UTF-8: then some bytes were damaged or came from another program. */
function isMostlyUtf8(head: Buffer): boolean {
  const outside = head.toString('utf8').replaceAll(/[\0-\x7f]/g, '')
  return outside.replaceAll('\ufffd', '').length > outside.length / 2
}

type Decoder = { readonly decode: (bytes?: Buffer, options?: { readonly stream?: boolean }) => string }

/** Null if this runtime does not know the encoding. */
function decoderOf(encoding: LegacyEncoding, fatal: boolean): Decoder | null {
  if (encoding === 'cp850') return { decode: (bytes) => (bytes === undefined ? '' : decodeDos(bytes)) }
  try {
    return new TextDecoder(encoding, { fatal })
  } catch {
    return null
  }
}

/** Null if a byte is invalid. An incomplete character at the end is allowed. */
function decode(head: Buffer, encoding: LegacyEncoding): string | null {
  try {
    return decoderOf(encoding, true)?.decode(head, { stream: true }) ?? null
  } catch {
    return null
  }
}

/** Share of the characters outside ASCII that match `usual`; 0 if there are too few or a byte is invalid. */
function shareOf(head: Buffer, encoding: LegacyEncoding, usual: RegExp): number {
  const outside = (decode(head, encoding) ?? '').replaceAll(/[\0-\x7f]/g, '')
  return outside.length < 4 ? 0 : (outside.match(usual) ?? []).length / outside.length
}

/** Whether most words with letters outside ASCII consist of them alone, unlike words with accented Latin letters (“prénom”). */
function standsAlone(text: string | null): boolean {
  const words = (text?.match(/[A-Za-z\u0080-\u{10ffff}]+/gu) ?? []).filter((word) => /[^\0-\x7f]/.test(word))
  return words.filter((word) => !/[A-Za-z]/.test(word)).length > words.length * 0.7
}

/** Thai vowel signs and tone marks follow a consonant or another mark; bytes of other encodings soon break that rule. */
function isThai(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return (
    count(/[\u0e01-\u0e2e]\p{M}/gu) >= minWords &&
    count(/\p{Script=Thai}/gu) >= count(/[^\0-\x7f]/g) * 0.95 &&
    !/(?<![\u0e01-\u0e2e\p{M}])\p{M}/u.test(text)
  )
}

/** Share of two-byte characters whose second byte is ASCII: frequent in Big5, impossible in GB 2312 and KS X 1001. */
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
  for (const encoding of ['windows-1251', 'koi8-r', 'windows-1253', 'ibm866'] as const) {
    const text = decode(head, encoding) ?? ''
    const long = text.match(/[^\0-\x7f]{4,}/g) ?? []
    const regular = long.filter((word) => regularWords[singleByte[encoding]].test(word))
    if (regular.length >= 2 && regular.length >= long.length * 0.7 && standsAlone(text)) return encoding
  }
  return null
}

/**
 * Hebrew letters have the codes of most small letters in Windows-1251 and Windows-1253, where names begin with a capital or have a letter
 * outside that range. Five Hebrew letters are final forms, which occur only at the end of a word.
 */
function isHebrew(head: Buffer): boolean {
  return !/[\xea\xed\xef\xf3\xf5][\xe0-\xfa]/.test(head.toString('latin1'))
}

function mayBeHebrew(head: Buffer): boolean {
  const words = head.toString('latin1').match(/[\x80-\xff]{2,}/g) ?? []
  return words.length >= 4 && words.every((word) => /^[\xe0-\xfa]+$/.test(word))
}

/** Nearly all characters outside ASCII are Arabic letters; Windows-1256 has accented Latin letters between them, which would show otherwise. */
function isArabic(text: string | null): boolean {
  const outside = (text ?? '').replaceAll(/[\0-\x7f]/g, '')
  const letters = outside.match(/\p{Script=Arabic}/gu) ?? []
  const words = (text ?? '').match(/\p{Script=Arabic}{3,}/gu) ?? []
  return words.length >= minWords && letters.length >= outside.length * 0.95 && standsAlone(text)
}

const regularWords = {
  Cyrillic: /^[А-ЯЁІЇЄҐ]?[а-яёіїєґ]+$/,
  Greek: /^[Α-ΩΆΈΉΊΌΎΏ]?[α-ωάέήίόύώϊϋΐΰ]+$/,
} as const

/**
 * Whether bytes that are not UTF-8 are Shift JIS: each pair is a character, and many second bytes are outside ASCII, while the byte after a
 * quotation mark or accented letter of Windows-1252 nearly always is ASCII.
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

/** Code page 850 of MS-DOS from 0x80; Excel writes it as "CSV (MS-DOS)". No runtime decodes it. */
const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

function decodeDos(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\u0080-\u00ff]/g, (letter) => codePage850[letter.charCodeAt(0) - 128] ?? letter)
}

/** Whether the bytes read as words in code page 850: nearly all characters outside ASCII are letters, with no capital within a word. */
function readsAsDos(head: Buffer): boolean {
  const text = decodeDos(head)
  const outside = text.match(/[^\0-\x7f]/g) ?? []
  const letters = outside.filter((character) => /\p{L}/u.test(character))
  return letters.length >= outside.length * 0.9 && !/[a-z](?=[^\0-\x7f])\p{Lu}[a-z]/u.test(text)
}

/** Latin encodings besides Windows-1252: Central European, Turkish, Baltic, MS-DOS and classic Mac OS. */
type LatinEncoding = 'windows-1250' | 'iso-8859-2' | 'windows-1254' | 'windows-1257' | 'cp850' | 'macintosh'

/** A single match may be chance. */
const minWords = 2

/**
 * Codes of é è ç ê ä á à in Mac Roman. In Windows-1252 they are capitals or unassigned, which do not follow a small letter within a word.
 */
const ofMac = /[a-z][\x8e\x8f\x8d\x90\x8a\x87\x88](?=[a-z\s,;"]|$)/g
/** Codes of ü é â ä å ö í ó ú ñ in MS-DOS. In Windows-1252 they are symbols, which do not occur within a word. */
const ofDos = /[A-Za-z][\x81-\x84\x86\x94\xa1-\xa4](?=[a-z])/g
/** Codes of Polish ł ą ż ź ś in Windows-1250. In Windows-1252 they are symbols, which do not occur between letters. */
const ofPolish = /[A-Za-z\x80-\xff][\xb3\xb9\xbf\x9f](?![\d\xb0-\xbf])|[\xa3\xaf\xa5][a-z\xf3]/g
/** Codes of Czech ř ů ě č ť; with `hacek` (š, ž): no language of Windows-1252 has both groups. */
const ofCzech = /[\xf8\xf9\xec\xe8\xef\xf2\xd8\xc8\xcf]/g
const hacek = /[\x9a\x9e\x8a\x8e]/
/** Codes of Czech š ž ť and Polish ś ą ź in ISO 8859-2. In Windows-1250 and Windows-1252 they are symbols, which do not adjoin a letter. */
const ofIso =
  /[A-Za-z\xc0-\xff](?:[\xb9\xbe\xb6\xb1\xbc](?![\d\xb0-\xbf])|\xbb(?=[a-z\xe0-\xff]))|[\xbe\xb6\xa9\xae\xa6\xac][a-z\xe0-\xff]/g
const isIsoPolish = /[A-Za-z][\xb1\xb6\xbc][a-z]/
/** Codes of Hungarian ő and ű, which are õ and û in Windows-1252. Portuguese has õ only before e, and also ã; Estonian has õ and ä; French has û and no õ. */
const ofHungarian = /\xf5(?!e)|\xfb/g
/** Codes of Turkish ğ ı ş. Icelandic uses the same codes, but together with letters that Turkish lacks (`ofIcelandic`). */
const ofTurkish = /[a-z\xdc\xfc\xf6\xd6\xe7\xc7][\xf0\xfd\xfe]|[\xfd\xfe\xf0][a-z\xfc\xf6\xe7]|\b[\xde\xdd]/gi
const ofIcelandic = /[\xe6\xe1\xed\xfa\xf3\xe9\xc6\xc1\xcd\xda\xd3\xc9]/

/** Codes of Lithuanian and Latvian letters; `isBaltic`: š and ž. Icelandic uses the latter codes in Windows-1252 but none of the former, Turkish few. */
const ofBaltic = /[\xe0\xe2\xe8\xeb\xee\xef\xf2\xf8\xfb]/g
const isBaltic = /[\xf0\xfe\xd0\xde]/

/** Detects a Latin encoding of bytes that are not UTF-8; null for Windows-1252 or if the bytes do not tell. */
function detectLatin(head: Buffer): LatinEncoding | null {
  const text = head.toString('latin1')
  if (standsAlone(text)) return null
  const letters = text.match(/[\x80-\xff]/g)?.length ?? 0
  const share = (pattern: RegExp) => {
    const found = text.match(pattern)?.length ?? 0
    return found >= minWords ? found / letters : 0
  }
  if (share(ofDos) >= 0.3 && readsAsDos(head)) return 'cp850'
  if (share(ofMac) >= 0.5) return 'macintosh'
  if (isBaltic.test(text) && !/\xfd/.test(text) && share(ofBaltic) >= 0.3) return 'windows-1257'
  if (!ofIcelandic.test(text) && share(ofTurkish) >= 0.2) return 'windows-1254'
  const mayBeIso = !/[\x80-\x9f]/.test(text) && share(ofIso) >= 0.1
  if (mayBeIso && (isIsoPolish.test(text) || share(ofCzech) >= 0.2)) return 'iso-8859-2'
  if (share(ofPolish) >= 0.2) return 'windows-1250'
  if (hacek.test(text) && share(ofCzech) >= 0.2) return 'windows-1250'
  const mayBeHungarian = /\xf5/.test(text) && /[\xe1\xe9\xed\xf3\xfa]/i.test(text) && !/[\xe3\xe4]/.test(text)
  return mayBeHungarian && share(ofHungarian) >= 0.1 ? 'windows-1250' : null
}

/** Encodings that are detected from only a few words, so the operator is asked to check them. */
const uncertain: Readonly<Partial<Record<Encoding, string>>> = {
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  ibm866: 'code page 866 of MS-DOS (Cyrillic)',
}

/** Signs of wrong decoding: symbols within words, control characters, capitals within words, U+FFFD. */
const impossible =
  /[a-z\u00df-\u00ff][\u0080-\u009f\u00a1-\u00bf\u201a-\u203a\u2020-\u2022\u02c6\u02dc](?=[a-z\u00df-\u00ff])|[\u0080-\u009f]|[a-z][\u00c0-\u00de][a-z]|\ufffd/g
/** Whether a text was probably decoded wrongly. One symbol or capital within a word is enough if the text has few letters outside ASCII. */
function seemsWrong(text: string): boolean {
  if ((text.match(impossible)?.length ?? 0) >= minWords) return true
  const outside = text.match(/[\u0080-\uffff]/g)?.length ?? 0
  return outside <= fewLetters && impossibleAlone.test(text)
}

const fewLetters = 20
/** As `impossible`, without the characters that serve as an apostrophe and the middle dot of Catalan. */
const impossibleAlone =
  /[A-Za-z\u00df-\u00f6\u00f8-\u00ff](?:[\u00a1-\u00b3\u00b5\u00b6\u00b8-\u00bf\u00d7\u00f7]|[\u00c0-\u00de](?=[a-z]))(?=[a-z\u00df-\u00ff])|[\u0080-\u009f]/

/** UTF-8 that was read as Windows-1252 and written as UTF-8 again: `JÃ¼rgen`. */
const twice = /[\u00c3\u00c5\u00c4][\u0080-\u00bf\u0152-\u0192\u2013-\u203a\u20ac\u2122\u02c6\u02dc]/g

/** Says why the letters of a text may be wrong, as the end of a sentence; null if nothing suggests it. `encoding`: the one it was decoded from. */
export function doubtOfLetters(text: string, encoding: Encoding): string | null {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  if (count(twice) >= minWords)
    return 'its text seems to have been encoded twice (“Ã¼” for “ü”): export it again as UTF-8'
  if (encoding === 'utf-8' && text.includes('\ufffd'))
    return 'letters in it were replaced by “\ufffd” before it was written: export it again as UTF-8'
  const read = uncertain[encoding]
  if (read !== undefined) return `its text is read as ${read}: check the letters of names, or export it again as UTF-8`
  // Code page 852 of Central Europe differs from 850 in half of its letters.
  if (encoding === 'cp850')
    return 'its text is read as code page 850 of MS-DOS: check the letters of names, or export it again as UTF-8'
  if (encoding !== 'windows-1252' || (!seemsWrong(text) && !standsAlone(text))) return null
  return 'its text is not UTF-8 and is not surely Windows-1252: check the letters of names, or export it again as UTF-8'
}
