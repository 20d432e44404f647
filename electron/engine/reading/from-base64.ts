import { isUtf8 } from 'node:buffer'

/** The text that a value in base64 stands for; null: it is not base64, or not that of a text. */
export function fromBase64(value: string): string | null {
  const bytes = Buffer.from(value, 'base64')
  return bytes.toString('base64') === value && isUtf8(bytes) ? bytes.toString('utf8') : null
}

/** Whether a text is one value in base64, in lines of one length, that stands for a text or a packed file. `text`: its beginning. */
export function isBase64File(text: string): boolean {
  const [first = '', ...others] = text.slice(0, 4000).trimEnd().split(/\r?\n/)
  if (!/^[A-Za-z0-9+/]{60,}={0,2}$/.test(first)) return false
  if (others.some((line) => !/^[A-Za-z0-9+/]+={0,2}$/.test(line))) return false
  if (others.slice(0, -1).some((line) => line.length !== first.length)) return false
  const isText = /^[\t\n\r -~]+$/.test(Buffer.from(first.slice(0, 60), 'base64').toString('latin1'))
  return isText || /^(?:H4sI|UEsDB)/.test(first)
}
