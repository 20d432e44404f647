/**
 * A hash as exports write it, without what does not belong to it: white space around it, one pair of quotes, and the name of the standard
 * input that `sha256sum` prints behind a digest. Database tools write "nothing" in several words; all become an empty text.
 */
export function bareText(raw: string): string {
  // One look at each end tells nearly all values, each of which is asked about several times.
  const { length } = raw
  if (length > maxLength && isPlain(raw.charCodeAt(0)) && isPlain(raw.charCodeAt(length - 1))) return raw
  const text = withoutInputName(raw.trim())
  const first = text.charCodeAt(0)
  const bare = (first === doubleQuote || first === singleQuote) && isQuoted(text) ? text.slice(1, -1).trim() : text
  return bare.length <= maxLength && nothing.has(bare) ? '' : bare
}

/** Characters of the longest text that means none. */
const maxLength = 9
const doubleQuote = 34
const singleQuote = 39
const nothing = new Set([
  '',
  'NULL',
  'null',
  '\\N',
  'undefined',
  'None',
  'nil',
  'NaN',
  'nan',
  'N/A',
  '#N/A',
  '<null>',
  '(null)',
  '[NULL]',
])

/** A digest without the ` *-` or `  -` that `md5sum`, `sha256sum` and their kin print behind it. */
function withoutInputName(text: string): string {
  const [, digest] = text.charCodeAt(text.length - 1) === dash ? (printedDigest.exec(text) ?? []) : []
  return digest ?? text
}

const dash = 45
const printedDigest = /^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}) [ *]?-$/i

function isQuoted(text: string): boolean {
  return text.length >= 2 && text.charCodeAt(0) === text.charCodeAt(text.length - 1)
}

/** Whether a character at an end of a text is neither white space nor a mark that may be taken away. */
function isPlain(code: number): boolean {
  return code > space && code < deleted && code !== doubleQuote && code !== singleQuote && code !== dash
}

const space = 32
const deleted = 127
