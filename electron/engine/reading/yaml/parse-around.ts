import { blank, membersNamedTwice, type Span, withoutRepeatedLines } from './named-twice.ts'
import { parseYaml, type YamlText } from './parse-yaml.ts'
import { findUsers } from './yaml-users.ts'

/* A YAML text with a fault in one of its entries: this entry is left out, and the others are read. */

/** An entry that could not be parsed, with the place of its fault. */
export type LostEntry = { readonly at: number; readonly reason: string; readonly span: Span }

/** A parsed text and its entries that could not be parsed. */
export type PartlyParsed = { readonly yaml: YamlText; readonly lost: readonly LostEntry[] }

/** Parses a text, without the entries that cannot be. A fault that leaves no record whole is that of the text, as is one between brackets. */
export function parseAround(text: string): PartlyParsed {
  const whole = parseYaml(text)
  if (whole.kind === 'documents' || text.length > maxLength || /^[\uFEFF\s]*[{[]/.test(text))
    return { yaml: whole, lost: [] }
  const lost: LostEntry[] = []
  let rest = (whole.isTwice === true ? withoutRepeatedLines(text) : null) ?? text
  let yaml: YamlText = rest === text ? whole : parseYaml(rest)
  for (let tries = 0; yaml.kind === 'fault' && tries < maxLost; tries += 1) {
    const { at, reason } = yaml
    const faulty = faultyPart(rest, yaml)
    if (faulty === null) return { yaml: whole, lost: [] }
    lost.push(...faulty.lost.map((span) => ({ at: span.from > at || span.end <= at ? span.from : at, reason, span })))
    rest = faulty.spans.reduce(without, rest)
    yaml = parseYaml(rest)
  }
  return yaml.kind === 'documents'
    ? { yaml, lost: lost.toSorted((one, other) => one.at - other.at) }
    : { yaml: whole, lost: [] }
}

/** `spans`: the parts that a text is parsed without because of one fault; `lost`: those that are no repetition. Null: no record is whole without them. */
function faultyPart(
  text: string,
  { at, isTwice }: Extract<YamlText, { kind: 'fault' }>,
): { readonly spans: readonly Span[]; readonly lost: readonly Span[] } | null {
  const entry = faultyEntry(text, at)
  const isOfName = entry !== null && !text.slice(entry.from, at).includes('\n') && isTwice === true
  if (entry !== null && !isOfName) return { spans: [entry], lost: [entry] }
  const twice = isTwice === true ? membersNamedTwice(text, at) : null
  if (twice === null) return null
  const { first, second } = twice
  const textOf = (span: Span) => text.slice(span.from, span.end).trim()
  if (textOf(first) === textOf(second)) return { spans: [second], lost: [] }
  // Of two entries with one name, nothing says which one counts. Neither may hold all records.
  return indentOfRecords(without(without(text, first), second)) === null
    ? null
    : { spans: [first, second], lost: [first, second] }
}

/** A text is parsed again for each entry that is left out. */
const [maxLength, maxLost] = [1024 * 1024, 20]

/** The lines of the entry around a fault: as far in as the records before it, or after it. */
function faultyEntry(text: string, at: number): Span | null {
  const entries = entriesAround(text, at)
  const before = entries.find(({ from, indent }) => indentOfRecords(text.slice(0, from)) === indent)
  if (before !== undefined) return before
  const after = entries.find((entry) => {
    const next = text.slice(0, endOf(text, entry.end, entry.end, entry.indent))
    return indentOfRecords(without(next, entry)) === entry.indent
  })
  return after ?? null
}

/** The lines that a fault may belong to, from its own line outwards. */
function entriesAround(text: string, at: number): readonly (Span & { readonly indent: number })[] {
  const found: (Span & { readonly indent: number })[] = []
  let start = text.lastIndexOf('\n', Math.max(at - 1, 0)) + 1
  let least = Infinity
  for (let lines = 0; lines < maxLines; lines += 1) {
    const indent = indentOf(text, start)
    if (indent !== null && indent < least) {
      found.push({ from: start, end: endOf(text, start, at, indent), indent })
      least = indent
    }
    if (start === 0 || least === 0) break
    start = text.lastIndexOf('\n', start - 2) + 1
  }
  return found
}

const maxLines = 1000

/** Where the next entry begins that is as far in. */
function endOf(text: string, from: number, at: number, indent: number): number {
  for (let line = text.indexOf('\n', Math.max(from, at)) + 1; line > 0; line = text.indexOf('\n', line) + 1) {
    const own = indentOf(text, line)
    if (own !== null && own <= indent) return line
  }
  return text.length
}

/** The blanks before a line; null: it is empty or a comment. */
function indentOf(text: string, start: number): number | null {
  const [, blanks = '', first = ''] = /^([ \t]*)([^\r\n]?)/.exec(text.slice(start, start + maxIndent)) ?? []
  return first === '' || first === '#' ? null : blanks.length
}

const maxIndent = 400

/** How far in the last record of a text is; null: it cannot be parsed, or has none. */
function indentOfRecords(text: string): number | null {
  const yaml = parseYaml(text)
  if (yaml.kind === 'fault') return null
  const last = yaml.documents.flatMap((document) => findUsers(document).records).at(-1)
  const place = typeof last?.value === 'object' && last.value !== null ? yaml.places.get(last.value) : undefined
  if (last === undefined || place === undefined) return null
  if (yaml.documents.includes(last.value)) return null
  const at = last.name === null ? place : text.lastIndexOf(last.name, place)
  return indentOf(text, text.lastIndexOf('\n', at) + 1)
}

function without(text: string, { from, end }: Span): string {
  return text.slice(0, from) + blank(text.slice(from, end)) + text.slice(end)
}
