import * as z from 'zod'
import type { UserFilter, UserPage, UserRow } from '../../../shared/bridge/views.ts'
import { userStates } from '../../../shared/planning/call.ts'
import { allRows, oneNumber, oneRow } from '../document/rows.ts'
import { sql, type Database } from '../document/sqlite.ts'
import { metThere } from '../running/recover.ts'
import { countStates, effectiveState } from './counts.ts'
import { filterUsers } from './users-filter.ts'

const pageRow = z.object({
  id: z.number(),
  source_id: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  methods: z.string(),
  bucket: z.string(),
  state: z.enum(userStates),
  note: z.string(),
  message: z.string().nullable(),
  tries: z.number().nullable(),
  file: z.string(),
  line: z.number(),
})

const columns = `user.id, user.source_id, user.email, user.phone, user.methods, user.bucket, ${effectiveState} AS state, user.note,
  CASE WHEN p.state IN ('failed', 'unknown') THEN (SELECT message FROM call WHERE call.target_id = p.target_id AND call.user_id = user.id
    AND call.state = p.state ORDER BY finished_at DESC LIMIT 1)
  WHEN p.state = 'blocked' THEN (SELECT message FROM call WHERE call.target_id = p.target_id AND call.user_id = user.id
    AND call.status = '${metThere}' LIMIT 1) END AS message, p.tries, file.name AS file, user.line`

const tables = `user JOIN file ON file.id = user.file_id LEFT JOIN progress p ON p.target_id = ? AND p.user_id = user.id`

/** One page of the users that a filter lets through, in the order of the export. */
export function usersPage(
  database: Database,
  targetId: number | null,
  filter: UserFilter,
  after: number | null,
  limit: number,
): UserPage {
  const { from, where, id } = filterUsers(filter, targetId ?? 0)
  const page = `SELECT ${columns} FROM ${from.sql} JOIN file ON file.id = user.file_id
    WHERE ${where.sql} AND ${id} > ? ORDER BY ${id} LIMIT ?`
  const rows = allRows(pageRow, sql(database, page), ...from.values, ...where.values, after ?? 0, limit)
  return {
    rows: rows.map(toRow),
    total: countUsers(database, filter, targetId ?? 0),
    next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  }
}

function countUsers(database: Database, filter: UserFilter, targetId: number): number {
  const { states = [], ...others } = filter
  if (Object.values(others).every((value) => value === undefined)) {
    const counts = countStates(database, targetId)
    return userStates.reduce(
      (sum, state) => sum + (states.length === 0 || states.includes(state) ? counts[state] : 0),
      0,
    )
  }
  const { from, where } = filterUsers(filter, targetId)
  const count = `SELECT count(*) AS n FROM ${from.sql} WHERE ${where.sql}`
  return oneNumber(sql(database, count), ...from.values, ...where.values)
}

export function userRow(database: Database, targetId: number | null, id: number): UserRow | undefined {
  const row = oneRow(pageRow, sql(database, `SELECT ${columns} FROM ${tables} WHERE user.id = ?`), targetId ?? 0, id)
  return row === undefined ? undefined : toRow(row)
}

function toRow(row: z.infer<typeof pageRow>): UserRow {
  return {
    id: row.id,
    label: row.email ?? row.phone ?? row.source_id ?? `line ${row.line}`,
    sourceId: row.source_id,
    email: row.email,
    phone: row.phone,
    methods: row.methods === '' ? [] : row.methods.split(','),
    family: row.bucket,
    state: row.state,
    note: row.message ?? row.note,
    tries: row.tries ?? 0,
    file: row.file,
    line: row.line,
  }
}
