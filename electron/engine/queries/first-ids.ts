import * as z from 'zod'
import type { UserSort } from '../../../shared/ipc/views.ts'
import { allRows } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

/** An index is followed so far from its beginning; what lies beyond comes from the columns in memory. */
const maxFollowed = 5000

const idRow = z.object({ id: z.number() })

const byEmail = { where: 'email IS NOT NULL', keys: ['email', 'password_claim', 'id'] }

/** The index that has the users of a column in the order of the columns in memory, each way. */
const indexes: { readonly [K in UserSort['by']]?: { readonly where: string; readonly keys: readonly string[] } } = {
  place: { where: 'id > 0', keys: ['id'] },
  email: byEmail,
  phone: { where: 'phone IS NOT NULL', keys: ['phone', 'id'] },
  sourceId: { where: 'source_id IS NOT NULL', keys: ['source_id', 'id'] },
  // Who has no email follows those who have one.
  label: byEmail,
}

type Range = { readonly from: number; readonly limit: number }

/**
 * The ids of one of the first pages of all users, straight from an index, without loading a column of all users. Null:
 * the page needs the columns in memory. `isIndexed`: the document is planned.
 */
export function firstIds(
  database: Database,
  { by, descending }: UserSort,
  isIndexed: boolean,
  { from, limit }: Range,
): readonly number[] | null {
  const index = indexes[by]
  if (index === undefined || from + limit > maxFollowed) return null
  // While users are read or planned, indexes are missing and pages come in the order of the export.
  if (!isIndexed && (by !== 'place' || descending)) return null
  // Those without an email come first when the order by label is turned.
  if (by === 'label' && descending) return null
  const order = index.keys.map((key) => `${key} ${descending ? 'DESC' : 'ASC'}`).join(', ')
  const text = `SELECT id FROM user WHERE ${index.where} ORDER BY ${order} LIMIT ? OFFSET ?`
  const ids = allRows(idRow, sql(database, text), limit, from).map(({ id }) => id)
  // Who has no value comes last: a page that reaches there is made of the columns.
  return by === 'place' || ids.length === limit ? ids : null
}
