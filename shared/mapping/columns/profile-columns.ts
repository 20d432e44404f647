import { isComputed, isComputedTime } from '../../computed-value.ts'
import type { SourceRecord } from '../export-format.ts'
import { booleanOf, textOf, withoutTextMark } from '../cell.ts'
import { shownName } from '../shown/shown-name.ts'
import { maskSample } from '../shown/mask-sample.ts'
import { holdsPasswordOf } from '../rows/attribute-rows.ts'
import { pairsOf, readEmbedded } from '../value-at.ts'

/** One column with its values' profile. */
export type ColumnProfile = {
  readonly path: string
  /**
   * The values that are there, as text, unmasked and cut to `maxValue`: for judging, not for showing. What is computed is none of them, unless
   * all of the column is.
   */
  readonly values: readonly string[]
  /** How many records were looked at, without those whose value is computed beside others that are not. */
  readonly records: number
  /** Up to three distinct values as they may be shown. */
  readonly samples: readonly string[]
}

/** Objects within objects, the last of which are not opened. */
export const deepest = 6
const maxColumns = 400

/** Characters of a value that are judged. Nothing that a user logs in with is longer, and no expression sees more. */
const maxValue = 1000

/**
 * The columns of a sample in the order they appear: the header's, or the paths of JSON. Objects are opened, lists by
 * their first element, lists of name and value pairs by name, and JSON inside a text as well. A name
 * that is a secret is masked.
 */
export function profileColumns(
  records: readonly SourceRecord[],
  header: readonly string[] | null,
): readonly ColumnProfile[] {
  const before = profiled.get(records)
  if (before !== undefined && before.header === header && before.length === records.length) return before.columns
  const columns = profile(records, header)
  profiled.set(records, { header, length: records.length, columns })
  return columns
}

/** Many ask about one sample. `length`: a sample that is still being read grows. */
const profiled = new WeakMap<
  readonly SourceRecord[],
  {
    readonly header: readonly string[] | null
    readonly length: number
    readonly columns: readonly ColumnProfile[]
  }
>()

function profile(records: readonly SourceRecord[], header: readonly string[] | null): readonly ColumnProfile[] {
  const found = new Map<string, Texts>()
  /** Columns of which a cell holds an object or a list: its members are the columns. */
  const opened = new Set<string>()
  const add = (path: string, value: unknown) => {
    if (!found.has(path) && found.size >= maxColumns) return
    const texts = found.get(path) ?? noTexts()
    const cell = textOf(value)
    const text = cell !== null && /^'\+?\d/.test(cell) ? withoutTextMark(cell) : cell
    const isUnknown = isComputed(value) && !isComputedTime(value)
    if (text !== null) (isUnknown ? texts.computed : texts.known).push(text.slice(0, maxValue))
    found.set(path, texts)
  }
  for (const name of header ?? []) found.set(name, noTexts())
  const marks = marksOf(records)
  for (const record of records) {
    for (const [name, value] of Object.entries(record)) {
      const path = shownName(name)
      walk(path, value, 1, { add, marks })
      if (!opened.has(path) && typeof value === 'string' && isOpened(value)) opened.add(path)
    }
  }
  const arePasswords = (path: string) => records.some((record) => holdsPasswordOf(record, path))
  return [...found]
    .filter(
      ([path, { known, computed }]) =>
        path !== '' && path.length <= 500 && (known.length + computed.length > 0 || !opened.has(path)),
    )
    .map(([path, { known, computed }]) => {
      const values = known.length > 0 ? withoutDashes(known) : computed
      return {
        path,
        values,
        records: known.length > 0 ? records.length - computed.length : records.length,
        samples: samplesOf(
          arePasswords(path) ? 'password' : path,
          known.length > 0 ? [...values, ...computed] : values,
        ),
      }
    })
}

/** The texts of a column; `computed`: in place of values that are not in the file, but for times, which are known to be such. */
type Texts = { readonly known: string[]; readonly computed: string[] }

function noTexts(): Texts {
  return { known: [], computed: [] }
}

/** A dash stands for nothing, except beside other signs, such as a plus. */
function withoutDashes(values: readonly string[]): readonly string[] {
  if (!values.some(isDash) || values.some((value) => value.length < 3 && !isDash(value))) return values
  return values.filter((value) => !isDash(value))
}

/** Whether a text is a dash, or several, in place of a value. */
export function isDash(value: string): boolean {
  return /^\s*[-–—−_一]{1,5}\s*$/u.test(value)
}

/** Whether a cell holds an object or a list with something in it. */
function isOpened(value: string): boolean {
  const inside = readEmbedded(value)
  return typeof inside === 'object' && inside !== null && Object.keys(inside).length > 0
}

/** Whether columns have numbers in place of names; those within JSON in a cell have paths below them. */
export function isNumbered(header: readonly string[] | null, paths: readonly string[]): boolean {
  return header === null && paths.every((path) => /^\d{1,5}(?:[.[]|$)/.test(path))
}

/** `marks`: the fields that mark the main elements of lists, by the paths of the lists. */
type Walk = {
  readonly add: (path: string, value: unknown) => void
  readonly marks: ReadonlyMap<string, string>
}

/** Finds lists of which the main element is not always the first one: `emails[primary]`. */
function marksOf(records: readonly SourceRecord[]): ReadonlyMap<string, string> {
  const marks = new Map<string, string>()
  const look = (path: string, value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth >= deepest) return
    if (!Array.isArray(value)) {
      for (const [name, member] of Object.entries(value)) look(`${path}.${shownName(name)}`, member, depth + 1)
      return
    }
    const [first, ...others] = value.map((one: unknown) => mainMark(one))
    const other = others.find((mark) => mark !== null)
    if (first === null && other !== undefined && other !== null) marks.set(path, other)
  }
  for (const record of records) for (const [name, value] of Object.entries(record)) look(shownName(name), value, 1)
  return marks
}

/** The field that marks an element as the main one of its list; null: none does. */
function mainMark(element: unknown): string | null {
  if (typeof element !== 'object' || element === null) return null
  const mark = Object.entries(element).find(
    ([name, value]) => /^(?:is_?)?primary$/i.test(name) && booleanOf(value) === true,
  )
  return mark?.[0] ?? null
}

function walk(path: string, value: unknown, depth: number, within: Walk): void {
  const { add, marks } = within
  const inside = typeof value === 'string' ? readEmbedded(value) : value
  if (typeof inside !== 'object' || inside === null || isComputed(inside) || depth >= deepest) {
    add(path, value)
    return
  }
  if (!Array.isArray(inside)) {
    const members = Object.entries(inside)
    if (members.length === 0) add(path, null)
    for (const [name, member] of members) walk(`${path}.${shownName(name)}`, member, depth + 1, within)
    return
  }
  const pairs = pairsOf(inside)
  const mark = marks.get(path)
  const list: readonly unknown[] = inside
  const first = mark === undefined ? list[0] : (list.find((one) => mainMark(one) !== null) ?? list[0])
  if (pairs !== null) for (const [name, member] of pairs) walk(`${path}.${shownName(name)}`, member, depth + 1, within)
  else if (typeof first === 'object' && first !== null) walk(`${path}[${mark ?? 0}]`, first, depth + 1, within)
  else add(path, inside)
}

function samplesOf(path: string, values: readonly string[]): string[] {
  const samples = new Set<string>()
  for (const value of new Set(values)) {
    samples.add(maskSample(path, value))
    if (samples.size === 3) break
  }
  return [...samples]
}
