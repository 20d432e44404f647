import type { ChangeCounts, FollowView, PassView } from '../../../shared/follow/follow-view.ts'
import { sumChanges } from '../../../shared/follow/follow-view.ts'
import { passChangeNames, type PassUserState } from '../../../shared/follow/pass-changes.ts'
import { countPassUsers, countUsers, listGone, listPasses, type PassCount } from '../document/passes.ts'
import { oneNumber } from '../document/rows.ts'
import { getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

/** What passes over the source found and did at a core, one by one and together. */
export function followView(database: Database, targetId: number | null): FollowView {
  const settings = getSetting(database, 'follow') ?? null
  const found = targetId === null ? [] : listPasses(database, targetId)
  const counts = targetId === null ? [] : countPassUsers(database, targetId)
  const passes = found.map((pass, index): PassView => ({
    ...pass,
    number: index + 1,
    changes: changesOf(counts, pass.id),
  }))
  const users = countUsers(database)
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
      gone: listGone(database).length,
      addsUp: newUsers(database) === added,
    },
    cutOver: cutOver?.target === targetId ? cutOver : null,
  }
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
