import * as z from 'zod'
import { allRows, type Database, sql } from './sqlite.ts'

/** Results of looking a user up (`verify`) or of removing it again (`undo`). */
const postRunOutcomes = {
  verify: ['found', 'missing', 'unanswered'],
  undo: ['removed', 'gone', 'unconfirmed', 'linked', 'mismatched', 'left', 'failed'],
} as const

export type PostRunKind = keyof typeof postRunOutcomes
export type PostRunOutcome = (typeof postRunOutcomes)[PostRunKind][number]

/** One user of the core, made or met by one call. */
export type PostRunFinding = {
  readonly userId: number
  readonly key: string
  readonly coreUserId: string
  readonly outcome: PostRunOutcome
  readonly message: string
  readonly at: number
}

/** Findings about users of the core after a run. */
export const postRunTable = {
  /** Replaces the finding of the same kind about the same user. Within a transaction. */
  record: (database: Database, targetId: number, kind: PostRunKind, one: PostRunFinding): void => {
    const insert = `INSERT OR REPLACE INTO post_run (target_id, kind, user_id, key, core_user_id, outcome, message, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
    sql(database, insert).run(
      targetId,
      kind,
      one.userId,
      one.key,
      one.coreUserId,
      one.outcome,
      one.message.slice(0, 500),
      one.at,
    )
  },
  /** A new look-up replaces the results of earlier ones. */
  forget: (database: Database, targetId: number, kind: PostRunKind): void => {
    sql(database, 'DELETE FROM post_run WHERE target_id = ? AND kind = ?').run(targetId, kind)
  },
  /** How many users of the export an undo since then has left with each outcome of a login method; its passes add up. */
  undoneUsers: (database: Database, targetId: number, since = 0): Readonly<Partial<Record<PostRunOutcome, number>>> => {
    const select = `SELECT outcome, count(DISTINCT user_id) AS users FROM post_run
    WHERE target_id = ? AND kind = 'undo' AND at >= ? GROUP BY outcome`
    const rows = allRows(outcomeRow, sql(database, select), targetId, since)
    return Object.fromEntries(rows.map(({ outcome, users }) => [outcome, users]))
  },
  /** How many users were looked up and found with all login methods, with one missing, or with one that no answer came for. */
  verifiedUsers: (
    database: Database,
    targetId: number,
  ): { readonly found: number; readonly missing: number; readonly unanswered: number } => {
    const select = `SELECT count(CASE WHEN missing = 0 AND unanswered = 0 THEN 1 END) AS found, count(nullif(missing, 0)) AS missing,
      count(CASE WHEN missing = 0 AND unanswered > 0 THEN 1 END) AS unanswered FROM (
        SELECT count(CASE WHEN outcome = 'missing' THEN 1 END) AS missing,
          count(CASE WHEN outcome = 'unanswered' THEN 1 END) AS unanswered
        FROM post_run WHERE target_id = ? AND kind = 'verify' GROUP BY user_id)`
    return verifiedRow.parse(sql(database, select).get(targetId))
  },
  /** Every result, a page at a time, in the order of the export. */
  *pages(database: Database, targetId: number, kind: PostRunKind): Generator<readonly PostRunRow[]> {
    const text = `${select} WHERE a.target_id = ? AND a.kind = ? AND (a.user_id, a.key) > (?, ?)
    ORDER BY a.user_id, a.key LIMIT ${pageSize}`
    for (let after = { user: 0, key: '' }; ;) {
      const rows = allRows(resultRow, sql(database, text), targetId, kind, after.user, after.key)
      const last = rows.at(-1)
      if (last === undefined) return
      yield rows
      after = { user: last.userId, key: last.key }
    }
  },
  /** Users of a page of the report that the core no longer had when they were looked up: `user key` of the call that made them. */
  missingAmong: (database: Database, targetId: number, users: readonly number[]): ReadonlySet<string> => {
    const text = `SELECT user_id, key FROM post_run
    WHERE target_id = ? AND kind = 'verify' AND outcome = 'missing' AND user_id IN (SELECT value FROM json_each(?))`
    const rows = allRows(missingRow, sql(database, text), targetId, JSON.stringify(users))
    return new Set(rows.map(({ user_id: user, key }) => `${user} ${key}`))
  },
  /** The first results that need attention, of one outcome or of all. */
  problems: (
    database: Database,
    targetId: number,
    kind: PostRunKind,
    most: number,
    outcome: PostRunOutcome | null = null,
  ): readonly PostRunRow[] => {
    const text = `${select} WHERE a.target_id = ? AND a.kind = ? AND a.outcome = coalesce(?, a.outcome)
    AND a.outcome NOT IN (${asWanted[kind].map((wanted) => `'${wanted}'`).join(', ')})
    ORDER BY a.user_id, a.key LIMIT ?`
    return allRows(resultRow, sql(database, text), targetId, kind, outcome, most)
  },
}

const outcomeRow = z.object({ outcome: z.string(), users: z.number() })
const verifiedRow = z.object({ found: z.number(), missing: z.number(), unanswered: z.number() })

const resultRow = z.object({
  userId: z.number(),
  key: z.string(),
  outcome: z.string(),
  message: z.string(),
  at: z.number(),
  coreUserId: z.string().nullable(),
  sourceId: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  fileId: z.number(),
  file: z.string(),
  line: z.number(),
  byte: z.number(),
})

/** A result with the user of the export that it is about. */
type PostRunRow = z.infer<typeof resultRow>

const select = `SELECT a.user_id AS userId, a.key, a.outcome, a.message, a.at, a.core_user_id AS coreUserId,
  user.source_id AS sourceId, user.email, user.phone, user.file_id AS fileId, file.name AS file, user.line, user.byte
  FROM post_run AS a CROSS JOIN user ON user.id = a.user_id JOIN file ON file.id = user.file_id`

const pageSize = 1000

const missingRow = z.object({ user_id: z.number(), key: z.string() })

/** Outcomes that count as success: done now, or done before. */
const asWanted: Readonly<Record<PostRunKind, readonly PostRunOutcome[]>> = {
  verify: ['found'],
  undo: ['removed', 'gone'],
}
