import { hashesGone } from '../document/removed-hashes.ts'
import { planOneAgain } from '../document/plan-again.ts'
import { ofFacet } from '../document/facets.ts'
import { allRows } from '../document/rows.ts'
import { wasSentLive } from '../document/sent.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { transaction } from '../document/transactions.ts'
import { selectedIds, type SelectedScope } from '../queries/selected-users.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { BackgroundWork } from './background-work.ts'
import * as z from 'zod'

const page = 10_000
/** More are planned again in the background, like after a decision. */
const maxAtOnce = 400

const idRow = z.object({ id: z.number() })

/** A core has this user, or may have it: it is changed there and not here. */
const atLive = `EXISTS (SELECT 1 FROM call JOIN target ON target.id = call.target_id
    WHERE target.kind = 'live' AND call.user_id = user.id AND call.state IN ('done', 'sending', 'in-doubt'))
  OR EXISTS (SELECT 1 FROM progress JOIN target ON target.id = progress.target_id
    WHERE target.kind = 'live' AND progress.user_id = user.id AND progress.state IN ('migrated', 'existing', 'sending', 'in-doubt'))`

const among = 'id IN (SELECT value FROM json_each(?))'
const isExcluded = "json_extract(correction, '$.excluded') = 1"

/** Excludes selected users by the operator's choice, or takes that back, and has them planned again. */
export function excludeUsers(
  database: Database,
  targetId: number,
  { scope, excluded }: { readonly scope: SelectedScope; readonly excluded: boolean },
  work: Pick<BackgroundWork, 'begin'>,
): Result<{ readonly changed: number; readonly skipped: number }> {
  const gone = hashesGone(database)
  if (gone !== null) return gone
  // All are read first: what a filter lets through changes with the first that is excluded.
  const pages: (readonly number[])[] = []
  for (let after = 0; ;) {
    const ids = selectedIds(database, targetId, scope, after, page)
    if (ids.length === 0) break
    pages.push(ids)
    after = ids.at(-1) ?? 0
  }
  const changed = transaction(database, () =>
    pages.flatMap((ids) => (excluded ? exclude(database, targetId, ids) : include(database, ids))),
  )
  const selected = pages.reduce((sum, ids) => sum + ids.length, 0)
  if (changed.length <= maxAtOnce) for (const id of changed) planOneAgain(database, id)
  else {
    // The planning in the background leaves alone who was sent to a live core, also who failed there.
    for (const id of sentAmong(database, changed)) planOneAgain(database, id)
    work.begin('plan')
  }
  return ok({ changed: changed.length, skipped: selected - changed.length })
}

function exclude(database: Database, targetId: number, ids: readonly number[]): readonly number[] {
  const wanted = `SELECT user.id FROM ${ofFacet} WHERE user.${among} AND facet.plan_state <> 'excluded' AND NOT (${atLive})`
  const chosen = allRows(idRow, sql(database, wanted), JSON.stringify(ids)).map(({ id }) => id)
  const text = JSON.stringify(chosen)
  sql(
    database,
    `UPDATE user SET correction = json_set(coalesce(correction, '{}'), '$.excluded', json('true')) WHERE ${among}`,
  ).run(text)
  // Who failed, or waits because the core has the user, is excluded all the same.
  sql(
    database,
    `UPDATE progress SET state = 'ready', failure = NULL WHERE target_id = ? AND state IN ('failed', 'blocked')
       AND user_${among}`,
  ).run(targetId, text)
  return chosen
}

function include(database: Database, ids: readonly number[]): readonly number[] {
  const wanted = `SELECT id FROM user WHERE ${among} AND ${isExcluded}`
  const chosen = allRows(idRow, sql(database, wanted), JSON.stringify(ids)).map(({ id }) => id)
  sql(database, `UPDATE user SET correction = nullif(json_remove(correction, '$.excluded'), '{}') WHERE ${among}`).run(
    JSON.stringify(chosen),
  )
  return chosen
}

function sentAmong(database: Database, ids: readonly number[]): readonly number[] {
  const text = `SELECT id FROM user WHERE ${among} AND ${wasSentLive}`
  return allRows(idRow, sql(database, text), JSON.stringify(ids)).map(({ id }) => id)
}
