import * as z from 'zod'
import type { PassChange, PassUserState } from '../../../shared/follow/pass-changes.ts'
import type { Call } from '../../../shared/planning/call.ts'
import { allIds, allRows, type Database, oneNumber, oneRow, run, sql, timestampSchema } from './sqlite.ts'
import { readStoredCalls } from './stored-calls.ts'

/*
 * Passes over a source that is followed until the cut-over. They live in the migration's document: its users are the
 * users of all passes.
 */

const time = timestampSchema.nullable()
const passRow = z
  .object({
    id: z.number().int(),
    kind: z.enum(['whole', 'incremental']),
    state: z.enum(['open', 'done', 'stopped']),
    cut_over: z.number(),
    begun_at: timestampSchema,
    read_at: time,
    written_at: time,
    ended_at: time,
    listed: z.number(),
    unreadable: z.number(),
    problem: z.string().nullable(),
  })
  .transform(({ cut_over: last, begun_at, read_at, written_at, ended_at, ...rest }) => ({
    ...rest,
    isCutOver: last === 1,
    begunAt: begun_at,
    /** The time of the source data that was read; null: it was not read to its end. */
    readAt: read_at,
    /** The last answer of the core; null: nothing was sent. */
    writtenAt: written_at,
    endedAt: ended_at,
  }))

type Pass = z.infer<typeof passRow>

const columns = 'id, kind, state, cut_over, begun_at, read_at, written_at, ended_at, listed, unreadable, problem'

/** Passes over the source. */
export const passTable = {
  list: (database: Database, targetId: number): readonly Pass[] =>
    allRows(passRow, sql(database, `SELECT ${columns} FROM pass WHERE target_id = ? ORDER BY id`), targetId),
  /** The pass that a process which ended has left open. */
  open: (database: Database, targetId: number): Pass | undefined => {
    const select = `SELECT ${columns} FROM pass WHERE target_id = ? AND state = 'open' ORDER BY id DESC LIMIT 1`
    return oneRow(passRow, sql(database, select), targetId)
  },
  add: (
    database: Database,
    targetId: number,
    { kind, isCutOver, now }: { readonly kind: Pass['kind']; readonly isCutOver: boolean; readonly now: number },
  ): number => {
    const insert = "INSERT INTO pass (target_id, kind, state, cut_over, begun_at) VALUES (?, ?, 'open', ?, ?)"
    return Number(sql(database, insert).run(targetId, kind, isCutOver ? 1 : 0, now).lastInsertRowid)
  },
  /** A write of a pass comes after its read, and its end after its beginning, also where the clock was set back meanwhile. */
  change: (database: Database, id: number, change: PassChangeSet): void => {
    const { kind = null, isCutOver = null, readAt = null, writtenAt = null, listed = null, unreadable = null } = change
    run(
      database,
      `UPDATE pass SET kind = coalesce(?, kind), cut_over = coalesce(?, cut_over), read_at = coalesce(?, read_at),
     written_at = coalesce(max(?, coalesce(read_at, begun_at) + 1), written_at), listed = coalesce(?, listed), unreadable = coalesce(?, unreadable) WHERE id = ?`,
      kind,
      isCutOver === null ? null : isCutOver ? 1 : 0,
      readAt,
      writtenAt,
      listed,
      unreadable,
      id,
    )
  },
  /** `problem`: why it could not be made to its end, as a sentence. */
  end: (database: Database, id: number, now: number, problem: string | null): void => {
    run(
      database,
      'UPDATE pass SET state = ?, ended_at = max(?, begun_at), problem = ? WHERE id = ?',
      problem === null ? 'done' : 'stopped',
      now,
      problem,
      id,
    )
  },
}

type PassChangeSet = {
  readonly kind?: Pass['kind']
  readonly isCutOver?: boolean
  readonly readAt?: number
  readonly writtenAt?: number
  readonly listed?: number
  readonly unreadable?: number
}

/** Results of passes for users. */
export const passResults = {
  /** Records the result of a pass for one user. The same change of the same pass is one row. */
  note: (
    database: Database,
    passId: number,
    userId: number,
    change: PassChange,
    state: PassUserState,
    detail = '',
  ): void => {
    run(
      database,
      'INSERT OR REPLACE INTO pass_user (pass_id, user_id, change, state, detail) VALUES (?, ?, ?, ?, ?)',
      passId,
      userId,
      change,
      state,
      detail,
    )
  },
  /** Records the outcome of a user's unsettled changes. A held change keeps waiting, unless another replaced it. */
  settle: (database: Database, userId: number, state: 'sent' | 'failed' | 'superseded'): void => {
    const open = state === 'superseded' ? "('waiting', 'held', 'failed')" : "('waiting', 'failed')"
    const others = state === 'superseded' ? "('gone', 'new', 'unsent')" : "('gone')"
    const update = `UPDATE pass_user SET state = ? WHERE user_id = ? AND state IN ${open} AND change NOT IN ${others}`
    run(database, update, state, userId)
  },
  /** Users that a pass no longer found, and that did not come back; the core has them. */
  listGone: (database: Database): readonly number[] => listUsers(database, "'gone'", "'listed'"),
  /** The same, with the users that were removed from the core since. */
  listAbsent: (database: Database): readonly number[] => listUsers(database, "'gone'", "'listed', 'sent'"),
  noteReturned: (database: Database, userId: number): void => {
    run(database, "UPDATE pass_user SET state = 'returned' WHERE user_id = ? AND change = 'gone'", userId)
  },
  /** New users of passes that are still to be created. */
  listWaitingNew: (database: Database): readonly number[] => listUsers(database, "'new', 'unsent'", "'waiting'"),
  /** New users that cannot be created as they are. */
  listHeldNew: (database: Database): readonly number[] => listUsers(database, "'new', 'unsent'", "'held', 'failed'"),
}

/** Users of passes by their change and its state, as lists in SQL. */
function listUsers(database: Database, changes: string, states: string): readonly number[] {
  const select = `SELECT DISTINCT user_id AS id FROM pass_user WHERE change IN (${changes}) AND state IN (${states}) ORDER BY 1`
  return allIds(sql(database, select))
}

/** The reply of the core to a call that is done. */
const madeSchema = z.object({
  key: z.string(),
  coreUserId: z.string().nullable(),
  recipeUserId: z.string().nullable(),
  created: z.number().nullable(),
  existed: z.number().nullable(),
  provenance: z.string().nullable(),
  /** It was there before this migration, and is not changed. */
  isForeign: z.boolean(),
})

/** A call of a user that is in the core, or may be. */
export type CoreCall = { readonly call: Call; readonly made: z.infer<typeof madeSchema> }

const thereSchema = z.array(z.object({ call: z.unknown(), made: madeSchema })).max(10_000)

const pendingRow = z.object({
  user_id: z.number(),
  pass_id: z.number(),
  state: z.enum(['sending', 'held']),
  there: z.string(),
})

/** A change of a user that is not in the core yet. `sending`: the user's calls carry the change. */
type PendingChange = {
  readonly userId: number
  readonly passId: number
  readonly state: 'sending' | 'held'
  readonly there: readonly CoreCall[]
}

function toPending(row: z.infer<typeof pendingRow>): PendingChange {
  const there = thereSchema.parse(JSON.parse(row.there)).map(({ call, made }): CoreCall | null => {
    const [read] = readStoredCalls(JSON.stringify([call]))
    return read === undefined ? null : { call: read, made }
  })
  return {
    userId: row.user_id,
    passId: row.pass_id,
    state: row.state,
    there: there.filter((one) => one !== null),
  }
}

/** Changes of users that are not in the core yet. */
export const pendingChanges = {
  of: (database: Database, userId: number): PendingChange | null => {
    const row = oneRow(pendingRow, sql(database, 'SELECT * FROM pending_change WHERE user_id = ?'), userId)
    return row === undefined ? null : toPending(row)
  },
  list: (database: Database, state: PendingChange['state']): readonly number[] => {
    const select = 'SELECT user_id AS id FROM pending_change WHERE state = ? ORDER BY user_id'
    return allIds(sql(database, select), state)
  },
  set: (database: Database, { userId, passId, state, there }: PendingChange): void => {
    run(
      database,
      'INSERT OR REPLACE INTO pending_change (user_id, pass_id, state, there) VALUES (?, ?, ?, ?)',
      userId,
      passId,
      state,
      JSON.stringify(there),
    )
  },
  remove: (database: Database, userId: number): void => {
    run(database, 'DELETE FROM pending_change WHERE user_id = ?', userId)
  },
}

const stagedRow = z.object({
  id: z.number(),
  user_id: z.number().nullable(),
  line: z.number(),
  byte: z.number(),
  source_id: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  source: z.string(),
})

/** A user of the source that is not as the document has it; `user_id` null: it has none. */
export type StagedUser = z.infer<typeof stagedRow>

/** Users of the source that are not as the document has them, while a pass lists them. */
export const passStage = {
  clear: (database: Database): void => {
    database.exec('DELETE FROM pass_stage')
  },
  /** `repeated`: a record with this key is staged and is the same; `contradicted`: it is another one, which stays. */
  add: (database: Database, key: string, user: Omit<StagedUser, 'id'>): 'staged' | 'repeated' | 'contradicted' => {
    const { user_id: userId, line, byte, source_id: sourceId, email, phone, source } = user
    const insert = `INSERT OR IGNORE INTO pass_stage (key, user_id, line, byte, source_id, email, phone, source)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
    if (sql(database, insert).run(key, userId, line, byte, sourceId, email, phone, source).changes === 1)
      return 'staged'
    const isSame = sql(database, 'SELECT 1 FROM pass_stage WHERE key = ? AND source = ?').get(key, source) !== undefined
    return isSame ? 'repeated' : 'contradicted'
  },
  remove: (database: Database, key: string): void => {
    run(database, 'DELETE FROM pass_stage WHERE key = ?', key)
  },
  after: (database: Database, after: number, limit: number): readonly StagedUser[] => {
    const select = `SELECT id, user_id, line, byte, source_id, email, phone, source FROM pass_stage
    WHERE id > ? ORDER BY id LIMIT ?`
    return allRows(stagedRow, sql(database, select), after, limit)
  },
}

export function countDocumentUsers(database: Database): number {
  return oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
}
