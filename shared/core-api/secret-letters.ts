/**
 * A secret is known by its letters and digits in a row, whatever stands between them and however they are dressed:
 * capitals, full-width forms, invisible characters, line breaks, punctuation.
 */

/** This many letters and digits in a row of a secret are a leak; of a short secret, half of it is. */
const maxRun = 10

/** A shorter run says nothing. A secret with fewer letters is looked for as it is spelled only. */
const minRun = 6

/** Every run of letters by which one of some secrets is known, by its length. */
export type SecretLetters = ReadonlyMap<number, ReadonlySet<string>>

/** Runs of letters of secrets: found in a text, and masked. */
export const letters = {
  /** The runs of letters of `secrets`. */
  of: (secrets: readonly string[]): SecretLetters => {
    const runs = new Map<number, Set<string>>()
    for (const secret of secrets) {
      const alphanumerics = letters.in(secret)
      if (alphanumerics.length < minRun) continue
      const length = runLength(alphanumerics)
      const ofLength = runs.get(length) ?? new Set()
      for (let at = 0; at + length <= alphanumerics.length; at += 1) ofLength.add(alphanumerics.slice(at, at + length))
      runs.set(length, ofLength)
    }
    return runs
  },
  /** Whether a run of letters of a secret stands in `letters`, the letters of a text. */
  hold: (alphanumerics: string, secrets: SecretLetters): boolean => {
    for (const [length, runs] of secrets) {
      for (let at = 0; at + length <= alphanumerics.length; at += 1) {
        if (runs.has(alphanumerics.slice(at, at + length))) return true
      }
    }
    return false
  },
  /** Whether a short text has a run of letters in common with a secret. Cheaper than `secretLetters` for one look. */
  share: (text: string, secrets: readonly string[]): boolean => {
    const alphanumerics = letters.in(text)
    return secrets.some((secret) => {
      const others = letters.in(secret)
      if (others.length < minRun) return false
      const length = runLength(others)
      for (let at = 0; at + length <= alphanumerics.length; at += 1) {
        if (others.includes(alphanumerics.slice(at, at + length))) return true
      }
      return false
    })
  },
  /** The letters and digits of a text, in lower case. */
  in: (text: string): string =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ''),
  /** Puts `instead` in place of every run of letters of a secret, with all that stands between its letters. */
  mask: (text: string, secrets: SecretLetters, instead: string): string => {
    const { alphanumerics, starts, ends } = lettersOf(text)
    const secret = new Uint8Array(alphanumerics.length)
    let found = false
    for (const [length, runs] of secrets) {
      for (let at = 0; at + length <= alphanumerics.length; at += 1) {
        if (!runs.has(alphanumerics.slice(at, at + length))) continue
        secret.fill(1, at, at + length)
        found = true
      }
    }
    if (!found) return text
    let masked = ''
    let from = 0
    for (let at = 0; at < alphanumerics.length; at += 1) {
      if (secret[at] !== 1) continue
      let last = at
      while (secret[last + 1] === 1) last += 1
      masked += text.slice(from, starts[at]) + instead
      from = ends[last] ?? text.length
      at = last
    }
    return masked + text.slice(from)
  },
}

function runLength(alphanumerics: string): number {
  return Math.min(maxRun, Math.max(minRun, Math.ceil(alphanumerics.length / 2)))
}

type Letters = {
  /** The letters and digits of a text, in lower case. */
  readonly alphanumerics: string
  /** Where the character of each letter begins and ends in the text. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

function lettersOf(text: string): Letters {
  let alphanumerics = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const character of text) {
    const plain = character < '\u0080' ? character : character.normalize('NFKC')
    for (const letter of plain.toLowerCase()) {
      if (!isLetter(letter.charCodeAt(0))) continue
      alphanumerics += letter
      starts.push(at)
      ends.push(at + character.length)
    }
    at += character.length
  }
  return { alphanumerics, starts, ends }
}

/** Of ASCII: every secret of a request is written in it, or known by what of it is. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

/** An encoding that writes bytes with digits of `bits` bits each. */
type Radix = {
  readonly bits: 6 | 5 | 4 | 1
  /** The value of each ASCII character that is a digit, plus one; 0 for every other. */
  readonly values: Uint8Array
  /** A prefix of each byte that holds digits itself. */
  readonly before?: RegExp
}

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const alphabet = `${capitals}${capitals.toLowerCase()}0123456789`

export const hex: Radix = {
  bits: 4,
  values: valuesOf('0123456789ABCDEF', '0123456789abcdef'),
  before: /0x|(?<!\\)\\+x|\bx/gi,
}

/** Base64 and base32, both in two alphabets, hex and binary. */
export const radixes: readonly Radix[] = [
  { bits: 6, values: valuesOf(`${alphabet}+/`) },
  { bits: 6, values: valuesOf(`${alphabet}-_`) },
  { bits: 5, values: valuesOf(`${capitals}234567`, capitals.toLowerCase()) },
  { bits: 5, values: valuesOf(`0123456789${capitals.slice(0, 22)}`, `0123456789${alphabet.slice(26, 48)}`) },
  hex,
  { bits: 1, values: valuesOf('01') },
]

function valuesOf(...alphabets: readonly string[]): Uint8Array {
  const values = new Uint8Array(128)
  for (const digits of alphabets) {
    for (let value = 0; value < digits.length; value += 1) values[digits.charCodeAt(value)] = value + 1
  }
  return values
}

/** A decoded text is worth a look when this many characters in a row can be read. */
const minReadable = 10

/** Digits after which a byte begins once more, by the bits of a digit. */
const groups = { 6: 4, 5: 8, 4: 2, 1: 8 } as const

/**
 * The values in `text` when its digits are read as `radix`, from every place within a group at which a value can begin.
 * Other characters are passed over, so that line breaks and separators do not matter. Only what can be read is
 * answered; zero bytes count as nothing, so that UTF-16 and UTF-32 are read too.
 */
export function decodeRadix(text: string, { bits, values, before }: Radix): readonly string[] {
  const digits = digitsOf(before === undefined ? text : text.replace(before, ' '), values)
  if (digits.length * bits < minReadable * 8) return []
  return Array.from({ length: groups[bits] }, (_, first) => readable(digits, bits, first)).filter((run) => run !== '')
}

function digitsOf(text: string, values: Uint8Array): Uint8Array {
  const digits = new Uint8Array(text.length)
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const value = values[text.charCodeAt(at)] ?? 0
    if (value === 0) continue
    digits[count] = value - 1
    count += 1
  }
  return digits.subarray(0, count)
}

/** The runs of ASCII characters among the bytes that begin at digit `first`. */
function readable(digits: Uint8Array, bits: number, first: number): string {
  const run = new Uint8Array(digits.length)
  let length = 0
  let found = ''
  let held = 0
  let count = 0
  for (let at = first; at <= digits.length; at += 1) {
    held = ((held << bits) | (digits[at] ?? 0)) & 0xffff
    count += bits
    if (count < 8 && at < digits.length) continue
    count -= 8
    const byte = at === digits.length ? ends : (held >> count) & 255
    if (byte === 0) continue
    if (byte >= 32 && byte < 127) {
      run[length] = byte
      length += 1
      continue
    }
    if (length >= minReadable) found += `${String.fromCharCode(...run.subarray(0, length))} `
    length = 0
  }
  return found
}

/** No character: what ends a run. */
const ends = 255
