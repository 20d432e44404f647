export const newline = 0x0a
export const carriageReturn = 0x0d
export const space = 0x20
export const tab = 0x09
export const quote = 0x22
export const backslash = 0x5c
export const comma = 0x2c
export const colon = 0x3a
export const openBrace = 0x7b
export const closeBrace = 0x7d
export const openBracket = 0x5b
export const closeBracket = 0x5d

export function isLineEnd(byte: number | undefined): boolean {
  return byte === newline || byte === carriageReturn
}

export function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab || isLineEnd(byte)
}

/** The index behind the line that `from` is in, or -1 when it does not end in these bytes. */
export function behindLine(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === newline) return at + 1
    if (bytes[at] === carriageReturn) return bytes[at + 1] === newline ? at + 2 : at + 1
  }
  return -1
}

/** The UTF-8 byte order mark. */
export function hasBom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}
