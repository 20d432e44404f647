import type { Provenance } from '../../document/provenance.ts'
import type { Database } from '../../document/sqlite.ts'
import { bulkInsert, run, sql, statementOfRows } from '../../document/statements.ts'
import { transaction } from '../../document/transactions.ts'
import { markUsersSending } from '../claim-users.ts'
import { newBatch, type Batch } from './batch.ts'
import type { BegunUser } from './begun-users.ts'

/*
 * Staging, as it is journalled: before its first byte leaves, a batch has its users, and each of their calls that creates
 * somebody, in `sending`, with the sign that the core did not have that login. Calls that follow from creating a user have
 * no row before they are done: without one, a call is to be done.
 */

const creatingCalls = statementOfRows(
  (rows) => `WITH begun (target_id, at) AS (VALUES (?, ?))
    INSERT INTO call (target_id, user_id, key, kind, state, since, absent_at, provenance)
    SELECT begun.target_id, column1, column2, column3, 'sending', begun.at, begun.at, column4
    FROM begun CROSS JOIN (VALUES ${rows}) WHERE true
    ON CONFLICT DO UPDATE SET state = 'sending', since = excluded.since, absent_at = excluded.absent_at,
    provenance = excluded.provenance`,
  '(?, ?, ?, ?)',
)

const insertBatch = 'INSERT INTO bulk_batch (target_id, sent_at, joined) VALUES (?, ?, ?)'
const insertRows = `INSERT INTO bulk_row (target_id, batch_id, place, user_id, state)
  SELECT ?, ?, one.key, one.value, 'sending' FROM json_each(?) AS one`

/** Writes down that these users are about to be staged. `at`: Unix epoch, milliseconds. */
export function writeBatch(
  database: Database,
  targetId: number,
  {
    users,
    at,
    provenance,
    joined,
  }: {
    readonly users: readonly BegunUser[]
    readonly at: number
    readonly provenance: Provenance
    /** Whether the time joined is sent of those who have one. */
    readonly joined: boolean
  },
): Batch {
  const ids = users.map(({ id }) => id)
  return transaction(database, () => {
    const batchId = Number(sql(database, insertBatch).run(targetId, at, joined ? 1 : 0).lastInsertRowid)
    markUsersSending(database, targetId, users, at)
    const calls = users.flatMap(({ id, creating }) => creating.map((call) => ({ id, call })))
    bulkInsert(
      database,
      creatingCalls,
      calls,
      (values, { id, call: { key, kind } }) => values.push(id, key, kind, provenance.signAbsent(key, at)),
      [targetId, at],
    )
    run(database, insertRows, targetId, batchId, JSON.stringify(ids))
    return newBatch(batchId, at, ids)
  })
}
