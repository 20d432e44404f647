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
  /**
   * The text that a value in base64 stands for, as a secret of Kubernetes has it, each byte as a character; null for any other value. Lines may
   * be broken. A look at the first characters tells nearly every other value apart.
   */
  text: (value: string): string | null => {
    if (value.length < shortestText || value.length > longestText || !beginsLikeAscii(value)) return null
    const written = /\s/.test(value) ? value.replaceAll(/\s+/g, '') : value
    if (base64.bare(written) === null) return null
    const bytes = base64.decode(written)
    return bytes.every(isOfText) ? bytes.map((byte) => String.fromCharCode(byte)).join('') : null
  },
}

const [shortestText, longestText] = [24, 128 * 1024]

/** Whether the first six bytes of base64 are ASCII: three of four characters then lack a bit. */
function beginsLikeAscii(value: string): boolean {
  for (let at = 0; at < 8; at += 1) {
    const digit = base64Alphabet.indexOf(value.charAt(at))
    if (digit === -1 || (digit & (asciiLacks[at % 4] ?? 0)) !== 0) return false
  }
  return true
}

const asciiLacks = [32, 8, 2, 0]

/** Whether a byte may stand in a text: no control character but a tab or a line end. */
function isOfText(byte: number): boolean {
  return byte >= 32 || byte === 9 || byte === 10 || byte === 13
}

export const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
