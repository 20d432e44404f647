import { decodeBase64 } from '../hashes/base64.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as Base32 in capitals, without padding. */
export function base32(bytes: Iterable<number>): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((held >> bits) & 31)
    }
  }
  return bits > 0 ? text + alphabet.charAt((held << (5 - bits)) & 31) : text
}

/** Base32 of the bytes that hexadecimal digits stand for, two by two. */
export function base32OfHex(hex: string): string {
  return base32((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
}

/** Base32 of the bytes that Base64 stands for; null: the text is none. */
export function base32OfBase64(text: string): string | null {
  const bare = text.trim().replace(/={1,2}$/, '')
  return /^[A-Za-z0-9+/_-]+$/.test(bare) && bare.length % 4 !== 1 ? base32(decodeBase64(bare)) : null
}
