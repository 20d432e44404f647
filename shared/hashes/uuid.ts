/**
 * Whether a text is a UUID, in small or capital letters. Nearly every export has one for each user, and a regular expression
 * takes several times as long as looking at each character.
 */
export function isUuid(text: string): boolean {
  if (text.length !== 36) return false
  for (let at = 0; at < 36; at += 1) {
    const code = text.charCodeAt(at)
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== dash) return false
    } else if (code > 127 || isDigit[code] !== 1) return false
  }
  return true
}

const dash = 45
const isDigit = new Uint8Array(128)
for (const digit of '0123456789abcdefABCDEF') isDigit[digit.charCodeAt(0)] = 1
