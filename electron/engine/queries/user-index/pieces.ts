import * as z from 'zod'
import { allRows, type Database, oneRow, sql, type SqlValue } from '../../document/sqlite.ts'

/** Work in steps: each `next` reads one piece. */
export type Loading<T> = Generator<void, T, void>

const bytes = z.instanceof(Uint8Array)
const idsRow = z.object({ ids: bytes.nullable() })

/** The ids that `select` lists as `ids`; none: an empty list. */
export function readIdList(database: Database, select: string, ...values: SqlValue[]): Uint32Array {
  const ids = oneRow(idsRow, sql(database, select), ...values)?.ids
  return ids === null || ids === undefined ? new Uint32Array() : readIds(ids)
}

/** An index of users: its columns in their order, and which users are wanted of it. */
type UserIndex = { readonly columns: readonly string[]; readonly where: string }

/** One piece of an index: the ids in its order, and how to read something else of the same users. */
type Piece = { readonly ids: Uint32Array; readonly read: (select: string) => unknown }

/** Reads an index of users, some at a time. */
export function* alongIndex(
  database: Database,
  { columns, where }: UserIndex,
  size: number,
): Generator<Piece, void, void> {
  const keys = [...columns, 'id']
  const named = keys.join(', ')
  let after: readonly SqlValue[] = []
  for (;;) {
    const beyond = after.length === 0 ? '' : `AND (${named}) > (${keys.map(() => '?').join(', ')})`
    const from = `(SELECT ${named} FROM user WHERE ${where} ${beyond} ORDER BY ${named} LIMIT ${size})`
    const start = after
    const ids = readIdList(database, `SELECT CAST(group_concat(id) AS BLOB) AS ids FROM ${from}`, ...start)
    const last = ids.at(-1)
    if (last === undefined) return
    yield { ids, read: (select) => sql(database, `SELECT ${select} FROM ${from}`).get(...start) }
    if (ids.length < size) return
    const next = oneRow(keyRow, sql(database, `SELECT ${named} FROM user WHERE id = ?`), last)
    // Removed in between: the next question loads everything anew.
    if (next === undefined) return
    after = keys.map((key) => next[key] ?? null)
  }
}

const keyRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/** The ids of all users in ranges: each begins after `after` and ends with `upTo`. */
export function* idRanges(
  last: number,
  size: number,
): Generator<{ readonly after: number; readonly upTo: number }, void, void> {
  for (let after = 0; after < last; after += size) yield { after, upTo: after + size }
}

/** Rows of a query with two question marks at its end, for the ids of a range. */
export function rowsOfRange<T>(
  database: Database,
  schema: z.ZodType<T>,
  select: string,
  values: readonly SqlValue[],
  { after, upTo }: { readonly after: number; readonly upTo: number },
): readonly T[] {
  return allRows(schema, sql(database, select), ...values, after, upTo)
}

/** Lists one after the other. */
export function joined(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}

/** Ids as `group_concat` writes them: decimal digits with commas between. */
export function readIds(list: Uint8Array): Uint32Array {
  const ids = new Uint32Array(countItems(list))
  let id = 0
  let at = 0
  for (let index = 0; index < list.length; index++) {
    const byte = list[index] ?? 0
    if (byte === comma) {
      ids[at++] = id
      id = 0
    } else id = id * 10 + byte - zero
  }
  if (at < ids.length) ids[at] = id
  return ids
}

export const comma = 44
export const zero = 48

function countItems(list: Uint8Array): number {
  if (list.length === 0) return 0
  let items = 1
  for (let index = 0; index < list.length; index++) if (list[index] === comma) items += 1
  return items
}

/** The users in the order of the export: a place counts from 0, its id is the user's. */
export type Places = {
  readonly count: number
  /** The largest id; 0 without users. */
  readonly last: number
  readonly idAt: (place: number) => number
  /** The place of an id; -1 for one that is no user's. */
  readonly of: (id: number) => number
}

/** Places of ids in any order, each once. */
export function placesOf(groups: readonly Uint32Array[]): Places {
  const count = groups.reduce((sum, ids) => sum + ids.length, 0)
  let first = Number.POSITIVE_INFINITY
  let last = 0
  for (const ids of groups) {
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] ?? 0
      if (id < first) first = id
      if (id > last) last = id
    }
  }
  if (last - first + 1 === count) return withoutGaps(first, count)
  const sorted = new Uint32Array(count)
  let at = 0
  for (const ids of groups) {
    sorted.set(ids, at)
    at += ids.length
  }
  return withGaps(sorted.sort())
}

/** As it is unless a file was removed again. */
function withoutGaps(first: number, count: number): Places {
  return {
    count,
    last: count === 0 ? 0 : first + count - 1,
    idAt: (place) => first + place,
    of: (id) => (id >= first && id < first + count ? id - first : -1),
  }
}

function withGaps(sorted: Uint32Array): Places {
  return {
    count: sorted.length,
    last: sorted.at(-1) ?? 0,
    idAt: (place) => sorted[place] ?? 0,
    of: (id) => {
      let low = 0
      let high = sorted.length - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if ((sorted[middle] ?? 0) < id) low = middle + 1
        else high = middle
      }
      return sorted[low] === id ? low : -1
    },
  }
}

/** Texts of users, one per line, and whose they are. */
export type TextLines = { readonly text: string; readonly starts: Uint32Array; readonly places: Uint32Array }

/** Null when the lines are not as many as the users: then nothing here can be told apart. */
export function textLines(text: string, places: Uint32Array): TextLines | null {
  const starts = new Uint32Array(places.length)
  if (places.length === 0) return text === '' ? { text, starts, places } : null
  let line = 1
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    if (line >= starts.length) return null
    starts[line++] = end + 1
  }
  return line === starts.length ? { text, starts, places } : null
}

/** As SQLite's LIKE compares: only the letters of ASCII are the same in small and capital. */
export function smallLetters(words: string): string {
  return words.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase()).replaceAll('\n', ' ')
}

/** Marks the users whose text contains `words`, which are in small letters. */
export function markMatches({ text, starts, places }: TextLines, words: string, marks: Uint8Array): void {
  let line = 0
  for (let found = text.indexOf(words); found >= 0;) {
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= found) line += 1
    marks[places[line] ?? 0] = 1
    if (line + 1 >= starts.length) return
    found = text.indexOf(words, starts[line + 1])
  }
}
