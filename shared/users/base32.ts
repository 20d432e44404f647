const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Bytes as Base32 in capitals, without padding. */
export function base32(bytes: Iterable<number>): string {
  return regroup(bytes, 8, 5)
    .map((value) => letters[value] ?? '')
    .join('')
}

/** Base32 of the bytes that hexadecimal digits stand for, two by two. */
export function base32OfHex(hex: string): string {
  return base32((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
}

/** Base32 of the bytes that Base64 stands for; null: the text is none. */
export function base32OfBase64(text: string): string | null {
  const bare = text
    .trim()
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(bare) || bare.length % 4 === 1) return null
  const bytes = regroup(
    Array.from(bare, (letter) => base64Letters.indexOf(letter)),
    6,
    8,
  )
  return base32(bytes.slice(0, Math.floor((bare.length * 6) / 8)))
}

/** The bits of some values of one width as values of another; the last one is filled with zeros. */
function regroup(values: Iterable<number>, from: number, to: number): readonly number[] {
  const made: number[] = []
  let left = 0
  let bits = 0
  for (const value of values) {
    left = ((left << from) | value) & 0xffff
    bits += from
    while (bits >= to) {
      bits -= to
      made.push((left >> bits) & ((1 << to) - 1))
    }
  }
  if (bits > 0) made.push((left << (to - bits)) & ((1 << to) - 1))
  return made
}
