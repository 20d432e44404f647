import * as z from 'zod'
import { count } from '../../../shared/format.ts'
import { maxNamed } from '../../../shared/ipc/max-named.ts'
import type { UserFilter, UserSort } from '../../../shared/ipc/views.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { allRows, oneNumber, oneRow } from '../document/rows.ts'
import { getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import type { UsersViews } from './user-index/users-view.ts'
import { filterUsers } from './users-filter.ts'

export type RangeOrder = {
  readonly filter: UserFilter
  readonly sort: UserSort
  /** The user at one end. */
  readonly from: number
  /** The other end: a user, or a place in the filtered order when that row was not loaded. */
  readonly to: { readonly id: number } | { readonly place: number }
}

/** The users in an order; what a table shows and what a range of it goes along. */
type Line = {
  /** -1: not among them. */
  readonly placeOf: (id: number) => number
  readonly ids: (from: number, limit: number) => readonly number[]
}

/**
 * The users from one to the other in the order of the table, both with them, loaded or not. Where the first is not among
 * them any more, the other alone. At most `most`.
 */
export function usersRange(
  database: Database,
  views: UsersViews,
  targetId: number | null,
  { filter, sort, from, to }: RangeOrder,
  most = maxNamed,
): Result<{ readonly ids: readonly number[] }> {
  const view = getSetting(database, 'plans-current') === true ? views.find(filter, sort) : undefined
  const line = view ?? lineOfFile(database, filter, targetId ?? 0)
  const end = 'place' in to ? to.place : line.placeOf(to.id)
  const start = line.placeOf(from)
  if (end < 0) return ok({ ids: [] })
  const [first, last] = start < 0 ? [end, end] : [Math.min(start, end), Math.max(start, end)]
  const users = last - first + 1
  if (users > most) return tooLong(users, most)
  return ok({ ids: line.ids(first, users) })
}

function tooLong(users: number, most: number): Result<never> {
  const [those, at] = [count(users), count(most)]
  return problem(
    'range-too-long',
    `These are ${those} users; up to ${at} can be chosen one by one. Narrow the table by a filter, then select all of them with the box at its head.`,
  )
}

const idRow = z.object({ id: z.number() })

/** In the order of the export, as pages come while users are read or planned. */
function lineOfFile(database: Database, filter: UserFilter, targetId: number): Line {
  const { from, where, id } = filterUsers(filter, targetId)
  const values = [...from.values, ...where.values]
  return {
    placeOf: (user) => {
      const there = sql(database, `SELECT ${id} AS id FROM ${from.sql} WHERE ${where.sql} AND ${id} = ?`)
      if (oneRow(idRow, there, ...values, user) === undefined) return -1
      const before = sql(database, `SELECT count(*) AS n FROM ${from.sql} WHERE ${where.sql} AND ${id} < ?`)
      return oneNumber(before, ...values, user)
    },
    ids: (first, limit) => {
      const some = `SELECT ${id} AS id FROM ${from.sql} WHERE ${where.sql} ORDER BY ${id} LIMIT ? OFFSET ?`
      return allRows(idRow, sql(database, some), ...values, limit, first).map((row) => row.id)
    },
  }
}
