import * as z from 'zod'
import type { UserFilter, UserPage, UserRow } from '../../../shared/bridge/views.ts'
import { userStates } from '../../../shared/planning/call.ts'
import { allRows, oneNumber, oneRow } from '../document/rows.ts'
import { sql, type Database, type SqlValue } from '../document/sqlite.ts'
import { effectiveState } from './counts.ts'

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
    AND call.state = p.state ORDER BY finished_at DESC LIMIT 1) END AS message, p.tries, file.name AS file, user.line`

const tables = `user JOIN file ON file.id = user.file_id LEFT JOIN progress p ON p.target_id = ? AND p.user_id = user.id`

/** One page of the users that a filter lets through, in the order of the export. */
export function usersPage(
  database: Database,
  targetId: number | null,
  filter: UserFilter,
  after: number | null,
  limit: number,
): UserPage {
  const where = whereOf(filter)
  const rows = allRows(
    pageRow,
    sql(database, `SELECT ${columns} FROM ${tables} WHERE user.id > ? ${where.sql} ORDER BY user.id LIMIT ?`),
    targetId ?? 0,
    after ?? 0,
    ...where.values,
    limit,
  )
  const total = oneNumber(
    sql(
      database,
      `SELECT count(*) AS n FROM user LEFT JOIN progress p ON p.target_id = ? AND p.user_id = user.id WHERE 1 ${where.sql}`,
    ),
    targetId ?? 0,
    ...where.values,
  )
  return { rows: rows.map(toRow), total, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null }
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

type Where = { readonly sql: string; readonly values: readonly SqlValue[] }

function whereOf(filter: UserFilter): Where {
  const parts: Where[] = []
  if (filter.states !== undefined && filter.states.length > 0) {
    parts.push({ sql: `${effectiveState} IN (${filter.states.map(() => '?').join(', ')})`, values: filter.states })
  }
  if (filter.method !== undefined)
    parts.push({ sql: `(',' || user.methods || ',') LIKE ? ESCAPE '\\'`, values: [like(`,${filter.method},`)] })
  if (filter.hash !== undefined) parts.push({ sql: 'user.bucket = ?', values: [filter.hash] })
  if (filter.provider !== undefined)
    parts.push({ sql: `user.providers LIKE ? ESCAPE '\\'`, values: [like(`,${filter.provider},`)] })
  if (filter.finding !== undefined) {
    parts.push({
      sql: 'user.id IN (SELECT user_id FROM finding WHERE code = ? AND grp = ?)',
      values: [filter.finding.code, filter.finding.group],
    })
  }
  if (filter.failure !== undefined)
    parts.push({ sql: "p.state = 'failed' AND p.failure = ?", values: [filter.failure] })
  if (filter.search !== undefined && filter.search.trim() !== '') {
    const pattern = like(filter.search.trim())
    parts.push({
      sql: `(user.email LIKE ? ESCAPE '\\' OR user.phone LIKE ? ESCAPE '\\' OR user.source_id LIKE ? ESCAPE '\\')`,
      values: [pattern, pattern, pattern],
    })
  }
  return { sql: parts.map((part) => `AND ${part.sql}`).join(' '), values: parts.flatMap((part) => part.values) }
}

function like(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
