/**
 * Base64 as text, without decoding: exports write the same bytes in the standard or the URL alphabet, padded or not.
 */
const standard = /^[A-Za-z0-9+/]+={0,2}$/
const url = /^[A-Za-z0-9_-]+={0,2}$/

/** Base64 in both alphabets. */
export const base64 = {
  /** Standard alphabet, without padding; null when `text` is not base64 of at least one byte. */
  bare: (text: string): string | null => {
    const bare = text.replace(/={1,2}$/, '')
    if (bare.length % 4 === 1 || bare.length < 2) return null
    if (standard.test(text)) return bare
    return url.test(text) ? bare.replaceAll('-', '+').replaceAll('_', '/') : null
  },
  /** Standard alphabet with padding, as the core compares it; null when `text` is not base64. */
  padded: (text: string): string | null => {
    const bare = base64.bare(text)
    return bare === null ? null : bare + '='.repeat((4 - (bare.length % 4)) % 4)
  },
  /** How many bytes `text` stands for; 0 when it is not base64. */
  countBytes: (text: string): number => {
    const bare = base64.bare(text)
    return bare === null ? 0 : Math.floor((bare.length * 3) / 4)
  },
  /** The bytes of base64 in either alphabet, padded or not, which `text` is known to be. Bits that belong to no byte are dropped. */
  decode: (text: string): readonly number[] => {
    const bytes: number[] = []
    let bits = 0
    let held = 0
    const bare = text.replace(/={1,2}$/, '')
    for (let at = 0; at < bare.length; at += 1) {
      held = ((held << 6) | digitOf(bare.charCodeAt(at))) & 0xffff
      bits += 6
      if (bits < 8) continue
      bits -= 8
      bytes.push((held >> bits) & 0xff)
    }
    return bytes
  },
  /**
   * The text that a value in base64 stands for, as a secret of Kubernetes has it, each byte as a character; null for any other value, and for
   * one that is too short to hold a hash. Lines may be broken. A look at the first characters tells nearly every other value apart.
   */
  text: (value: string): string | null => {
    if (value.length < minCharacters || value.length > maxCharacters || !beginsLikeAscii(value)) return null
    let text = ''
    let [bits, held, count, padding] = [0, 0, 0, 0]
    let codes: number[] = []
    for (let at = 0; at < value.length; at += 1) {
      const code = value.charCodeAt(at)
      const digit = digitOf(code)
      if (digit === none) {
        if (code === equals) padding += 1
        else if (code !== space && code !== lineFeed && code !== carriageReturn) return null
        continue
      }
      if (padding > 0) return null
      count += 1
      held = ((held << 6) | digit) & 0xfff
      bits += 6
      if (bits < 8) continue
      bits -= 8
      const byte = (held >> bits) & 0xff
      if (byte < space && byte !== tab && byte !== lineFeed && byte !== carriageReturn) return null
      if (codes.push(byte) === atOnce) {
        text += String.fromCharCode(...codes)
        codes = []
      }
    }
    return padding > 2 || count % 4 === 1 ? null : text + String.fromCharCode(...codes)
  },
}

const [minCharacters, maxCharacters, atOnce] = [44, 128 * 1024, 4096]
const [tab, lineFeed, carriageReturn, space, equals, none] = [9, 10, 13, 32, 61, 255]

/** Whether the first six bytes of base64 are ASCII: three of four characters then lack a bit. */
function beginsLikeAscii(value: string): boolean {
  for (let at = 0; at < 8; at += 1) {
    const digit = digitOf(value.charCodeAt(at))
    if (digit === none || (digit & (asciiLacks[at % 4] ?? 0)) !== 0) return false
  }
  return true
}

const asciiLacks = [32, 8, 2, 0]

export const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function digitOf(code: number): number {
  return code < 128 ? (digits[code] ?? none) : none
}

const digits = new Uint8Array(128).fill(none)
for (let digit = 0; digit < base64Alphabet.length; digit += 1) digits[base64Alphabet.charCodeAt(digit)] = digit
// The alphabet of web addresses.
digits['-'.charCodeAt(0)] = 62
digits['_'.charCodeAt(0)] = 63
