import type { SqlDialect } from './sql-tokenizer.ts'
import { readSqlString } from './sql-values.ts'

/**
 * Code with `_` for each character of a string and a blank for each of a comment, so that every position stays. MySQL has strings in double
 * quotes, too, of which a single word may be a name.
 */
export function codeOf(text: string, { backslash }: SqlDialect): string {
  const mark = backslash ? /'|"(?![\p{L}\p{N}_$]+")|--|\/\*/gu : /'|--|\/\*/g
  let code = ''
  let begin = 0
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    const [sign] = found
    const isString = sign === "'" || sign === '"'
    const end = isString
      ? (readSqlString(text, found.index, backslash)?.end ?? text.length)
      : endOfComment(text, found.index)
    code += text.slice(begin, found.index) + (isString ? '_' : ' ').repeat(end - found.index)
    begin = end
    mark.lastIndex = end
  }
  return code + text.slice(begin)
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
