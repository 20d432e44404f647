import type { Scope } from '../../../shared/bridge/contract.ts'
import { sql, transaction, type Database } from '../document/sqlite.ts'

/**
 * Writes down which users a run concerns, in a table of this connection only. Returns false when it concerns
 * everybody. `only`: source ids or FILE:LINE that narrow whatever was asked for.
 */
export function writeScope(
  database: Database,
  targetId: number,
  scope: Scope,
  only: readonly string[] | null,
): boolean {
  database.exec('CREATE TEMP TABLE IF NOT EXISTS scope_user (user_id INTEGER PRIMARY KEY)')
  if (scope.kind === 'all' && only === null) return false
  transaction(database, () => {
    database.exec('DELETE FROM scope_user')
    choose(database, targetId, scope)
    if (only !== null) narrow(database, only)
  })
  return true
}

function choose(database: Database, targetId: number, scope: Scope): void {
  const add = 'INSERT OR IGNORE INTO scope_user (user_id)'
  switch (scope.kind) {
    case 'all':
      sql(database, `${add} SELECT id FROM user`).run()
      return
    case 'first':
      sql(
        database,
        `${add} SELECT user.id FROM user LEFT JOIN progress p ON p.target_id = ? AND p.user_id = user.id
         WHERE user.plan_state = 'ready' AND (p.state IS NULL OR p.state = 'ready') ORDER BY user.id LIMIT ?`,
      ).run(targetId, scope.users)
      return
    case 'users':
      for (const id of scope.ids) sql(database, `${add} VALUES (?)`).run(id)
      return
    case 'failed':
      sql(database, `${add} SELECT user_id FROM progress WHERE target_id = ? AND state = 'failed'`).run(targetId)
      return
    case 'failure':
      sql(database, `${add} SELECT user_id FROM progress WHERE target_id = ? AND state = 'failed' AND failure = ?`).run(
        targetId,
        scope.key,
      )
      return
  }
}

function narrow(database: Database, only: readonly string[]): void {
  database.exec('CREATE TEMP TABLE IF NOT EXISTS only_user (user_id INTEGER PRIMARY KEY); DELETE FROM only_user')
  for (const name of only) {
    sql(database, 'INSERT OR IGNORE INTO only_user (user_id) SELECT id FROM user WHERE source_id = ?').run(name)
    const place = /^(.*):(\d+)$/.exec(name)
    if (place !== null) {
      sql(
        database,
        'INSERT OR IGNORE INTO only_user (user_id) SELECT user.id FROM user JOIN file ON file.id = user.file_id WHERE user.line = ? AND (file.name = ? OR file.path = ?)',
      ).run(Number(place[2]), place[1] ?? '', place[1] ?? '')
    }
  }
  database.exec('DELETE FROM scope_user WHERE user_id NOT IN (SELECT user_id FROM only_user)')
}

/** Gives failed and unknown users of the scope back, to be sent again from their first call that is not done. */
export function giveBack(
  database: Database,
  targetId: number,
  now: number,
  scoped: boolean,
  withUnknown: boolean,
): number {
  const narrowed = scoped ? 'AND user_id IN (SELECT user_id FROM scope_user)' : ''
  const states = withUnknown ? "('failed', 'unknown')" : "('failed')"
  const changed = sql(
    database,
    `UPDATE progress SET state = 'ready', changed_at = ? WHERE target_id = ? AND state IN ${states} ${narrowed}`,
  ).run(now, targetId)
  return Number(changed.changes)
}
