import * as z from 'zod'
import type { PassUserView } from '../../../shared/ipc/requests/follow-requests.ts'
import { type ChangeCounts, type FollowView, type PassView, sumChanges } from '../../../shared/follow/follow-view.ts'
import { passChangeNames, passUserStates, type PassUserState } from '../../../shared/follow/pass-changes.ts'
import { countDocumentUsers, passTable, passResults } from '../document/passes.ts'
import { getSetting } from '../document/settings.ts'
import { allRows, type Database, oneNumber, oneRow, sql } from '../document/sqlite.ts'
import { userLabel } from '../document/source-facts.ts'

/** The changes that passes over the source found and sent at a core, one by one and together. */
export function followView(database: Database, targetId: number | null): FollowView {
  const settings = getSetting(database, 'follow') ?? null
  const found = targetId === null ? [] : passTable.list(database, targetId)
  const counts = targetId === null ? [] : countPassUsers(database, targetId)
  const unused = getSetting(database, 'unused-records')
  const passes = found.map((pass, index): PassView => ({
    ...pass,
    unused: unused?.pass === pass.id ? unused.records : null,
    number: index + 1,
    changes: changesOf(counts, pass.id),
  }))
  const users = countDocumentUsers(database)
  const added = settings?.file == null ? 0 : usersOf(database, settings.file)
  const since = sumChanges(passes)
  const cutOver = getSetting(database, 'cut-over')
  return {
    settings,
    passes,
    since,
    sums: {
      first: users - added,
      new: added,
      users,
      gone: passResults.listGone(database).length,
      addsUp: newUsers(database) === added,
    },
    cutOver: cutOver?.target === targetId ? cutOver : null,
    changeTimes: changeTimesOf(database, targetId),
    firstRun: targetId === null ? null : firstRun(database, targetId, settings?.file ?? null),
  }
}

function changeTimesOf(database: Database, targetId: number | null): FollowView['changeTimes'] {
  const stored = getSetting(database, 'change-mark')
  if (stored?.target !== targetId || stored.mark === null) return null
  return { name: stored.mark.name, isDistrusted: stored.isDistrusted }
}

const runRow = z.object({ at: z.number(), ended: z.number().nullable() })

/** `added`: the file of users that passes found; of the others, those that were sent are the first run's. */
function firstRun(database: Database, targetId: number, added: number | null): FollowView['firstRun'] {
  const select =
    'SELECT started_at AS at, ended_at AS ended FROM run WHERE target_id = ? AND calls > 0 ORDER BY id LIMIT 1'
  const row = oneRow(runRow, sql(database, select), targetId)
  if (row?.ended == null) return null
  const isSent = 'p.target_id = ? AND p.tries > 0'
  const all = `SELECT count(*) AS n FROM progress p WHERE ${isSent}`
  const inPasses = `SELECT count(*) AS n FROM user JOIN progress p ON p.user_id = user.id AND ${isSent} WHERE user.file_id = ?`
  const ofPasses = added === null ? 0 : oneNumber(sql(database, inPasses), targetId, added)
  // Users who were removed from the core since have no progress any more.
  const removed = `SELECT count(DISTINCT user.id) AS n FROM pass_user JOIN user ON user.id = pass_user.user_id
    WHERE pass_user.change = 'gone' AND pass_user.state = 'sent' AND user.file_id <> ?
      AND NOT EXISTS (SELECT 1 FROM progress WHERE target_id = ? AND user_id = user.id)`
  const sent = oneNumber(sql(database, all), targetId) - ofPasses
  const users = sent + oneNumber(sql(database, removed), added ?? 0, targetId)
  return { at: row.at, ms: Math.max(0, row.ended - row.at), users }
}

function usersOf(database: Database, file: number): number {
  return oneNumber(sql(database, 'SELECT count(*) AS n FROM user WHERE file_id = ?'), file)
}

/** Users that some pass found to be new. */
function newUsers(database: Database): number {
  return oneNumber(sql(database, "SELECT count(DISTINCT user_id) AS n FROM pass_user WHERE change = 'new'"))
}

function changesOf(counts: readonly PassCount[], pass: number): readonly ChangeCounts[] {
  return passChangeNames.flatMap((change): ChangeCounts[] => {
    const rows = counts.filter((one) => one.pass === pass && one.change === change && one.state !== 'superseded')
    if (rows.length === 0) return []
    const states: { [S in PassUserState]?: number } = {}
    for (const { state, users } of rows) states[state] = users
    return [{ change, users: rows.reduce((sum, { users }) => sum + users, 0), states }]
  })
}

const userRow = z.object({
  userId: z.number(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  sourceId: z.string().nullable(),
  change: z.enum(passChangeNames),
  state: z.enum(passUserStates),
  detail: z.string(),
})

const openOf = `FROM pass_user JOIN user ON user.id = user_id JOIN pass ON pass.id = pass_id
  WHERE pass.target_id = ? AND pass_user.state IN ('held', 'failed')`

export function countOpenChanges(database: Database, targetId: number): number {
  return oneNumber(sql(database, `SELECT count(*) AS n ${openOf}`), targetId)
}

const openRow = userRow.extend({ pass: z.number(), file: z.string(), line: z.number() })
type OpenChange = z.infer<typeof openRow>

/** Changes that are not in the core, over all passes, a page at a time. `after`: the last one of the page before. */
export function openChanges(
  database: Database,
  targetId: number,
  limit: number,
  after?: OpenChange,
): readonly OpenChange[] {
  const select = `SELECT user_id AS userId, user.email, user.phone, source_id AS sourceId, change, pass_user.state AS state,
    detail, pass_id AS pass, (SELECT name FROM file WHERE file.id = user.file_id) AS file, line ${openOf}
    AND (pass_id, user_id, change) > (?, ?, ?) ORDER BY pass_id, user_id, change LIMIT ?`
  return allRows(
    openRow,
    sql(database, select),
    targetId,
    after?.pass ?? 0,
    after?.userId ?? 0,
    after?.change ?? '',
    limit,
  )
}

/** The users of one pass: those with another email first, then other changes, and new users last, of which there are many. */
export function passUsers(
  database: Database,
  pass: number,
  limit: number,
): { readonly users: readonly PassUserView[]; readonly total: number } {
  const of = `FROM pass_user JOIN user ON user.id = user_id WHERE pass_id = ? AND pass_user.state <> 'superseded'`
  const rank =
    "CASE change WHEN 'contact' THEN 0 WHEN 'password' THEN 1 WHEN 'new' THEN 3 WHEN 'unsent' THEN 3 ELSE 2 END"
  const order = `${rank}, user_id`
  const select = `SELECT user_id AS userId, email, phone, source_id AS sourceId, change, pass_user.state AS state, detail
    ${of} ORDER BY ${order} LIMIT ?`
  return {
    users: allRows(userRow, sql(database, select), pass, limit).map(({ email, phone, sourceId, ...row }) => ({
      ...row,
      label: userLabel({ email, phone, sourceId }, `user ${row.userId}`),
    })),
    total: oneNumber(sql(database, `SELECT count(*) AS n ${of}`), pass),
  }
}

const countRow = z.object({
  pass: z.number(),
  change: z.enum(passChangeNames),
  state: z.enum(passUserStates),
  users: z.number(),
})

type PassCount = z.infer<typeof countRow>

function countPassUsers(database: Database, targetId: number): readonly PassCount[] {
  const select = `SELECT pass_id AS pass, change, pass_user.state AS state, count(*) AS users FROM pass_user
    JOIN pass ON pass.id = pass_id WHERE pass.target_id = ? GROUP BY pass_id, change, pass_user.state`
  return allRows(countRow, sql(database, select), targetId)
}
