/* The first fault in a text that is no JSON: its place, its kind, and the correction. The parser of the engine quotes the text, and names a place for some faults alone. */

/** `at`: the index of the fault in the text. */
export type JsonFault = { readonly at: number; readonly text: string }

/** The first fault of a text; null: this grammar finds none. `calls`: a sticky pattern of calls that stand for values. */
export function jsonFault(text: string, calls: RegExp): JsonFault | null {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at = afterBlanks(text, at)
    const sign = text[at]
    if (sign === undefined) return expected === 'separator' && open.length === 0 ? null : { at, text: faults.end }
    if (expected === 'colon') {
      if (sign !== ':') return { at, text: faults.colon }
      expected = 'value'
      at += 1
    } else if (expected === 'separator') {
      const around = open.at(-1)
      if (sign === ',' && around !== undefined) expected = around === '{' ? 'name' : 'value'
      else if (around !== undefined && sign === closing[around]) open.pop()
      else return { at, text: faultBetween(text, at) }
      at += 1
    } else if (sign === '"') {
      const end = endOfText(text, at)
      if (typeof end !== 'number') return end
      expected = expected === 'name' ? 'colon' : 'separator'
      at = end
    } else if ((sign === '}' || sign === ']') && sign === closing[open.at(-1) ?? '']) {
      if (lastSign(text, at) === ',') return { at, text: faults.lastComma }
      if (lastSign(text, at) === ':') return { at, text: faults.value }
      open.pop()
      expected = 'separator'
      at += 1
    } else if (expected === 'name') {
      return { at, text: faults.name }
    } else if (sign === '{' || sign === '[') {
      open.push(sign)
      expected = sign === '{' ? 'name' : 'value'
      at += 1
    } else {
      const end = endOfWord(text, at, word) ?? endOfWord(text, at, calls)
      if (end === null) return { at, text: faultOfValue(text, at) }
      expected = 'separator'
      at = end
    }
  }
}

type Expected = 'value' | 'name' | 'colon' | 'separator'

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

const again = 'or export the file again.'
const faults = {
  end: `it ends before its last bracket. Export the file again.`,
  colon: `a colon is missing behind the name of a field. Add it, ${again}`,
  comma: `a comma is missing between two values. Add it, ${again}`,
  quote: `a text ends before its value does. Write \\" for a quotation mark within a text, ${again}`,
  bracket: `a bracket closes what another kind of bracket opened. Correct it, ${again}`,
  lastComma: `a comma stands before a closing bracket. Remove it, ${again}`,
  name: `the name of a field is not in double quotation marks. Write it in such, ${again}`,
  value: `a value is missing. Write null in its place, ${again}`,
  single: `a text is in other quotation marks than double ones. Write it in such, ${again}`,
  zero: `a number begins with 0. Write it in quotation marks, ${again}`,
  number: `a number is not written as JSON has numbers. Write it in quotation marks, ${again}`,
  word: `a word stands in place of a value. Write it in quotation marks, ${again}`,
  sign: `a sign stands in place of a value. Remove it, ${again}`,
  escape: `a backslash in a text stands before a sign that it cannot escape. Write two backslashes for one, ${again}`,
  control: `a text has a line end, a tab or another control character. Write \\n or \\t for it, ${again}`,
} as const

/** The fault where a comma or a closing bracket is expected. */
function faultBetween(text: string, at: number): string {
  const isBehindText = lastSign(text, at) === '"'
  if (/["{[]/.test(text[at] ?? '')) return faults.comma
  if (/[}\]]/.test(text[at] ?? '')) return faults.bracket
  return isBehindText ? faults.quote : faults.comma
}

function faultOfValue(text: string, at: number): string {
  const start = text.slice(at, at + 8)
  if (/^-?0\d/.test(start)) return faults.zero
  if (/^[-+.]?\d|^-?\.\d/.test(start)) return faults.number
  if (/^[-+]?[\p{L}_$]/u.test(start)) return faults.word
  if (/^['`“”‘’]/.test(start)) return faults.single
  return /^[,}\]]/.test(start) ? faults.value : faults.sign
}

function afterBlanks(text: string, from: number): number {
  let at = from
  while (isBlank(text[at])) at += 1
  return at
}

function isBlank(sign: string | undefined): boolean {
  return sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t'
}

/** The last sign before a place, blanks aside. */
function lastSign(text: string, before: number): string | undefined {
  let at = before - 1
  while (isBlank(text[at])) at -= 1
  return text[at]
}

/** The index behind a text in quotation marks, or its fault. */
function endOfText(text: string, start: number): number | JsonFault {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '"') return at + 1
    if (sign < ' ') return { at, text: faults.control }
    if (sign !== '\\') continue
    escape.lastIndex = at
    if (!escape.test(text)) return { at, text: faults.escape }
    at += 1
  }
  return { at: start, text: faults.end }
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** The index behind a value that a sticky pattern finds; null: there is none. */
function endOfWord(text: string, start: number, pattern: RegExp): number | null {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : null
}

/** A number, `true`, `false` or `null`. */
const word = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y
