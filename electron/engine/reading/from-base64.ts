import { isUtf8 } from 'node:buffer'

/** The text that a value in base64 stands for; null: it is not base64, or not that of a text. */
export function fromBase64(value: string): string | null {
  const bytes = Buffer.from(value, 'base64')
  return bytes.toString('base64') === value && isUtf8(bytes) ? bytes.toString('utf8') : null
}
