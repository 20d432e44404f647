import { bookCells, type ControlBook, hashTails } from '../control-totals/control-book.ts'
import { countLogins, type Logins } from '../control-totals/login-scan.ts'
import { createLineCounter } from '../cursor.ts'
import type { Span } from './named-twice.ts'
import type { LostEntry } from './parse-around.ts'
import type { YamlText } from './parse-yaml.ts'
import type { Found } from './found.ts'

/* Places of records in the text of a YAML file, and the logins in the text of each. */

/** Creates a function that takes the entries that could not be parsed before a place of the text. */
export function lostEntries(lost: readonly LostEntry[]): (before: number) => readonly LostEntry[] {
  const left = [...lost]
  return (before) => left.splice(0, left.findLastIndex(({ at }) => at < before) + 1)
}

/** In the order of the text. What has no place of its own stays behind the one before it. */
export function inOrder<F extends Found>(found: readonly F[], places: WeakMap<object, number>): readonly F[] {
  if (found.every(({ list }) => list === undefined)) return found
  let before = 0
  return found
    .map((one) => {
      const place: unknown = one.from ?? one.value
      if (typeof place === 'object' && place !== null) before = places.get(place) ?? before
      return { one, at: before }
    })
    .toSorted((first, other) => first.at - other.at)
    .map(({ one }) => one)
}

/** Creates a function that finds a record in the text. Call it in the order of the text; null: it is an alias, or has no place. */
export function spansIn(
  text: string,
  { places: starts, ends }: Extract<YamlText, { kind: 'documents' }>,
  lost: readonly LostEntry[],
): (found: Found) => Span | null {
  let behind = 0
  /** The place of a string, which follows its key. */
  const ofString = (name: string, value: string, after: number): Span | null => {
    const from = text.indexOf(name, after)
    if (from === -1) return null
    const inside = text.indexOf(value, from + name.length)
    const line = text.indexOf('\n', from)
    return { from, end: inside === -1 ? (line === -1 ? text.length : line) : inside + value.length }
  }
  const find = ({ value, name, keys, isEncoded, from }: Found): Span | null => {
    if (isEncoded === true) return null
    const place: unknown = from ?? value
    if (keys !== undefined) {
      const spans = keys.map((key) => ofString(key, '', behind)).filter((span) => span !== null)
      if (spans.length === 0) return null
      const last = Math.max(...spans.map(({ from }) => from))
      const line = text.indexOf('\n', last)
      return { from: Math.min(...spans.map(({ from }) => from)), end: line === -1 ? text.length : line }
    }
    if (typeof value === 'string') return name === null ? null : ofString(name, value, behind)
    if (typeof place !== 'object' || place === null) return null
    const [at, end] = [starts.get(place), ends.get(place)]
    // The text of an alias was counted where its anchor is.
    if (at === undefined || end === undefined || at < behind) return null
    const named = name === null ? at : text.lastIndexOf(name, at)
    return { from: named < behind ? at : named, end }
  }
  return (found) => {
    const whole = find(found)
    if (whole === null) return null
    // The parser ends an entry where the next one begins, behind those that were left out.
    const next = lost.find(({ span }) => span.from > whole.from && span.from < whole.end)
    const span = next === undefined ? whole : { ...whole, end: next.span.from }
    behind = span.end
    return span
  }
}

/**
 * Takes the logins in the text of each record, its key included, in the order of the text. `variables`: those whose values the record has.
 * Their logins stand once in the text, before all records or behind them, and belong to the users that have them.
 */
export function bookRecords(book: ControlBook, text: string, placeOf: (at: number) => At) {
  let before: Logins | null = null
  const used = new Map<string, string>()
  return {
    take: (
      { from, end }: Span,
      variables: ReadonlyMap<string, string> | null,
      keys: readonly string[] = [],
    ): Logins => {
      const start = placeOf(from).offset
      if (variables !== null) before ??= book.take(0, start)
      for (const [name, value] of variables ?? []) used.set(name, value)
      const logins = book.take(start, placeOf(end).offset)
      const comments = hashTails(text.slice(from, end))
      const rest = bookCells.aside(book, { kind: 'comment', name: null }, comments, logins, start)
      // The name of a user stands in each of its keys.
      return bookCells.aside(book, { kind: 'users', name: null }, keys.slice(1).join('\n'), rest, start)
    },
    end: () => {
      if (before === null) return
      const values = [...used.values()].join('\n')
      const rest = bookCells.aside(book, { kind: 'users', name: null }, values, before, 0)
      book.book({ kind: 'beside', name: 'variables' }, rest, () => 0)
      const [all, left] = [
        countLogins(values),
        { emails: before.emails - rest.emails, hashes: before.hashes - rest.hashes },
      ]
      if (all.emails <= left.emails && all.hashes <= left.hashes) return
      const behind = bookCells.aside(book, { kind: 'users', name: null }, values, book.take(0, Infinity), 0)
      book.book({ kind: 'beside', name: null }, behind, () => 0)
    },
  }
}

/** A place in the file. */
export type At = { readonly line: number; readonly offset: number }

/** Creates a function that turns an index of the text into a place in the file. Call it with rising indexes. `latin1`: each character was one byte. */
export function places(text: string, start: number, encoding: 'utf8' | 'latin1'): (at: number) => At {
  const lines = createLineCounter()
  let counted = 0
  let offset = start
  return (at) => {
    if (at > counted) {
      const bytes = Buffer.from(text.slice(counted, at), encoding)
      lines.pass(bytes, 0, bytes.length)
      counted = at
      offset += bytes.length
    }
    return { line: lines.line(), offset }
  }
}
