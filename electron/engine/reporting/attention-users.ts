import * as z from 'zod'
import type { UserState } from '../../../shared/planning/call.ts'
import { getSetting } from '../document/settings.ts'
import { allRows, type Database, sql } from '../document/sqlite.ts'
import { joined } from '../queries/user-index/pieces.ts'

/** Why users may need attention, by what happened to them, or by their plan. */
export type AttentionState = Extract<UserState, 'failed' | 'in-doubt' | 'blocked' | 'excluded'>
export const attentionStates = [
  'failed',
  'in-doubt',
  'blocked',
  'excluded',
] as const satisfies readonly AttentionState[]

const idRow = z.object({ id: z.number() })
const usersAtOnce = 50_000

/**
 * The ids of users that a report may list for one of `states`, in the order of the export, found along indexes: of ten
 * million users few need attention. `most`: limit for each state. Null: the indexes are missing, because users are
 * being read or planned; every user has to be looked at.
 */
export function attentionUsers(
  database: Database,
  target: number,
  states: readonly AttentionState[],
  most = Number.POSITIVE_INFINITY,
): Uint32Array | null {
  if (getSetting(database, 'plans-current') !== true) return null
  return mergeIds(
    states.map((state) =>
      mergeIds([...happened(database, target, state, most), ...planned(database, state, most)]).slice(0, most),
    ),
  )
}

/** The ids of several lists in their order, each once. */
export function mergeIds(lists: readonly Uint32Array[]): Uint32Array {
  return joined(lists)
    .toSorted()
    .filter((id, index, sorted) => index === 0 || id !== sorted[index - 1])
}

/** Who is being sent may have failed at one call already. */
function happened(database: Database, target: number, state: AttentionState, most: number): readonly Uint32Array[] {
  const after =
    'SELECT user_id AS id FROM progress WHERE target_id = ? AND state = ? AND user_id > ? ORDER BY user_id LIMIT ?'
  const states = state === 'failed' || state === 'in-doubt' ? [state, 'sending'] : [state]
  return states.map((one) =>
    pages(most, (last, limit) => allRows(idRow, sql(database, after), target, one, last, limit)),
  )
}

function planned(database: Database, state: AttentionState, most: number): readonly Uint32Array[] {
  const facets = allRows(idRow, sql(database, 'SELECT id FROM facet WHERE plan_state = ?'), state)
  const after = 'SELECT id FROM user WHERE facet_id = ? AND id > ? ORDER BY id LIMIT ?'
  return facets.map(({ id: facet }) =>
    pages(most, (last, limit) => allRows(idRow, sql(database, after), facet, last, limit)),
  )
}

type Read = (after: number, limit: number) => readonly { readonly id: number }[]

function pages(most: number, read: Read): Uint32Array {
  const ids: number[] = []
  while (ids.length < most) {
    const limit = Math.min(usersAtOnce, most - ids.length)
    const page = read(ids.at(-1) ?? 0, limit)
    for (const { id } of page) ids.push(id)
    if (page.length < limit) break
  }
  return Uint32Array.from(ids)
}
