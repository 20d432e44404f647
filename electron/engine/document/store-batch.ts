import type { DraftBatch, UserValues } from '../drafting/draft-batch.ts'
import { planColumns } from '../drafting/plan-columns.ts'
import { oneNumber } from './rows.ts'
import { sql, type Database, type SqlValue } from './sqlite.ts'

/** Writes what was read from a file. Within a transaction. */
export function storeBatch(database: Database, fileId: number, batch: DraftBatch): void {
  // Behind all users that there are, so that the order of ids is the order of reading.
  const first = oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM user')) + 1
  for (const [index, values] of batch.users.entries()) insertUser(database, first + index, fileId, values)
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

/** What the schema puts where nothing is said. */
const defaults: { readonly [column: string]: SqlValue } = {
  source_id: null,
  keys: null,
  imports: 0,
  email: null,
  phone: null,
  plan_state: 'blocked',
  calls: '[]',
  methods: '',
  bucket: 'none',
  providers: '',
  note: '',
  reason: '',
}
const columns = ['line', 'byte', 'source_id', 'keys', 'source', 'imports', ...planColumns]
const byDefault = columns.map((column) => defaults[column])
/** The statement for each set of columns, as bits. */
const inserts = new Map<number, string>()

/** Most columns of most users are what they are by default, and to hand a value over costs more than anything else. */
function insertUser(database: Database, id: number, fileId: number, values: UserValues): void {
  const given: SqlValue[] = [id, fileId]
  let set = 0
  for (let column = 0; column < values.length; column += 1) {
    const value = values[column] ?? null
    if (value === byDefault[column]) continue
    set |= 1 << column
    given.push(value)
  }
  sql(database, inserts.get(set) ?? insertOf(set)).run(...given)
}

function insertOf(set: number): string {
  const names = ['id', 'file_id', ...columns.filter((_, column) => (set & (1 << column)) !== 0)]
  const text = `INSERT INTO user (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
  inserts.set(set, text)
  return text
}
