/** An encoding that writes bytes with digits of `bits` bits each. */
type Radix = {
  readonly bits: 6 | 5 | 4 | 1
  /** The value of each ASCII character that is a digit, plus one; 0 for every other. */
  readonly values: Uint8Array
  /** What is written before each byte and holds digits itself. */
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
 * What `text` holds when its digits are read as `radix`, from every place within a group at which a value can begin.
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
