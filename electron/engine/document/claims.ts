import * as z from 'zod'
import type { Place } from '../../../shared/planning/duplicates.ts'
import { importKey } from '../drafting/draft-batch.ts'
import { allRows, oneRow } from './rows.ts'
import { wasSentLive } from './sent.ts'
import { sql, type Database } from './sqlite.ts'

/** A claim of one user in the core, see `Claim` of the planning; `holds`: nobody before has it. */
export type LaidClaim = { readonly key: string; readonly holds: boolean }

/** Replaces the claims of a user. `email`: as the table of users has it. */
export function layClaims(
  database: Database,
  userId: number,
  email: string | null,
  claims: readonly LaidClaim[],
): void {
  const own = importKey(email)
  let imports = 0
  sql(database, 'DELETE FROM claim WHERE user_id = ?').run(userId)
  for (const { key, holds } of claims) {
    if (key === own) imports = holds ? 1 : 2
    else sql(database, 'INSERT INTO claim (user_id, key, holds) VALUES (?, ?, ?)').run(userId, key, holds ? 1 : 0)
  }
  sql(database, 'UPDATE user SET imports = ? WHERE id = ? AND imports <> ?').run(imports, userId, imports)
}

const keyRow = z.object({ key: z.string() })

/** The claims that a user holds. */
export function heldClaims(database: Database, userId: number): readonly string[] {
  const rows = allRows(
    keyRow,
    sql(
      database,
      `SELECT key FROM claim WHERE user_id = ? AND holds = 1
       UNION ALL SELECT 'import:' || email FROM user WHERE id = ? AND imports = 1`,
    ),
    userId,
    userId,
  )
  return rows.map(({ key }) => key)
}

const holders = `(SELECT user_id AS id FROM claim WHERE key = ? AND holds = 1
  UNION ALL SELECT id FROM user WHERE email = ? AND imports = 1)`
const wanting = `(SELECT user_id AS id FROM claim WHERE key = ? AND holds = 0
  UNION ALL SELECT id FROM user WHERE email = ? AND imports = 2)`

/** Who may hold a claim before a user: everybody else, or users that come earlier, by their order or because they were sent. */
export type Before = 'everybody' | 'earlier' | 'earlier-or-sent'

const before: { readonly [B in Before]: string } = {
  everybody: 'user.id <> ?',
  earlier: 'user.id < ?',
  'earlier-or-sent': `user.id <> ? AND (user.id < ? OR ${wasSentLive})`,
}

const holderRow = z.object({ line: z.number(), name: z.string() })

/** The place of the user that holds a claim before another one; null when nobody does. */
export function holderOf(database: Database, key: string, userId: number, who: Before): Place | null {
  const holder = oneRow(
    holderRow,
    sql(
      database,
      `SELECT user.line, file.name FROM ${holders} AS holder JOIN user ON user.id = holder.id
       JOIN file ON file.id = user.file_id WHERE ${before[who]} ORDER BY user.id LIMIT 1`,
    ),
    key,
    emailOf(key),
    userId,
    ...(who === 'earlier-or-sent' ? [userId] : []),
  )
  return holder === undefined ? null : { line: holder.line, file: holder.name }
}

const idRow = z.object({ id: z.number() })

/** The first user who wanted a claim that nobody has any more. One who was sent keeps its plan. */
export function heirOf(database: Database, key: string): number | undefined {
  if (sql(database, `SELECT 1 FROM ${holders} LIMIT 1`).get(key, emailOf(key)) !== undefined) return undefined
  const heir = oneRow(
    idRow,
    sql(
      database,
      `SELECT user.id FROM ${wanting} AS one JOIN user ON user.id = one.id WHERE NOT ${wasSentLive} ORDER BY 1 LIMIT 1`,
    ),
    key,
    emailOf(key),
  )
  return heir?.id
}

/** The email of a claim that the table of users holds. */
function emailOf(key: string): string | null {
  return key.startsWith('import:') ? key.slice('import:'.length) : null
}
