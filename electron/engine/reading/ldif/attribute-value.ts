import { isUtf8 } from 'node:buffer'
import { decodeText } from '../encoding.ts'

/** The value of one attribute as text; bytes that are no text are described, not shown. */
export function bytesAsText(name: string, bytes: Buffer): string {
  if (name === 'objectGUID' && bytes.length === 16) return guidOf(bytes)
  // A password is text in whatever encoding the directory was given.
  if (name === 'userPassword') return decodeText(bytes)
  return isText(bytes) ? bytes.toString('utf8') : `(${bytes.length} bytes)`
}

/** The bytes of base64 text; null where it is none. Blanks within are not part of it. */
export function readBase64(text: string): Buffer | null {
  const trimmed = text.trim()
  const bare = /\s/.test(trimmed) ? trimmed.replaceAll(/\s+/g, '') : trimmed
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare) ? Buffer.from(bare, 'base64') : null
}

function isText(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false
  for (const byte of bytes) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false
  return true
}

/** Active Directory keeps the first three groups of a GUID with their bytes in reverse. */
function guidOf(bytes: Buffer): string {
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
  const hex = Buffer.from(order.map((index) => bytes[index] ?? 0)).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
