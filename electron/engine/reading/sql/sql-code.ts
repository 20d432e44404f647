import type { SqlDialect } from './sql-tokenizer.ts'
import { readSqlString } from './sql-values.ts'

/** Code with `_` for each character of a string and a blank for each of a comment, so that every position stays. */
export function codeOf(text: string, { backslash }: SqlDialect): string {
  let code = ''
  let begin = 0
  for (let at = nextMark(text, 0); at !== -1; at = nextMark(text, begin)) {
    const end = text[at] === "'" ? (readSqlString(text, at, backslash)?.end ?? text.length) : endOfComment(text, at)
    code += text.slice(begin, at) + (text[at] === "'" ? '_' : ' ').repeat(end - at)
    begin = end
  }
  return code + text.slice(begin)
}

/** Where the next string or comment begins; -1: there is none. */
function nextMark(text: string, from: number): number {
  const mark = /'|--|\/\*/g
  mark.lastIndex = from
  return mark.exec(text)?.index ?? -1
}

function endOfComment(text: string, at: number): number {
  const isLine = text[at] === '-'
  const end = text.indexOf(isLine ? '\n' : '*/', at + 2)
  return end === -1 ? text.length : isLine ? end : end + 2
}

/** The index of the parenthesis that closes the one at an index of code; -1: it is never closed. */
export function closingOf(code: string, open: number): number {
  let depth = 0
  const sign = /[()]/g
  sign.lastIndex = open
  for (let found = sign.exec(code); found !== null; found = sign.exec(code)) {
    depth += found[0] === '(' ? 1 : -1
    if (depth === 0) return found.index
  }
  return -1
}

/** Code with `_` for all that stands in parentheses. */
export function withoutNested(code: string): string {
  let depth = 0
  return code.replaceAll(/[()]|[^()]+/g, (part) => {
    if (part === '(') depth += 1
    const isInside = depth > 0
    if (part === ')') depth -= 1
    return isInside ? '_'.repeat(part.length) : part
  })
}

/** The ranges between the commas of a list, outside of parentheses. */
export function partsOfList(
  code: string,
  from: number,
  to: number,
): readonly (readonly [start: number, end: number])[] {
  const flat = withoutNested(code.slice(from, to))
  const parts: (readonly [number, number])[] = []
  let start = 0
  for (let at = flat.indexOf(','); at !== -1; at = flat.indexOf(',', start)) {
    parts.push([from + start, from + at])
    start = at + 1
  }
  return [...parts, [from + start, to]]
}
