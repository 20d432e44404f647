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
    for (const character of bare.replaceAll('-', '+').replaceAll('_', '/')) {
      held = ((held << 6) | base64Alphabet.indexOf(character)) & 0xffff
      bits += 6
      if (bits < 8) continue
      bits -= 8
      bytes.push((held >> bits) & 0xff)
    }
    return bytes
  },
}

export const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
