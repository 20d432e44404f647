/* Bytes that dumps write as digits, or as functions of digits. */

/** Decodes bytes written as `0x2432...` (MySQL's `--hex-blob`, phpMyAdmin) or `\\x2432...` (PostgreSQL) into text; binary bytes stay as written. */
export function textOfBytes(written: string): string {
  const digits = written.slice(2)
  return /^(?:[0-9a-f]{2})+$/i.test(digits) ? (textIn(Buffer.from(digits, 'hex')) ?? written) : written
}

/** The text that bytes are, without the NULs with which a column of a fixed width fills it up; null: they are binary, such as a UUID. */
export function textIn(bytes: Uint8Array): string | null {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1
  const text = Buffer.from(bytes.subarray(0, end)).toString('utf8')
  // oxlint-disable-next-line no-control-regex -- control characters tell binary values
  return end === 0 || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/.test(text) ? null : text
}

/** Functions that make bytes of a text: of MySQL (as Adminer writes binary columns), of Oracle, and PostgreSQL's `decode('...', 'hex')`. */
export const byteFunctions: ReadonlySet<string> = new Set(['unhex', 'from_base64', 'hextoraw', 'decode'])

/** The text of such a function of constants; null if it fails, or is Oracle's `decode` of several values. */
export function textFromFunction(name: string, [written = '', form = '', ...others]: readonly string[]): string | null {
  if (others.length > 0 || (form !== '') !== (name === 'decode')) return null
  const kind = name === 'decode' ? form.toLowerCase() : name === 'from_base64' ? 'base64' : 'hex'
  const text = written.replaceAll(/\s/g, '')
  if (kind === 'hex') return /^(?:[0-9a-f]{2})*$/i.test(text) ? withoutMark(textOfBytes(`0x${text}`), text) : null
  if (kind !== 'base64' || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  const digits = Buffer.from(text, 'base64').toString('hex')
  return withoutMark(textOfBytes(`0x${digits}`), digits)
}

/** No bytes are an empty text. */
function withoutMark(text: string, digits: string): string {
  return digits === '' ? '' : text
}
