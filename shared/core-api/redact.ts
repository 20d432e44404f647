import { decodeRadix, hex } from './decode-radix.ts'
import { hidesSecret } from './hidden-secret.ts'
import { keepKnown } from './known-text.ts'
import { maskLetters, secretLetters, sharesLetters } from './secret-letters.ts'

/** What stands where a secret stood. */
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
 * Patterns for whole secrets are dear to build, and nearly no reply holds one: a cheap look first. Letters and digits
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
 * may be repeated has no end; the words of an error message do.
 */
export function storable(text: string, secrets: readonly string[]): string {
  const line = withoutSecrets(text, secrets)
  return line === notKept ? line : cut(keepKnown(line, mask))
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
  const letters = secretLetters(secrets)
  const masked = maskLetters(whole.slice(0, lettersReadAtMost), letters, mask)
  const stored = cut(masked)
  return hidesSecret(stored, letters) ? notKept : stored
}

/** Stands for a text that repeats a secret in a form that cannot be masked on its own. */
const notKept = 'The reply repeats a secret of its request in another form, so its text is not kept.'

/** Whether a text that the core chose, such as an id, holds a secret in any form. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  if (uuid.test(text) && decodeRadix(text, hex).length === 0) return sharesLetters(text, secrets)
  return redact(text, secrets) !== text || hidesSecret(text, secretLetters(secrets))
}

/** The ids of nearly every core; there is one in every reply, so they get the quick look. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Far more than is kept of a text, in characters. */
const readAtMost = 32_768

/** Masking letters costs more than masking spellings, and far less than this is kept. In characters. */
const lettersReadAtMost = 4096

/** The end of what was read may be half a secret that is recognised no more; that much is left out. In characters. */
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

/** What a secret looks like inside base64, at each of the three places it can begin in a group of three bytes. */
function base64Forms(bytes: readonly number[]): readonly string[] {
  return [0, 1, 2].map((before) => {
    const encoded = btoa(String.fromCharCode(...Array.from({ length: before }, () => 0), ...bytes))
    const whole = Math.floor(((before + bytes.length) * 8) / 6)
    return encoded.slice(Math.ceil((before * 8) / 6), whole)
  })
}
