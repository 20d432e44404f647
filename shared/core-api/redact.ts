import { maskUnknown } from './known-text.ts'
import { decodeRadix, hex, letters, radixes, type SecretLetters } from './secret-letters.ts'

/** Reads a text as one encoding; nothing when it does not look like it. */
type Decoder = (text: string) => readonly string[]

/**
 * The encodings in which a core, a proxy or a log formatter repeats what it got. Prose around an encoded value, line
 * breaks and separators do not matter: each decoder reads the text from every place at which a value could begin.
 */
const decoders: readonly Decoder[] = [
  unescapeText,
  ...radixes.map((radix) => (text: string) => decodeRadix(text, radix)),
  (text) => numberLists(text, 10),
  (text) => numberLists(text, 8),
]

/** The text itself, reversed, in ROT13, and both. */
function disguises(text: string): readonly string[] {
  const turned = Array.from(text).toReversed().join('')
  return [text, turned, rotated(text), rotated(turned)]
}

/** Codes of characters one by one: `[36,50,98]`, `36 50 98`, `044 062 142`. */
function numberLists(text: string, base: 8 | 10): readonly string[] {
  const lists = text.match(/\d{1,3}(?:[^\dA-Za-z]{1,4}\d{1,3}){7,}/g) ?? []
  return lists.map((list) =>
    list
      .split(/\D+/)
      .map((number) => String.fromCharCode(Number.parseInt(number, base) & 255))
      .join(''),
  )
}

/** ROT13. */
function rotated(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) => {
    const code = letter.charCodeAt(0)
    return String.fromCharCode((code & 31) > 13 ? code - 13 : code + 13)
  })
}

/** Takes escapes off until none is left; nested ones, such as JSON in JSON, take one round each. */
const rounds = 5

/**
 * `text` without the escapes of JSON, JavaScript, CSS, URLs, HTML, XML and mail: `\u0024`, `\u{24}`, `\x24`, `\044`, `%24`,
 * `&#36;`, `&dollar;`, `=24`. Nothing when there is none. `\24` is read as octal and as CSS.
 */
function unescapeText(text: string): readonly string[] {
  if (!/[\\%&=+]/.test(text)) return []
  const read = [octal, css].map((numbers) => [...common, numbers])
  return read.map((escapes) => unescape(text, escapes)).filter((plain) => plain !== text)
}

type Escape = readonly [look: RegExp, base: 8 | 10 | 16]

const common: readonly Escape[] = [
  [/(?<!\\)\\+u\{([0-9a-f]{1,6})\}/gi, 16],
  [/(?<!\\)\\+U([0-9a-f]{8})/g, 16],
  [/(?<!\\)\\+u([0-9a-f]{4})/gi, 16],
  [/(?<!\\)\\+x\{?([0-9a-f]{2})\}?/gi, 16],
  [/%u([0-9a-f]{4})/gi, 16],
  [/%(?:25){0,4}([0-9a-f]{2})/gi, 16],
  [/\bu\+([0-9a-f]{4,6})/gi, 16],
  [/_x([0-9a-f]{4})_/gi, 16],
  [/&(?:amp;){0,4}#x([0-9a-f]{1,7});?/gi, 16],
  [/&(?:amp;){0,4}#([0-9]{1,8});?/g, 10],
]
const octal: Escape = [/(?<!\\)\\+([0-3]?[0-7]{1,2})/g, 8]
const css: Escape = [/(?<!\\)\\+([0-9a-f]{1,6})\s?/gi, 16]

function unescape(text: string, escapes: readonly Escape[]): string {
  let plain = text
  for (let round = 0; round < rounds; round += 1) {
    const before = plain
    for (const [look, base] of escapes) {
      plain = plain.replace(look, (_, number: string) => characterOf(Number.parseInt(number, base)))
    }
    plain = plain
      .replaceAll(/=\s+/g, '')
      .replaceAll(/=([0-9a-f]{2})/gi, (_, number: string) => characterOf(Number.parseInt(number, 16)))
      // Letters in mathematical alphabets have names; every other name stands for something else than a letter.
      .replaceAll(/&(?:amp;){0,4}([a-z])(?:opf|scr|fr);/gi, '$1')
      .replaceAll(/&(?:amp;){0,4}[a-z][a-z0-9]{1,30};/gi, ' ')
      .replaceAll(/(?<!\\)\\+[nrt]/g, ' ')
      .replaceAll(/\\+/g, '')
    if (plain === before) break
  }
  return plain
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

/** An encoding within an encoding within an encoding: base64 twice, in JSON. */
const depth = 3

/** Limit for the decodings of one text; a text with more is dropped. */
const maxReadings = 300

/**
 * Whether a secret can be had from `text` by decoding it, also several times over. Text in which too much could be
 * hidden counts as holding one. `text` is as short as what is stored: the work grows with its length.
 */
function hidesSecret(text: string, secrets: SecretLetters): boolean {
  if (secrets.size === 0) return false
  const readings = readingsOf(text)
  return readings === null || readings.some((alphanumerics) => letters.hold(alphanumerics, secrets))
}

/** Users that fail for the same reason get the same text: its readings are kept for the next one. */
const known = new Map<string, readonly string[] | null>()
const maxKnown = 64

function readingsOf(text: string): readonly string[] | null {
  const before = known.get(text)
  if (before !== undefined) return before
  const readings = read(text)
  if (known.size >= maxKnown) known.clear()
  known.set(text, readings)
  return readings
}

/** The letters of everything that `text` can be read as; null when that is too much. */
function read(text: string): readonly string[] | null {
  const seen = new Set<string>()
  let readings = disguises(text)
  const alphanumerics = readings.map(letters.in)
  for (let level = 0; level < depth; level += 1) {
    const decoded = new Set(readings.flatMap((reading) => decoders.flatMap((decode) => decode(reading))))
    readings = [...decoded].filter((reading) => !seen.has(reading))
    for (const reading of readings) {
      if (seen.size >= maxReadings) return null
      seen.add(reading)
      alphanumerics.push(...disguises(reading).map(letters.in))
    }
  }
  return alphanumerics
}

/** Stands in place of a secret. */
export const mask = '•••'

/** A stored reply is at most this long, in characters. */
export const maxStoredReply = 500

/**
 * Takes every secret out of a text that someone else wrote: the given ones in any spelling that a core, a proxy or a
 * page of either may give them (JSON, percent, HTML, base64, hex, any mixture, any case), codes and passwords by the
 * name of their field, and whatever looks like a password hash.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const known = [...new Set(secrets)].sort((a, b) => b.length - a.length).flatMap(inParts)
  const mayHold = suspicion(text)
  const withoutKnown = known
    .flatMap(spellings)
    .filter(mayHold)
    .reduce((rest, spelling) => rest.replace(new RegExp(anyEscape(spelling), 'gi'), mask), text)
  return byShape.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), withoutKnown)
}

/**
 * Patterns for whole secrets are expensive to build, and nearly no reply holds one: a cheap test comes first. Letters and digits
 * are themselves in every spelling unless the text escapes by number.
 */
function suspicion(text: string): (spelling: string) => boolean {
  if (/\\u|%[0-9a-f]{2}|&#|&amp;#/i.test(text)) return () => true
  const lowerCase = text.toLowerCase()
  return (spelling) => {
    const runs = spelling.match(/[a-z0-9]+/gi) ?? []
    return runs.every((run) => lowerCase.includes(run.toLowerCase()))
  }
}

/**
 * A text that a server chose, fit to be stored: only what is known to be harmless of it. A list of the forms in which a secret
 * may be repeated has no end; the words of an error message do. `names`: of the request, and no secrets.
 */
export function storable(text: string, secrets: readonly string[], names: readonly string[] = []): string {
  const line = withoutSecrets(text, secrets)
  return line === notKept ? line : cut(maskUnknown(line, mask, names))
}

/**
 * A text fit to be shown: on one line, without control characters, redacted and cut. Letters of a secret in
 * a row are masked however they are spelled; a text from which a secret can be decoded is not shown at all.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const line = redact(text.slice(0, readAtMost), secrets)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const whole = text.length <= readAtMost ? line : line.slice(0, -lastPart) || mask
  const alphanumerics = letters.of(secrets)
  const masked = letters.mask(whole.slice(0, lettersReadAtMost), alphanumerics, mask)
  const stored = cut(masked)
  return hidesSecret(stored, alphanumerics) ? notKept : stored
}

/** Stands for a text that repeats a secret in a form that cannot be masked on its own. */
const notKept = 'The reply repeats a secret of its request in another form, so its text is not kept.'

/** Whether a text that the core chose, such as an id, holds a secret in any form. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  if (uuid.test(text) && decodeRadix(text, hex).length === 0) return letters.share(text, secrets)
  return redact(text, secrets) !== text || hidesSecret(text, letters.of(secrets))
}

/** The ids of nearly every core; there is one in every reply, so they get the quick look. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Far more than is kept of a text, in characters. */
const readAtMost = 32_768

/** Masking letters costs more than masking spellings, and far less than this is kept. In characters. */
const lettersReadAtMost = 4096

/** A truncated text may end in half a secret that is not recognisable; this many characters of its end are dropped. */
const lastPart = 4096

/** Never cuts a character that takes two places in half. */
function cut(line: string): string {
  if (line.length <= maxStoredReply) return line
  return line.slice(0, maxStoredReply - 1).replace(/[\uD800-\uDBFF]$/, '') + '…'
}

const secretFields =
  'linkCode|linkCodeHash|userInputCode|preAuthSessionId|deviceId|deviceIdHash|passwordHash|password|token|api-key'
const codeFields = 'linkCode|userInputCode|preAuthSessionId|deviceId|passwordHash|api-key'

const byShape: readonly (readonly [RegExp, string])[] = [
  // In JSON, also cut off before the closing quote, also JSON inside JSON.
  [
    new RegExp(String.raw`(\\{0,8}"(?:${secretFields})\\{0,8}"\s*:\s*)(?:\\{0,8}"[^"]*|[^"\s,}\]]+)`, 'gi'),
    `$1"${mask}`,
  ],
  // In a link, a form or a sentence.
  [new RegExp(String.raw`\b((?:${codeFields})\s*[:=]\s*)[^\s"'\\,&}\]]+`, 'gi'), `$1${mask}`],
  [/\$(?:2[abxy]?|argon2(?:id|i|d)|f_scrypt|scrypt|pbkdf2[\w-]*|[156])\$[^\s"'<>,\\]+/gi, mask],
]

/**
 * A long secret goes part by part: a pattern for all of it could be too much for the engine of regular expressions,
 * which then throws an error that holds the pattern. Blank secrets have no parts.
 */
function inParts(secret: string): readonly string[] {
  const parts = Math.ceil(secret.length / 200)
  const length = Math.ceil(secret.length / parts)
  return Array.from({ length: parts }, (_, at) => secret.slice(at * length, (at + 1) * length))
}

/** A secret as it is, in hex and in base64; escapes come on top. */
function spellings(secret: string): readonly string[] {
  if (secret.length < 8) return [secret]
  const bytes = [...new TextEncoder().encode(secret)]
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [secret, hex, ...base64Forms(bytes)]
}

/** Every character as itself or escaped, once or more often, the way JSON, urls, forms and HTML do. */
function anyEscape(text: string): string {
  return Array.from(text, (character) => escapes(character)).join('')
}

function escapes(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  const inJson = units.map((unit) => String.raw`\\{1,8}u${unit.toString(16).padStart(4, '0')}`).join('')
  const bytes = [...new TextEncoder().encode(character)]
  const inUrl = bytes.map((byte) => `%(?:25){0,4}${byte.toString(16).padStart(2, '0')}`).join('')
  const point = character.codePointAt(0) ?? 0
  const inHtml = `&(?:amp;){0,4}#(?:0{0,6}${point}|x0{0,6}${point.toString(16)});?`
  return `(?:${[literal(character), inJson, inUrl, inHtml, ...(named[character] ?? [])].join('|')})`
}

/** The character itself, with the backslashes that JSON or a shell may put before it. */
function literal(character: string): string {
  return character === '\\'
    ? String.raw`\\{1,8}`
    : String.raw`\\{0,8}` + character.replace(/[$()*+.?[\]^{|}/-]/, String.raw`\$&`)
}

/** Spellings of single characters that follow no rule. In base64, `-` and `_` stand for `+` and `/`. */
const named: Readonly<Record<string, readonly string[]>> = {
  ' ': [String.raw`\+`],
  '&': ['&(?:amp;){1,4}'],
  '<': ['&(?:amp;){0,4}lt;'],
  '>': ['&(?:amp;){0,4}gt;'],
  '"': ['&(?:amp;){0,4}quot;'],
  "'": ['&(?:amp;){0,4}apos;'],
  '\n': [String.raw`\\{1,8}n`],
  '\t': [String.raw`\\{1,8}t`],
  '+': ['-'],
  '/': ['_'],
}

/** The forms of a secret inside base64, one for each of the three places it can begin in a group of three bytes. */
function base64Forms(bytes: readonly number[]): readonly string[] {
  return [0, 1, 2].map((before) => {
    const encoded = btoa(String.fromCharCode(...Array.from({ length: before }, () => 0), ...bytes))
    const whole = Math.floor(((before + bytes.length) * 8) / 6)
    return encoded.slice(Math.ceil((before * 8) / 6), whole)
  })
}
