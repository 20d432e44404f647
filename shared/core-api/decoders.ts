import { decodeRadix, radixes } from './decode-radix.ts'
import { unescapeText } from './unescape-text.ts'

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
