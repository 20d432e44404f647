import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { CorrectionFault, CorrectionField } from '../../../shared/planning/check-correction.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { bumpUsersVersion, withFacet, withTexts } from '../document/facets.ts'
import { outdatedPlans } from '../document/plans/outdated-plans.ts'
import { plannedRow, userUnknown } from '../document/plans/load-user.ts'
import { type DocumentPlanning, draftRow, readPlanning } from '../document/plans/plan-row.ts'
import { hashesRemovedProblem } from '../document/removed-hashes.ts'
import { setSetting } from '../document/settings.ts'
import {
  allRows,
  bulkTransaction,
  type Database,
  resultTransaction,
  run,
  sql,
  transaction,
} from '../document/sqlite.ts'
import { readStoredCalls, wasSentLive } from '../document/stored-calls.ts'
import { callKey } from '../../../shared/planning/call-key.ts'
import { storedColumns, storedPlan, storePlan } from '../document/plans/stored-plan.ts'
import type { Target } from '../document/targets.ts'
import { computeClaims } from '../import-pipeline/compute-claims.ts'
import { type CorrectableRow, corrections } from '../queries/judge-correction.ts'
import { selectedIds, type SelectedScope } from '../queries/users-filter.ts'
import { userRow } from '../queries/users-page.ts'
import type { AloneOptions, BackgroundWork } from './background-work.ts'

/** More are excluded chunk by chunk in the background. */
const maxAtOnce = 400
const chunk = 500
/** Selected users that are looked up together. */
const page = 10_000
/** Tables load their columns again after this many users: each time costs as much as some thousand users. */
const versionEvery = 50_000

/** A core has this user, or may have it, so it is changed there and not here. */
const atLive = `EXISTS (SELECT 1 FROM call JOIN target ON target.id = call.target_id
    WHERE target.kind = 'live' AND call.user_id = user.id AND call.state IN ('done', 'sending', 'in-doubt'))
  OR EXISTS (SELECT 1 FROM progress JOIN target ON target.id = progress.target_id
    WHERE target.kind = 'live' AND progress.user_id = user.id AND progress.state IN ('migrated', 'existing', 'sending', 'in-doubt'))`

const changeable = {
  exclude: `facet.plan_state <> 'excluded' AND NOT (${atLive})`,
  include: "json_extract(user.correction, '$.excluded') = 1",
} as const

const correction = {
  exclude: "json_set(coalesce(correction, '{}'), '$.excluded', json('true'))",
  include: "nullif(json_remove(correction, '$.excluded'), '{}')",
} as const

type Change = keyof typeof changeable
type Order = { readonly scope: SelectedScope; readonly excluded: boolean }

/** How many users were changed and how many stay as they are; `stopped`: the operator stopped it before the last one. */
type Excluded = { readonly changed: number; readonly skipped: number; readonly stopped: boolean }

/**
 * Excludes selected users by the operator's choice, or takes that back, and plans them again in the same transaction. Many are changed chunk by chunk, so that the writer answers others meanwhile and can be stopped between
 * chunks.
 */
export async function excludeUsers(
  database: Database,
  targetId: number,
  { scope, excluded }: Order,
  work: Pick<BackgroundWork, 'alone'>,
): Promise<Result<Excluded>> {
  const gone = hashesRemovedProblem(database)
  if (gone !== null) return gone
  const change: Change = excluded ? 'exclude' : 'include'
  const few = selectedIds(database, targetId, scope, 0, maxAtOnce + 1)
  if (few.length <= maxAtOnce) {
    const changed = transaction(database, () => {
      const users = choose(database, change, few).map(({ id }) => id)
      mark(database, targetId, change, users)
      outdatedPlans.planSome(database, users)
      return users.length
    })
    return ok({ changed, skipped: few.length - changed, stopped: false })
  }
  return work.alone(excluded ? 'excluding' : 'including', (options) =>
    changeInChunks(database, targetId, change, scope, options),
  )
}

async function changeInChunks(
  database: Database,
  targetId: number,
  change: Change,
  scope: SelectedScope,
  { signal, isCalledOff, onProgress }: AloneOptions,
): Promise<Result<Excluded>> {
  // All IDs are read first, because each exclusion changes the result of the filter.
  const selected = await readSelected(database, targetId, scope, signal)
  const allRead = !signal.aborted
  const planning = readPlanning(database)
  let changed = 0
  let done = 0
  let versionAt = 0
  while (done < selected.length && !signal.aborted) {
    const ids = selected.slice(done, done + chunk)
    changed += bulkTransaction(database, () => {
      const users = changeChunk(database, targetId, change, ids, planning)
      if (done + ids.length - versionAt >= versionEvery || done + ids.length === selected.length) {
        bumpUsersVersion(database)
        versionAt = done + ids.length
      }
      setSetting(database, 'exclusion', {
        excluded: change === 'exclude',
        done: done + ids.length,
        total: selected.length,
      })
      return users
    })
    done += ids.length
    onProgress(done, selected.length)
    await setImmediate()
  }
  // An exclusion that ends with the app is reported when the migration is opened again.
  if (done === selected.length || isCalledOff()) setSetting(database, 'exclusion', null)
  return ok({ changed, skipped: done - changed, stopped: !allRead || done < selected.length })
}

async function readSelected(
  database: Database,
  targetId: number,
  scope: SelectedScope,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const selected: number[] = []
  while (!signal.aborted) {
    const ids = selectedIds(database, targetId, scope, selected.at(-1) ?? 0, page)
    if (ids.length === 0) break
    for (const id of ids) selected.push(id)
    await setImmediate()
  }
  return selected
}

/** Plans the users of one chunk without regard to duplicates; those are judged when all are done. */
function changeChunk(
  database: Database,
  targetId: number,
  change: Change,
  ids: readonly number[],
  planning: DocumentPlanning,
): number {
  const chosen = choose(database, change, ids)
  mark(
    database,
    targetId,
    change,
    chosen.map(({ id }) => id),
  )
  const sent: number[] = []
  for (const { id, source, sent: wasSent, ...kept } of chosen) {
    // The planning that follows does not touch users who were sent to a live core, not even failed ones.
    if (wasSent === 1) sent.push(id)
    else {
      const row = { id, source, correction: readCorrection(database, id) }
      const drafted = draftRow(database, row, planning)
      storePlan(database, id, drafted, computeClaims(drafted), kept, planning)
    }
  }
  if (sent.length > 0) outdatedPlans.planSome(database, sent)
  return chosen.length
}

const chosenRow = plannedRow.omit({ correction: true }).extend({ ...storedPlan.shape, sent: z.number() })
const among = 'IN (SELECT value FROM json_each(?))'

function choose(database: Database, change: Change, ids: readonly number[]): readonly z.infer<typeof chosenRow>[] {
  const text = `SELECT user.id, t.source, ${wasSentLive} AS sent, ${storedColumns}
    FROM user ${withFacet} ${withTexts} WHERE user.id ${among} AND ${changeable[change]}`
  return allRows(chosenRow, sql(database, text), JSON.stringify(ids))
}

function mark(database: Database, targetId: number, change: Change, ids: readonly number[]): void {
  const text = JSON.stringify(ids)
  run(database, `UPDATE user SET correction = ${correction[change]} WHERE id ${among}`, text)
  if (change === 'include') return
  // Users that failed, or wait because the core has them, are excluded too.
  run(
    database,
    `UPDATE progress SET state = 'ready', failure = NULL WHERE target_id = ? AND state IN ('failed', 'blocked')
       AND user_id ${among}`,
    targetId,
    text,
  )
}

const correctionRow = z.object({ correction: z.string().nullable() })

function readCorrection(database: Database, id: number): string | null {
  return (
    correctionRow.optional().parse(sql(database, 'SELECT correction FROM user WHERE id = ?').get(id))?.correction ??
    null
  )
}

/** Changes of single users by the operator. */
export const userChanges = {
  /**
   * Corrects one user that is blocked, ready or failed: an overlay in the document, planned again with duplicates
   * checked again. A login method that the core already has cannot be changed here.
   */
  correct: (
    database: Database,
    target: Target | undefined,
    id: number,
    input: Input<'users:correct'>['correction'],
  ): Result<CorrectionUndo | null> => {
    const gone = hashesRemovedProblem(database)
    if (gone !== null) return gone
    const row = userRow(database, target?.id ?? null, id)
    const before = corrections.read(database, id)
    if (row === undefined || before === undefined) return userUnknown
    if (!corrections.isPossible(database, row)) {
      return problem('user-not-correctable', 'This user was already sent. Change it in the core, not here.')
    }
    const corrected = corrections.withInput(database, before, input)
    if ('fault' in corrected) return refuse(corrected.fault)
    const [fault] = corrections.judge(database, before, input)
    if (fault !== undefined) return refuse(fault)
    return resultTransaction(database, () => {
      const wasTried = sql(database, wasTriedQuery).get(id) !== undefined
      setCorrection(database, id, JSON.stringify(corrected.correction))
      if (changesWhatIsDone(database, before)) {
        return problem(
          'already-in-core',
          'Part of this user is already in the core with the old value, so it cannot be changed here. Change it in the core.',
        )
      }
      if (target !== undefined) readyAgain(database, target.id, id)
      return ok(wasTried ? null : { id, correction: before.correction })
    })
  },
  /** Puts the earlier correction of a user back, whatever the planner says of it, unless the user was tried meanwhile. */
  undoCorrection: (database: Database, { id, correction }: CorrectionUndo): Result<null> => {
    if (sql(database, wasTriedQuery).get(id) !== undefined) {
      return problem('user-not-correctable', 'This user was sent meanwhile, so the correction cannot be undone.')
    }
    return resultTransaction(database, () => {
      setCorrection(database, id, correction)
      return ok(null)
    })
  },
}

/** The correction of a user before the last one, as it is stored; null: there was none. It may hold a hash, and stays here. */
export type CorrectionUndo = { readonly id: number; readonly correction: string | null }

const wasTriedQuery = "SELECT 1 FROM progress WHERE user_id = ? AND state <> 'ready'"

function setCorrection(database: Database, id: number, correction: string | null): void {
  sql(database, 'UPDATE user SET correction = ? WHERE id = ?').run(correction, id)
  outdatedPlans.planOne(database, id)
}

/** The codes are `email-invalid`, `phone-invalid`, `provider-invalid` and `hash-invalid`, so that the form shows them at the field. */
function refuse({ field, reason }: CorrectionFault): Result<never> {
  return problem(`${field}-invalid`, `${titles[field]}: ${reason} Nothing was changed.`)
}

const titles: { readonly [F in CorrectionField]: string } = {
  email: 'Email',
  phone: 'Phone',
  provider: 'Provider in the core',
  hash: 'New hash',
}

const doneRow = z.object({ key: z.string() })

/** Whether a call that a live core has carried out would be another one now, or none. */
function changesWhatIsDone(database: Database, before: CorrectableRow): boolean {
  const done = allRows(
    doneRow,
    sql(
      database,
      `SELECT key FROM call JOIN target ON target.id = call.target_id
       WHERE target.kind = 'live' AND user_id = ? AND state = 'done'`,
    ),
    before.id,
  )
  const [old, now] = [before, corrections.read(database, before.id)].map((row) => bodiesByKey(row?.calls ?? '[]'))
  return done.some(({ key }) => old?.get(key) !== now?.get(key))
}

function bodiesByKey(calls: string): ReadonlyMap<string, string> {
  return new Map(readStoredCalls(calls).map((call) => [callKey(call), JSON.stringify(call)]))
}

/**
 * A corrected user that failed is to be sent again, or is migrated when the correction took away all that was left to
 * do. One without an answer waits for the operator's word all the same.
 */
function readyAgain(database: Database, targetId: number, id: number): void {
  const done = new Set(
    allRows(
      doneRow,
      sql(database, "SELECT key FROM call WHERE target_id = ? AND user_id = ? AND state = 'done'"),
      targetId,
      id,
    ).map(({ key }) => key),
  )
  const calls = readStoredCalls(corrections.read(database, id)?.calls ?? '[]')
  const nothingLeft = calls.length > 0 && calls.every((call) => done.has(callKey(call)))
  sql(
    database,
    "UPDATE progress SET state = ?, failure = NULL WHERE target_id = ? AND user_id = ? AND state IN ('failed', 'blocked')",
  ).run(nothingLeft ? 'migrated' : 'ready', targetId, id)
}
