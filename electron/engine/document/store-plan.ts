import { makesUser } from '../../../shared/planning/follow-ups.ts'
import * as z from 'zod'
import type { Call } from '../../../shared/planning/call.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { providerKey } from '../../../shared/users/known-provider.ts'
import type { User } from '../../../shared/users/user.ts'
import { allRows } from './rows.ts'
import { sql, type Database } from './sqlite.ts'
import { callKey, readStoredCalls } from './stored-calls.ts'

/** Writes a user's plan and findings, with what tables and filters of the screen need of them. */
export function storePlan(
  database: Database,
  before: { readonly id: number; readonly calls: string },
  user: User,
  plan: Plan,
): void {
  const calls = JSON.stringify(plan.calls)
  const note = plan.findings.find((finding) => finding.blocks) ?? plan.findings[0]
  sql(
    database,
    'UPDATE user SET email = ?, phone = ?, plan_state = ?, calls = ?, methods = ?, bucket = ?, providers = ?, note = ?, reason = ? WHERE id = ?',
  ).run(
    plan.email,
    plan.phone,
    plan.state,
    calls,
    methodsOf(plan).join(','),
    bucketName(plan.bucket),
    `,${[...new Set(user.identities.map((identity) => providerKey(identity.provider)))].join(',')},`,
    note?.detail ?? '',
    plan.state === 'blocked' ? (note?.code ?? '') : '',
    before.id,
  )
  for (const { code, group, blocks, detail } of plan.findings) {
    sql(database, 'INSERT OR IGNORE INTO finding (user_id, code, grp, blocks, detail) VALUES (?, ?, ?, ?, ?)').run(
      before.id,
      code,
      group,
      blocks ? 1 : 0,
      detail,
    )
  }
  if (calls !== before.calls) forgetRehearsal(database, before.id, unchangedKeys(before.calls, plan.calls))
}

function methodsOf(plan: Plan): readonly string[] {
  const kinds = plan.calls.filter(makesUser).map((call) => (call.kind === 'import' ? 'password' : call.kind))
  return [...new Set(kinds)]
}

function bucketName(bucket: Plan['bucket']): string {
  switch (bucket.kind) {
    case 'family':
      return bucket.family
    case 'unsupported':
      return `unsupported:${bucket.family}`
    default:
      return bucket.kind
  }
}

/**
 * What a rehearsal said of a plan that changed since is no longer true. Calls that stayed the same and are done stay
 * done: the rehearsal core still holds what they made.
 */
function forgetRehearsal(database: Database, userId: number, same: ReadonlySet<string>): void {
  const rehearsals = allRows(idRow, sql(database, "SELECT id FROM target WHERE kind = 'rehearsal'"))
  for (const { id } of rehearsals) {
    const calls = allRows(
      keyRow,
      sql(database, 'SELECT key, state FROM call WHERE target_id = ? AND user_id = ?'),
      id,
      userId,
    )
    const kept = calls.filter(({ key, state }) => state === 'done' && same.has(key))
    for (const { key } of calls.filter((call) => !kept.includes(call))) {
      for (const table of ['call', 'attempt']) {
        sql(database, `DELETE FROM ${table} WHERE target_id = ? AND user_id = ? AND key = ?`).run(id, userId, key)
      }
    }
    const progress =
      kept.length === 0
        ? 'DELETE FROM progress WHERE target_id = ? AND user_id = ?'
        : "UPDATE progress SET state = 'ready', failure = NULL WHERE target_id = ? AND user_id = ?"
    sql(database, progress).run(id, userId)
  }
}

const idRow = z.object({ id: z.number() })
const keyRow = z.object({ key: z.string(), state: z.string() })

/** Keys of the calls that are in both plans, unchanged in every part. */
function unchangedKeys(before: string, after: readonly Call[]): ReadonlySet<string> {
  const known = new Set(readStoredCalls(before).map((call) => JSON.stringify(call)))
  return new Set(after.filter((call) => known.has(JSON.stringify(call))).map(callKey))
}
