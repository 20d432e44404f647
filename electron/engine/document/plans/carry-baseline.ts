import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { tenantOf, type Call } from '../../../../shared/planning/call.ts'
import { callKey, keyOfLogin, loginOfKey, partsOfKey } from '../../../../shared/planning/call-key.ts'
import { allRows, bulkTransaction, type Database, oneRow, sql } from '../sqlite.ts'

/*
 * Rows of the migration before the baseline: a later export that changes nothing for a user sends nothing, so only
 * these rows know that user. They are carried as they are, under the key of their fingerprints.
 */

const userRow = z.object({
  key: z.string(),
  source_id: z.string().nullable(),
  contact: z.string().nullable(),
  digest: z.string(),
  state: z.string(),
})
const callRow = z.object({
  user_key: z.string(),
  key: z.string(),
  kind: z.string(),
  digest: z.string(),
  core_user_id: z.string().nullable(),
  email: z.string().nullable(),
})
type CallRow = z.infer<typeof callRow>

const chunk = 1000

/** Copies all rows; false: it was stopped before the end. */
export async function carryRows(database: Database, baseline: Database, signal: AbortSignal): Promise<boolean> {
  for (let after = ''; ;) {
    if (signal.aborted) return false
    const page = 'SELECT key, source_id, contact, digest, state FROM baseline_user WHERE key > ? ORDER BY key LIMIT ?'
    const users = allRows(userRow, sql(baseline, page), after, chunk)
    const last = users.at(-1)
    if (last === undefined) return true
    const calls = allRows(callRow, sql(baseline, callsBetween), after, last.key)
    bulkTransaction(database, () => {
      const insert = 'INSERT INTO baseline_user (key, source_id, contact, digest, state) VALUES (?, ?, ?, ?, ?)'
      for (const { key, source_id: id, contact, digest, state } of users)
        sql(database, insert).run(key, id, contact, digest, state)
      for (const call of calls) writeRow(database, call)
    })
    after = last.key
    await setImmediate()
  }
}

const callsBetween = `SELECT user_key, key, kind, digest, core_user_id, email FROM baseline_call
  WHERE user_key > ? AND user_key <= ?`

export function writeRow(
  database: Database,
  { user_key: userKey, key, kind, digest, core_user_id: id, email }: CallRow,
): void {
  sql(
    database,
    'INSERT OR REPLACE INTO baseline_call (user_key, key, kind, digest, core_user_id, email) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(userKey, key, kind, digest, id, email)
}

/** Gives a carried login the contacts that the baseline changed it to. `digestOf`: the fingerprint of a call. */
export function updateCarriedLogin(
  database: Database,
  userKey: string,
  change: Extract<Call, { kind: 'change-contact' }>,
  digestOf: (call: Call) => string,
): void {
  const { login, from, to } = change
  const tenant = tenantOf(change)
  if (login.recipe === 'thirdparty') {
    const key = keyOfLogin(tenant === null ? login : { ...login, tenant })
    sql(database, 'UPDATE baseline_call SET email = ? WHERE user_key = ? AND key = ?').run(to.email, userKey, key)
    return
  }
  const byId = `SELECT user_key, key, kind, digest, core_user_id, email FROM baseline_call
    WHERE user_key = ? AND core_user_id = ? AND kind IN ('import', 'passwordless')`
  const row = oneRow(callRow, sql(database, byId), userKey, login.coreUserId)
  const known = row === undefined ? null : loginOfKey(row.key)
  if (row === undefined || known === null) return
  const email = to.email ?? from.email
  const phoneNumber = to.phoneNumber ?? from.phoneNumber
  const remove = sql(database, 'DELETE FROM baseline_call WHERE user_key = ? AND key = ?')
  remove.run(userKey, row.key)
  const now =
    'phoneNumber' in known && phoneNumber !== null
      ? { ...known, phoneNumber }
      : { ...known, ...(email === null ? {} : { email }) }
  writeRow(database, { ...row, key: keyOfLogin(now), email: 'phoneNumber' in known ? null : email })
  if (row.kind === 'import' || email === null || phoneNumber === null) return
  for (const { key } of updatesOf(database, userKey)) if (partsOfKey(key).tenant === tenant) remove.run(userKey, key)
  const update: Call = { kind: 'update', email, phoneNumber, ...(tenant === null ? {} : { tenant }) }
  writeRow(database, {
    user_key: userKey,
    key: callKey(update),
    kind: update.kind,
    digest: digestOf(update),
    core_user_id: row.core_user_id,
    email,
  })
}

function updatesOf(database: Database, userKey: string) {
  return allRows(
    z.object({ key: z.string() }),
    sql(database, "SELECT key FROM baseline_call WHERE user_key = ? AND kind = 'update'"),
    userKey,
  )
}
