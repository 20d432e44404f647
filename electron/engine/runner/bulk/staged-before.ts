import * as z from 'zod'
import { bulkPersonBody } from '../../../../shared/core-api/bulk-person.ts'
import type { BulkRow } from '../../../../shared/core-api/bulk-rows.ts'
import { stagedFingerprint } from '../../../../shared/core-api/staged-fingerprint.ts'
import { keyOfLogin } from '../../../../shared/planning/call-key.ts'
import { allRows, type Database, sql } from '../../document/sqlite.ts'
import { loginsOfMethods, personOf } from './person-of.ts'
import { readStagedUsers } from './settle-users.ts'

/** A user of this migration that was staged about when a row of the core's list was made, with the same contents. */
export type StagedBefore = { readonly userId: number; readonly isInDoubt: boolean }

/** A request may be on its way for a minute, and the clocks of the core and of this machine may differ. */
const maxApartMs = 600_000

const batchRow = z.object({ sent_at: z.number() })
const ownerRow = z.object({ user_id: z.number(), key: z.string() })
const stagedRow = z.object({ user_id: z.number(), state: z.string(), at: z.number().nullable() })

const owners = `SELECT user_id, key FROM call WHERE target_id = ? AND key IN (SELECT value FROM json_each(?))`
/** The last time that a user was staged: in a batch that is open, imported, or ended in another way. */
const whenStaged = `SELECT p.user_id, p.state, max(
    coalesce((SELECT b.sent_at FROM bulk_row AS r JOIN bulk_batch AS b ON b.id = r.batch_id
      WHERE r.target_id = p.target_id AND r.user_id = p.user_id), 0),
    coalesce((SELECT max(call.sent_at) FROM call WHERE call.target_id = p.target_id AND call.user_id = p.user_id), 0),
    coalesce((SELECT max(at) FROM attempt WHERE attempt.target_id = p.target_id AND attempt.user_id = p.user_id
      AND operation = 'bulk-stage'), 0)) AS at
  FROM json_each(?) AS one CROSS JOIN progress AS p ON p.target_id = ? AND p.user_id = one.value`

/**
 * Which rows of the core's list are copies of rows that this migration staged, by the ID of the row: they have the login, the
 * contents and, within some minutes, the time of a user that it staged. The calls of the target are gone through where a row
 * was made at such a time, so rows that are known are not to be asked about again. `aheadMs`: how far the core's clock is ahead.
 */
export function readStagedBefore(
  database: Database,
  targetId: number,
  rows: readonly BulkRow[],
  aheadMs: number,
): ReadonlyMap<string, StagedBefore> {
  const isNear = (sentAt: number, createdAt: number) => Math.abs(createdAt - aheadMs - sentAt) <= maxApartMs
  const batches = allRows(batchRow, sql(database, 'SELECT sent_at FROM bulk_batch WHERE target_id = ?'), targetId)
  const near = rows.filter(({ createdAt }) => batches.some(({ sent_at }) => isNear(sent_at, createdAt)))
  if (near.length === 0) return new Map()
  const keys = near.flatMap((row) => callKeysOf(row))
  const ownerOf = new Map(
    allRows(ownerRow, sql(database, owners), targetId, JSON.stringify(keys)).map((row) => [row.key, row.user_id]),
  )
  const ids = JSON.stringify([...new Set(ownerOf.values())])
  const staged = new Map(allRows(stagedRow, sql(database, whenStaged), ids, targetId).map((row) => [row.user_id, row]))
  const prints = new Map(
    readStagedUsers(database, targetId, [...staged.keys()]).map(({ id, calls }) => {
      const found = personOf(calls.map(({ call }) => call))
      return [id, found === null ? null : stagedFingerprint(bulkPersonBody(found.person))]
    }),
  )
  return new Map(
    near.flatMap((row): [string, StagedBefore][] => {
      const userId = callKeysOf(row)
        .map((key) => ownerOf.get(key))
        .find((one) => one !== undefined)
      const one = userId === undefined ? undefined : staged.get(userId)
      if (one === undefined || one.at === null || !isNear(one.at, row.createdAt)) return []
      if (prints.get(one.user_id) !== row.fingerprint) return []
      return [[row.id, { userId: one.user_id, isInDoubt: one.state === 'in-doubt' }]]
    }),
  )
}

/** The keys of the calls that would create the login methods of a row. */
function callKeysOf({ methods }: BulkRow): readonly string[] {
  return loginsOfMethods(methods).map(keyOfLogin)
}
