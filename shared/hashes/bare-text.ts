/**
 * A hash as exports write it, without what does not belong to it: white space around it and one pair of quotes.
 * Database tools write "nothing" in several words; all become an empty text.
 */
export function bareText(raw: string): string {
  const text = isTight(raw) ? raw : raw.trim()
  const first = text.charCodeAt(0)
  const bare = (first === doubleQuote || first === singleQuote) && isQuoted(text) ? text.slice(1, -1).trim() : text
  return bare.length <= 9 && nothing.has(bare) ? '' : bare
}

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

function isQuoted(text: string): boolean {
  return text.length >= 2 && text.charCodeAt(0) === text.charCodeAt(text.length - 1)
}

/** No white space around it: both ends are printable ASCII. */
function isTight(text: string): boolean {
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  return first > space && first < deleted && last > space && last < deleted
}

const space = 32
const deleted = 127
