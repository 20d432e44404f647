/*
 * Members of one name in an object of a YAML text. Where both have the same text, one is enough; else nothing says which one counts.
 */

export type Span = { readonly from: number; readonly end: number }

type Line = Span & { readonly indent: number; readonly key: string; readonly text: string }

/** Blanks each line that says once more what a line of the same object says, so that all places stay; null: there is none, or texts run over several lines. */
export function withoutRepeatedLines(text: string): string | null {
  const lines = linesOf(text)
  if (lines === null) return null
  const open: { readonly indent: number; readonly said: Map<string, string> }[] = []
  const parts: string[] = []
  let end = 0
  for (const [at, line] of lines.entries()) {
    // Another document, or an element of a list, begins another object.
    if (/^(?:---|\.\.\.)/.test(line.text) && line.key === '') open.length = 0
    if (line.isElement) while ((open.at(-1)?.indent ?? -1) >= line.indent) open.pop()
    while ((open.at(-1)?.indent ?? -1) > line.indent) open.pop()
    if (open.at(-1)?.indent !== line.indent) open.push({ indent: line.indent, said: new Map() })
    const said = open.at(-1)?.said
    const isLeaf = (lines[at + 1]?.indent ?? 0) <= line.indent && !line.text.endsWith(':')
    if (isLeaf && said?.get(line.key) === line.text) {
      parts.push(text.slice(end, line.from), blank(text.slice(line.from, line.end)))
      end = line.end
    } else if (line.key !== '') said?.set(line.key, line.text)
  }
  return parts.length === 0 ? null : parts.join('') + text.slice(end)
}

/** The spans of both members of one name, of which the second one has a fault at its name; null: they are not found. */
export function membersNamedTwice(text: string, at: number): { readonly first: Span; readonly second: Span } | null {
  const lines = linesOf(text)
  if (lines === null) return null
  const index = lines.findIndex(({ from, end }) => from <= at && at < end)
  const line = lines[index]
  if (line === undefined || line.key === '') return null
  for (let before = index - 1; before >= 0; before -= 1) {
    const other = lines[before]
    if (other === undefined || other.indent < line.indent) return null
    if (other.indent === line.indent && other.key === line.key)
      return { first: spanAt(lines, before, text), second: spanAt(lines, index, text) }
    if (other.indent === line.indent && other.isElement) return null
  }
  return null
}

export function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, ' ')
}

/** A member with the lines that are further in. */
function spanAt(lines: readonly Line[], at: number, text: string): Span {
  const line = lines[at]
  const next = lines.findIndex((other, index) => index > at && other.indent <= (line?.indent ?? 0))
  return { from: line?.from ?? 0, end: lines[next]?.from ?? text.length }
}

const keyOfLine = /^([ \t]*)((?:-[ \t]+)*)("[^"\n]{1,200}"|'[^'\n]{1,200}'|[^\s"'#&*!|>%@`:][^:\n]{0,200}):(?=\s|$)/
const beginsBlock = /[|>][+-]?\d?[+-]?\s*$/
const beginsText = /:[ \t]+(?:"(?:[^"\\\n]|\\.)*|'[^'\n]*)$/

/** The lines that have a text; null: a text in quotation marks runs over several. A key behind the dash of a list is as far in as those below it. */
function linesOf(text: string): readonly (Line & { readonly isElement: boolean })[] | null {
  const found: (Line & { readonly isElement: boolean })[] = []
  let block: number | null = null
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const [line] = match
    const own = line.length - line.trimStart().length
    if (line.trim() === '' || (block !== null && own > block)) continue
    block = null
    if (line.trimStart().startsWith('#')) continue
    if (beginsText.test(line)) return null
    const [, blanks = '', dashes = '', key = ''] = keyOfLine.exec(line) ?? []
    const from = match.index + (key === '' ? 0 : blanks.length + dashes.length)
    if (beginsBlock.test(line)) block = own
    found.push({
      from,
      end: match.index + line.length,
      indent: key === '' ? own : blanks.length + dashes.length,
      key,
      text: text.slice(from, match.index + line.length).trimEnd(),
      isElement: /^[ \t]*-(?:\s|$)/.test(line),
    })
  }
  return found
}
