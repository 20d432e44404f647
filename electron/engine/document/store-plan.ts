import { makesUser } from '../../../shared/planning/follow-ups.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { providerKey } from '../../../shared/users/known-provider.ts'
import type { User } from '../../../shared/users/user.ts'
import { sql, type Database } from './sqlite.ts'

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
  if (calls !== before.calls) forgetRehearsal(database, before.id)
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

/** What a rehearsal said of a plan that changed since is no longer true. */
function forgetRehearsal(database: Database, userId: number): void {
  for (const table of ['progress', 'call', 'attempt']) {
    sql(
      database,
      `DELETE FROM ${table} WHERE user_id = ? AND target_id IN (SELECT id FROM target WHERE kind = 'rehearsal')`,
    ).run(userId)
  }
}
