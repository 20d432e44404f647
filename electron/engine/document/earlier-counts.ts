import * as z from 'zod'
import { allRows, oneNumber } from './rows.ts'
import { getSetting, setSetting } from './settings.ts'
import { sql, transaction, type Database } from './sqlite.ts'

/** How the users of this export stand to those of the earlier migration; the first four add up to the users. */
export type EarlierCounts = {
  readonly new: number
  readonly changed: number
  readonly unchanged: number
  /** Known to the earlier migration, but not sent to the core there. */
  readonly open: number
  /** In the core by the earlier migration, and no longer in the export. */
  readonly vanished: number
}

/** Counts once, after planning: who vanished is not to be looked for again and again. */
export function countSinceEarlier(database: Database): void {
  if (getSetting(database, 'earlier') === undefined) return
  const users = (code: string) =>
    oneNumber(sql(database, 'SELECT count(DISTINCT user_id) AS n FROM finding WHERE code = ?'), code)
  transaction(database, () => {
    database.exec(`UPDATE earlier SET seen = 0;
      UPDATE earlier SET seen = 1 WHERE key IN (SELECT 'id:' || source_id FROM user WHERE source_id IS NOT NULL);
      UPDATE earlier SET seen = 1 WHERE key IN
        (SELECT 'email:' || email FROM user WHERE source_id IS NULL AND email IS NOT NULL);
      UPDATE earlier SET seen = 1 WHERE key IN
        (SELECT 'phone:' || phone FROM user WHERE source_id IS NULL AND email IS NULL AND phone IS NOT NULL)`)
    const [changed, unchanged, open] = [users('changed-since'), users('unchanged-since'), users('open-since')]
    // One without a place in the earlier migration can still be held, because its email has one.
    const all = oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
    const vanished = oneNumber(sql(database, `SELECT count(*) AS n FROM earlier WHERE ${isGone}`))
    setSetting(database, 'earlier-counts', {
      new: all - changed - unchanged - open,
      changed,
      unchanged,
      open,
      vanished,
    })
  })
}

const isGone = 'seen = 0 AND EXISTS (SELECT 1 FROM earlier_call WHERE earlier_call.user_key = earlier.key)'

const vanishedRow = z.object({ key: z.string(), sourceId: z.string().nullable(), contact: z.string().nullable() })

/** A user who is in the core by the earlier migration, and no longer in the export. */
export type Vanished = z.infer<typeof vanishedRow>

/** Those who vanished, in the order of their keys, behind `after`. */
export function listVanished(database: Database, after: string, limit: number): readonly Vanished[] {
  const select = `SELECT key, source_id AS sourceId, contact FROM earlier WHERE key > ? AND ${isGone} ORDER BY key LIMIT ?`
  return allRows(vanishedRow, sql(database, select), after, limit)
}
