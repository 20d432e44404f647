import type { Scope } from '../../../shared/ipc/requests/run-requests.ts'
import { isReady, ofFacet, withFacet, withProgress } from '../document/facets.ts'
import { causeSql, failureGroups } from '../queries/failures.ts'
import { correctedReady } from '../queries/counts.ts'
import { filterUsers, namedBy, namedUsersSql } from '../queries/users-filter.ts'
import { allIds, type Database, oneNumber, sql, transaction } from '../document/sqlite.ts'
import { isBeyondRetry } from '../../../shared/ipc/cause-action.ts'

/** The users that a run sends. */
export const runScope = {
  /**
   * Writes the scope of a run into a temporary table of this connection. Returns false when the scope is all users.
   * `only`: source ids or FILE:LINE that narrow a run of all or of the first users; users named one by one or failed
   * before are sent all the same.
   */
  write: (database: Database, targetId: number, scope: Scope, only: readonly string[] | null): boolean => {
    if (scope.kind === 'all' && only === null) return false
    database.exec(`CREATE TEMP TABLE IF NOT EXISTS scope_user (user_id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE IF NOT EXISTS only_user (user_id INTEGER PRIMARY KEY)`)
    transaction(database, () => {
      database.exec('DELETE FROM scope_user; DELETE FROM only_user')
      sql(database, `INSERT INTO only_user (user_id) ${namedUsersSql}`).run(...namedBy(only ?? []))
      choose(database, targetId, scope, only !== null)
    })
    return true
  },
  /** How many users of the scope are still to be sent. */
  countReady: (database: Database, targetId: number): number => {
    const count = `SELECT count(*) AS n FROM scope_user CROSS JOIN user ON user.id = scope_user.user_id ${withFacet}
    ${withProgress}
    WHERE ${isReady}`
    return oneNumber(sql(database, count), targetId)
  },
  /** How many users wait for a setting of the core, because of their hash family. */
  countHeld: (database: Database, targetId: number, held: ReadonlySet<string>): number => {
    const count = `SELECT count(*) AS n FROM ${ofFacet}
    ${withProgress}
    WHERE facet.bucket = ? AND ${isReady}`
    return [...held].reduce((sum, family) => sum + oneNumber(sql(database, count), targetId, family), 0)
  },
  /** Users that waited because a core has them can be sent, now that the operator has decided about such users. */
  releaseWaiting: (database: Database): void => {
    const targets = allIds(sql(database, 'SELECT id FROM target'))
    const release = sql(database, `UPDATE ${byState} SET state = 'ready' WHERE target_id = ? AND state = 'blocked'`)
    for (const id of targets) release.run(id)
  },
  /** Gives failed and unknown users of the scope back, to be sent again from their first call that is not done. */
  requeueFailed: (database: Database, targetId: number, now: number, scoped: boolean, withInDoubt: boolean): number => {
    const narrowed = scoped ? 'AND user_id IN (SELECT user_id FROM scope_user)' : ''
    const states = withInDoubt ? "('failed', 'in-doubt')" : "('failed')"
    const changed = sql(
      database,
      `UPDATE ${byState} SET state = 'ready', changed_at = ? WHERE target_id = ? AND state IN ${states} ${narrowed}`,
    ).run(now, targetId)
    return Number(changed.changes)
  },
}

/** Without being told, SQLite goes through every user of a target. */
const byState = 'progress INDEXED BY progress_by_state'
const add = 'INSERT OR IGNORE INTO scope_user (user_id)'

function choose(database: Database, targetId: number, scope: Scope, narrowed: boolean): void {
  switch (scope.kind) {
    case 'all':
      sql(database, `${add} SELECT user_id FROM only_user`).run()
      return
    case 'first':
      sql(
        database,
        `${add} SELECT user.id FROM user ${withFacet} ${withProgress}
         WHERE user.id > 0 AND ${isReady}
         ${narrowed ? 'AND user.id IN (SELECT user_id FROM only_user)' : ''} ORDER BY user.id LIMIT ?`,
      ).run(targetId, scope.users)
      return
    case 'users':
      for (const id of scope.ids) sql(database, `${add} VALUES (?)`).run(id)
      return
    case 'filter': {
      const { from, where, id } = filterUsers(scope.filter, targetId)
      sql(database, `${add} SELECT ${id} FROM ${from.sql} WHERE ${where.sql}`).run(...from.values, ...where.values)
      for (const id of scope.except) sql(database, 'DELETE FROM scope_user WHERE user_id = ?').run(id)
      return
    }
    case 'corrected':
      sql(database, `${add} SELECT user.id ${correctedReady}`).run(targetId)
      return
    case 'failed':
      sql(database, `${add} SELECT user_id FROM progress WHERE target_id = ? AND state = 'failed'`).run(targetId)
      return
    case 'retryable':
      sql(
        database,
        `${add} SELECT user_id FROM ${byState} WHERE target_id = ?1 AND state = 'failed'
         AND coalesce(${causeSql('failure')}, '') NOT IN (SELECT value FROM json_each(?2))`,
      ).run(targetId, JSON.stringify(causesBeyondRetry(database, targetId)))
      return
    case 'failure':
      sql(
        database,
        `${add} SELECT user_id FROM ${byState} WHERE target_id = ? AND state = 'failed' AND ${causeSql('failure')} = ?`,
      ).run(targetId, scope.key)
      return
  }
}

/** Causes for which sending the same again fails again. */
function causesBeyondRetry(database: Database, targetId: number): readonly string[] {
  return failureGroups(database, targetId)
    .filter(isBeyondRetry)
    .map(({ key }) => key)
}
