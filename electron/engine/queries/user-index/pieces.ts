import * as z from 'zod'
import { allRows, type Database, oneRow, sql, type SqlValue } from '../../document/sqlite.ts'

/*
 * Lists of all users in pieces. SQLite hands over a list of many rows as one value many times faster than row by row, but
 * a value has a largest size (`sqlite-driver.ts`), a text of JavaScript has another, and a question waits for all of it.
 */

/** Users in one piece: more than a kilobyte of text for each of them fits the largest value. */
export const usersPerPiece = 100_000

/** Work in steps: each `next` reads one piece. */
export type Loading<T> = Generator<void, T, void>

/** Does the rest of the work in one go. */
export function finish<T>(loading: Loading<T>): T {
  for (;;) {
    const step = loading.next()
    if (step.done === true) return step.value
  }
}

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

/** Goes along an index of users, some at a time. */
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
