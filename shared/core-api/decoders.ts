import { decodeRadix, radixes } from './decode-radix.ts'

/** Reads a text as one encoding; nothing when it does not look like it. */
type Decoder = (text: string) => readonly string[]

/**
 * The encodings in which a core, a proxy or a log formatter repeats what it got. Prose around an encoded value, line
 * breaks and separators do not matter: each decoder reads the text from every place at which a value could begin.
 */
export const decoders: readonly Decoder[] = [
  unescapeText,
  ...radixes.map((radix) => (text: string) => decodeRadix(text, radix)),
  (text) => numberLists(text, 10),
  (text) => numberLists(text, 8),
]

/** The text itself, reversed, in ROT13, and both. */
export function disguises(text: string): readonly string[] {
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
