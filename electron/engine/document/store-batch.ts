import type { DraftBatch } from '../drafting/draft-batch.ts'
import { planColumns } from '../drafting/plan-columns.ts'
import { oneNumber } from './rows.ts'
import { sql, type Database } from './sqlite.ts'

const userColumns = ['line', 'byte', 'source_id', 'keys', 'source', 'imports', ...planColumns]
const insertUser = `INSERT INTO user (id, file_id, ${userColumns.join(', ')})
  VALUES (?, ?, ${userColumns.map(() => '?').join(', ')})`

/** Writes what was read from a file. Within a transaction. */
export function storeBatch(database: Database, fileId: number, batch: DraftBatch): void {
  // Behind all users that there are, so that the order of ids is the order of reading.
  const first = oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM user')) + 1
  const user = sql(database, insertUser)
  for (const [index, values] of batch.users.entries()) user.run(first + index, fileId, ...values)
  const claim = sql(database, 'INSERT OR IGNORE INTO claim (user_id, key, holds) VALUES (?, ?, 1)')
  for (const [index, key] of batch.claims) claim.run(first + index, key)
  const finding = sql(
    database,
    'INSERT OR IGNORE INTO finding (user_id, code, grp, blocks, detail) VALUES (?, ?, ?, ?, ?)',
  )
  for (const [index, ...values] of batch.findings) finding.run(first + index, ...values)
  const part = sql(database, 'INSERT INTO part (file_id, line, byte, keys, part) VALUES (?, ?, ?, ?, ?)')
  for (const values of batch.parts) part.run(fileId, ...values)
  const unreadable = sql(database, 'INSERT INTO unreadable (file_id, line, byte, reason) VALUES (?, ?, ?, ?)')
  for (const values of batch.unreadable) unreadable.run(fileId, ...values)
}
