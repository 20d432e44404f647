import type { JsonObject } from '../../source.ts'
import { digestRows, firstRows, keyOf, parseCursor, type RowCursor, wrongKey } from './row-cursor.ts'
import type { UserStatement } from './user-statement.ts'

/** The place that a cursor means; null: it means none. */
export function placeAt(at: string | null, { key }: UserStatement): RowCursor | null {
  if (at !== null) return parseCursor(at)
  return key.length === 0 ? firstRows : { after: [] }
}

/** The cursor after some rows. */
export function placeAfter(from: RowCursor, records: readonly JsonObject[], { key }: UserStatement): string {
  if ('skip' in from)
    return JSON.stringify({ skip: from.skip + records.length, digest: digestRows(from.digest, records) })
  const last = records.at(-1)
  return JSON.stringify({ after: (last === undefined ? null : keyOf(last, key)) ?? from.after })
}

/** Why fetching cannot go on by the key that the operator named; null: it can. */
export function keyFault(from: RowCursor, records: readonly JsonObject[], statement: UserStatement): string | null {
  if (!statement.isKeyChecked || !('after' in from)) return null
  return wrongKey(records, statement.key, from.after.length === 0 ? null : from.after)
}

/** Sentences about cursors. */
export const damagedPlace = 'The journal does not say where to continue. Start again with another file name.'
export const changedRows =
  'The rows that were fetched are not the same any more, and without a key they cannot be told apart. Start again with another file name, or name a column with --key.'
export const newSnapshot =
  'Fetched in more than one snapshot: users who changed between them are as of one or the other, and users who were added meanwhile may be missing. If that matters, fetch again without an interruption.'

/** Said of a key by which users could be left out. */
export function sameForServer(key: UserStatement['key']): string {
  const name = key.map((one) => one.name).join(', ')
  return `The server takes the key ${name} for the same in several rows. Start again with another file name and a column that is unique, or leave --key out.`
}
