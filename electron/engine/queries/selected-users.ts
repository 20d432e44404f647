import * as z from 'zod'
import type { Scope } from '../../../shared/ipc/contract.ts'
import { allRows } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { filterUsers } from './users-filter.ts'

/** Users selected in a table: by name, or all users of a filter except for a few. */
export type SelectedScope = Extract<Scope, { kind: 'users' | 'filter' }>

const idRow = z.object({ id: z.number() })

/** The next `limit` selected users after the one with this id, by their ids. An empty list: there are no more. */
export function selectedIds(
  database: Database,
  targetId: number,
  scope: SelectedScope,
  after: number,
  limit: number,
): readonly number[] {
  if (scope.kind === 'users') {
    const wanted = scope.ids.filter((id) => id > after).toSorted((a, b) => a - b)
    const text = 'SELECT id FROM user WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?'
    return allRows(idRow, sql(database, text), JSON.stringify(wanted), limit).map(({ id }) => id)
  }
  const { from, where, id } = filterUsers(scope.filter, targetId)
  const text = `SELECT ${id} AS id FROM ${from.sql} WHERE ${where.sql} AND ${id} > ?
    AND ${id} NOT IN (SELECT value FROM json_each(?)) ORDER BY ${id} LIMIT ?`
  const except = JSON.stringify(scope.except)
  return allRows(idRow, sql(database, text), ...from.values, ...where.values, after, except, limit).map((row) => row.id)
}

const emailRow = z.object({ id: z.number(), email: z.string().nullable() })

/** The emails of the next selected users, and where to go on; null: these were the last. */
export function selectedEmails(
  database: Database,
  targetId: number,
  scope: SelectedScope,
  after: number,
  limit: number,
): { readonly emails: string[]; readonly next: number | null } {
  const ids = selectedIds(database, targetId, scope, after, limit)
  const text = 'SELECT id, email FROM user WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id'
  const rows = allRows(emailRow, sql(database, text), JSON.stringify(ids))
  return {
    emails: rows.flatMap(({ email }) => (email === null ? [] : [email])),
    next: ids.length < limit ? null : (ids.at(-1) ?? null),
  }
}
