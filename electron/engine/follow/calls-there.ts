import * as z from 'zod'
import type { Call } from '../../../shared/planning/call.ts'
import { callKey } from '../../../shared/planning/call-key.ts'
import type { CoreCall } from '../document/passes.ts'
import { allRows, type Database, sql } from '../document/sqlite.ts'
import { callsText, isRefused, ownStatus, readStoredCalls } from '../document/stored-calls.ts'

const madeRow = z.object({
  key: z.string(),
  state: z.string(),
  http_status: z.number().nullable(),
  tries: z.number(),
  status: z.string().nullable(),
  core_user_id: z.string().nullable(),
  recipe_user_id: z.string().nullable(),
  created: z.number().nullable(),
  existed: z.number().nullable(),
  provenance: z.string().nullable(),
})
type MadeRow = z.infer<typeof madeRow>

/** The calls that the document has planned for a user, with what is known of each at a core. */
export type KnownCalls = {
  /** Calls that are in the core, or may be. */
  readonly there: readonly CoreCall[]
  /** Calls that are not. */
  readonly open: readonly Call[]
  /** Some call may have been done, unseen. */
  readonly isUnclear: boolean
}

export function knownCalls(database: Database, targetId: number, userId: number): KnownCalls {
  const select = `SELECT key, state, http_status, tries, status, core_user_id, recipe_user_id, created, existed, provenance FROM call
    WHERE target_id = ? AND user_id = ?`
  const rows = new Map(allRows(madeRow, sql(database, select), targetId, userId).map((row) => [row.key, row]))
  const there: CoreCall[] = []
  const open: Call[] = []
  let isUnclear = false
  for (const call of readStoredCalls(callsText(database, userId))) {
    const row = rows.get(callKey(call))
    if (row !== undefined && mayBeThere(row)) isUnclear = true
    if (row?.state === 'done') there.push({ call, made: madeOf(row) })
    else open.push(call)
  }
  return { there, open, isUnclear }
}

/** It was sent, and no answer says that the core did not do it: what the core has is not known before it is sent again. */
function mayBeThere({ state, status, http_status: code, tries }: MadeRow): boolean {
  if (state === 'sending' || state === 'in-doubt') return true
  if (state === 'done' || tries === 0) return false
  if (state === 'todo') return status !== ownStatus.notApplied && status !== ownStatus.conflict
  return !isRefused(status, code)
}

function madeOf({
  key,
  status,
  core_user_id,
  recipe_user_id,
  created,
  existed,
  provenance,
}: MadeRow): CoreCall['made'] {
  return {
    key,
    coreUserId: core_user_id,
    recipeUserId: recipe_user_id,
    created,
    existed,
    provenance,
    isForeign: status === 'skipped-existing',
  }
}
