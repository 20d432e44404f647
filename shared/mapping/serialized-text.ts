/*
 * Objects and lists that a text holds in another form than JSON: as PHP serializes them (`a:1:{s:6:"banned";b:1;}`), and as the hstore of PostgreSQL has
 * them (`"banned"=>"1"`). Only those whose names are words are read: sessions have codes for names.
 */

/** XenForo serializes a hash, which stays the hash that it is. */
const beginning = /^(?:a:\d{1,6}:\{(?!s:4:"hash";)|O:\d{1,3}:"|"[^"\\]{1,100}"\s?=>)/
const [quote, lowerA, upperO] = [0x22, 0x61, 0x4f]

/** Whether a text begins like one of these forms, which its first character denies of nearly every text. */
export function beginsSerialized(text: string): boolean {
  const first = text.charCodeAt(0)
  return (first === quote || first === lowerA || first === upperO) && beginning.test(text)
}

/** Null: the text is in neither form, or has a name that is no word. */
export function readSerialized(text: string): object | null {
  return text.startsWith('"') ? readHstore(text) : readPhp(text)
}

const isWord = (name: string) => /^[A-Za-z_][\w .-]{0,60}$/.test(name) && !/[0-9a-f]{16}/i.test(name)

const hstorePair = /"((?:[^"\\]|\\.)*)"\s*=>\s*(?:"((?:[^"\\]|\\.)*)"|NULL)\s*(?:,\s*|$)/y

function readHstore(text: string): object | null {
  const members: [string, string | null][] = []
  hstorePair.lastIndex = 0
  while (hstorePair.lastIndex < text.length) {
    const [, name, value] = hstorePair.exec(text) ?? []
    if (name === undefined || !isWord(name)) return null
    members.push([name, value?.replaceAll(/\\(.)/gs, '$1') ?? null])
  }
  return Object.fromEntries(members)
}

/** Levels of lists and objects that are read. */
const deepest = 20

/** A value that was read, and the index behind it. */
type Read = { readonly value: unknown; readonly end: number }

function readPhp(text: string): object | null {
  const read = phpValue(text, 0, 0)
  return read !== null && read.end === text.length && typeof read.value === 'object' ? read.value : null
}

const scalar = /(?:N|b:([01])|i:(-?\d{1,20})|d:(-?[\d.]{1,40}(?:E[+-]?\d{1,4})?));/y
const opening = /(?:a|O:\d{1,3}:"[^"\n]{1,200}"):(\d{1,6}):\{/y
const length = /s:(\d{1,9}):"/y

function phpValue(text: string, at: number, depth: number): Read | null {
  const plain = matchAt(scalar, text, at)
  if (plain !== null) {
    const [all, yes, whole, decimal] = plain
    // Integers beyond the safe range keep their digits.
    const value =
      yes !== undefined
        ? yes === '1'
        : whole !== undefined
          ? numberOf(whole)
          : decimal !== undefined
            ? Number(decimal)
            : null
    return { value, end: at + all.length }
  }
  if (text.startsWith('s:', at)) return phpText(text, at)
  const open = matchAt(opening, text, at)
  return open === null || depth > deepest ? null : phpMembers(text, at + open[0].length, Number(open[1]), depth)
}

function phpMembers(text: string, from: number, count: number, depth: number): Read | null {
  const members: (readonly [string, unknown])[] = []
  let at = from
  for (let index = 0; index < count; index += 1) {
    const name = phpValue(text, at, deepest)
    const member = name === null ? null : phpValue(text, name.end, depth + 1)
    if (name === null || member === null || (typeof name.value !== 'string' && typeof name.value !== 'number'))
      return null
    // Members of a class that are not public have its name before their own.
    const own = String(name.value).replace(/^\0[^\0]*\0/, '')
    if (typeof name.value === 'string' && !isWord(own)) return null
    members.push([own, member.value])
    at = member.end
  }
  if (text[at] !== '}') return null
  const isList = members.every(([name], index) => name === String(index))
  return { value: isList && count > 0 ? members.map(([, value]) => value) : Object.fromEntries(members), end: at + 1 }
}

/** The length of a text counts its bytes in UTF-8. */
function phpText(text: string, at: number): Read | null {
  const head = matchAt(length, text, at)
  if (head === null) return null
  const start = at + head[0].length
  let end = start
  for (let left = Number(head[1]); left > 0 && end < text.length;) {
    const code = text.codePointAt(end) ?? 0
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    end += code < 0x10000 ? 1 : 2
  }
  return text.startsWith('";', end) ? { value: text.slice(start, end), end: end + 2 } : null
}

function numberOf(digits: string): number | string {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : digits
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
