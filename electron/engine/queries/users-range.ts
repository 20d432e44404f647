import * as z from 'zod'
import { count } from '../../../shared/format.ts'
import { maxNamed } from '../../../shared/ipc/run-limits.ts'
import type { UserFilter, UserSort } from '../../../shared/ipc/views.ts'
import type { MigratedUsers } from '../../../shared/ipc/requests/report-requests.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { createsUserSql } from '../document/created-users.ts'
import { namesInList, withFacet } from '../document/facets.ts'
import { getSetting } from '../document/settings.ts'
import { placeNames, userLabel } from '../document/source-facts.ts'
import { allIds, allRows, type Database, oneNumber, sql } from '../document/sqlite.ts'
import type { UsersViews } from './user-index/users-view.ts'
import { filterUsers } from './users-filter.ts'

type RangeOrder = {
  readonly filter: UserFilter
  readonly sort: UserSort
  /** The user at one end. */
  readonly from: number
  /** The other end: a user, or a place in the filtered order when that row was not loaded. */
  readonly to: { readonly id: number } | { readonly place: number }
}

/** The users in the order of a table, for its pages and its ranges. */
type Line = {
  /** -1: not among them. */
  readonly placeOf: (id: number) => number
  readonly ids: (from: number, limit: number) => readonly number[]
}

/**
 * The users from one to the other in the order of the table, both included, loaded or not; if the first is
 * gone, the other alone. At most `most`.
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

/** In the order of the export, as pages come while users are read or planned. */
function lineOfFile(database: Database, filter: UserFilter, targetId: number): Line {
  const { from, where, id } = filterUsers(filter, targetId)
  const values = [...from.values, ...where.values]
  return {
    placeOf: (user) => {
      const there = sql(database, `SELECT 1 FROM ${from.sql} WHERE ${where.sql} AND ${id} = ?`)
      if (there.get(...values, user) === undefined) return -1
      const before = sql(database, `SELECT count(*) AS n FROM ${from.sql} WHERE ${where.sql} AND ${id} < ?`)
      return oneNumber(before, ...values, user)
    },
    ids: (first, limit) => {
      const some = `SELECT ${id} AS id FROM ${from.sql} WHERE ${where.sql} ORDER BY ${id} LIMIT ? OFFSET ?`
      return allIds(sql(database, some), ...values, limit, first)
    },
  }
}

const migratedRow = z.object({
  id: z.number(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  sourceId: z.string().nullable(),
  fileId: z.number(),
  line: z.number(),
  byte: z.number(),
  methods: z.string(),
  providers: z.string(),
  coreUserId: z.string().nullable(),
  outcomes: z.string().nullable(),
})

/** The first migrated users, all or those with a password, with their ids in the core and the result of the last look-up. */
export function migratedUsers(
  database: Database,
  targetId: number,
  limit: number,
  withPassword = false,
): MigratedUsers {
  const which = withPassword ? `AND ',' || facet.methods || ',' LIKE '%,password,%'` : ''
  const rows = allRows(
    migratedRow,
    sql(
      database,
      `SELECT user.id, user.email, user.phone, user.source_id AS sourceId, user.file_id AS fileId, user.line, user.byte, facet.methods, facet.providers,
         (SELECT core_user_id FROM call WHERE target_id = ?1 AND user_id = user.id AND state = 'done'
            AND core_user_id IS NOT NULL AND ${createsUserSql} ORDER BY key LIMIT 1) AS coreUserId,
         (SELECT group_concat(outcome) FROM post_run WHERE target_id = ?1 AND kind = 'verify' AND user_id = user.id) AS outcomes
       FROM progress AS p CROSS JOIN user ON user.id = p.user_id ${withFacet}
       WHERE p.target_id = ?1 AND p.state = 'migrated' ${which} ORDER BY p.user_id LIMIT ?2`,
    ),
    targetId,
    limit,
  )
  const places = placeNames(database)
  const total = "SELECT count(*) AS n FROM progress WHERE target_id = ? AND state = 'migrated'"
  return {
    users: rows.map((row) => ({
      id: row.id,
      label: userLabel(row, places(row.fileId, row)),
      email: row.email,
      methods: row.methods === '' ? [] : row.methods.split(','),
      providers: namesInList(row.providers),
      coreUserId: row.coreUserId,
      found: worst(row.outcomes),
    })),
    total: oneNumber(sql(database, total), targetId),
  }
}

/** A user with several ids in the core is found when all of them are. */
function worst(outcomes: string | null): MigratedUsers['users'][number]['found'] {
  const found = outcomes?.split(',') ?? []
  return (['missing', 'unanswered', 'found'] as const).find((one) => found.includes(one)) ?? null
}
