import { textIn } from './records.ts'
import type { JsonObject } from '../source.ts'
import type { Refusal } from './refusal.ts'

/*
 * Pages by offset, of a list that users join and leave while it is read. Each page begins with the last user of the
 * page before: if another user is found there, the list has moved, and the page before is read again. Repeated users
 * are recognised by their ids; a user is missed only if more users than a page holds were deleted between two pages.
 */

/** Where a page begins, and who stands before it; empty: that is not known. */
export type Place = { readonly offset: number; readonly before: string }

export type Shifting = { readonly kind: 'page'; readonly records: readonly JsonObject[]; readonly next: Place | null }

/** `list` hands out users from a position. `total`: positions in the list, where that is known. */
export async function shiftingPage(
  { offset, before }: Place,
  size: number,
  total: number | null,
  list: (
    first: number,
    max: number,
  ) => Promise<{ readonly kind: 'value'; readonly value: readonly JsonObject[] } | Refusal>,
): Promise<Shifting | Refusal> {
  const checks = before !== '' && offset > 0
  const read = checks ? await list(offset - 1, size + 1) : await list(offset, size)
  if (read.kind !== 'value') return read
  if (!checks) return pageOf(read.value, offset, size, total)
  if (idOf(read.value[0]) === before) return pageOf(read.value.slice(1), offset, size, total)
  const start = Math.max(0, offset - size)
  const again = await list(start, offset - start)
  if (again.kind !== 'value') return again
  const last = idOf(again.value.at(-1))
  // The same as before: that user moved away and came back, and one more look would not tell more.
  const known = again.value.length === offset - start && last !== before ? last : ''
  return { kind: 'page', records: again.value, next: { offset, before: known } }
}

/** A page that is not full is no end: users that may not be seen are left out of it, behind their positions. */
function pageOf(records: readonly JsonObject[], offset: number, size: number, total: number | null): Shifting {
  const next = offset + size
  if (records.length === 0 && next >= (total ?? 0)) return { kind: 'page', records, next: null }
  return { kind: 'page', records, next: { offset: next, before: records.length === size ? idOf(records.at(-1)) : '' } }
}

function idOf(record: JsonObject | undefined): string {
  return record === undefined ? '' : (textIn(record, 'id') ?? '')
}
