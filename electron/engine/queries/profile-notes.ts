import { profilePartNames, profileTitle, type ProfilePart } from '../../../shared/users/profile-parts.ts'
import { noOp } from '../document/call-status.ts'
import { ofFacet } from '../document/facets.ts'
import { oneNumber } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import type { Target } from '../document/targets.ts'
import { hasPart } from './profile-groups.ts'

type Note = { readonly title: string; readonly users: number }

/** Of migrated users whose export has a part of the profile: how many the core has it of, and how many it was left behind of. */
export type ProfileCount = { readonly carriedOver: number; readonly leftBehind: number }

/** Counts every part of the profile that the export has of any migrated user. */
export function profileCounts(
  database: Database,
  target: Target | undefined,
): Readonly<Partial<Record<ProfilePart, ProfileCount>>> {
  if (target === undefined) return {}
  const counts: Partial<Record<ProfilePart, ProfileCount>> = {}
  for (const part of profilePartNames) {
    const migrated = countMigrated(database, target, part, '1')
    if (migrated === 0) continue
    const carriedOver = countMigrated(database, target, part, keptBy(part, target.id))
    counts[part] = { carriedOver, leftBehind: migrated - carriedOver }
  }
  return counts
}

/** The counts as notes of the report. */
export function profileNotes(counts: ReturnType<typeof profileCounts>): readonly Note[] {
  return profilePartNames.flatMap((part) => {
    const { carriedOver = 0, leftBehind = 0 } = counts[part] ?? {}
    const notes = [
      { title: `${profileTitle(part)} carried over`, users: carriedOver },
      { title: `${profileTitle(part)} left behind`, users: leftBehind },
    ]
    return notes.filter(({ users }) => users > 0)
  })
}

/** A condition on a user and its progress `p`: the core has its time joined. */
export function keepsTimeJoined(target: Target | undefined): string {
  return target === undefined ? '0' : keptBy('joined', target.id)
}

function countMigrated(database: Database, { id }: Target, part: ProfilePart, condition: string): number {
  const select = `SELECT count(*) AS n FROM ${ofFacet}
    CROSS JOIN progress p ON p.target_id = ? AND p.user_id = user.id
    WHERE p.state = 'migrated' AND ${hasPart(part)} AND ${condition}`
  return oneNumber(sql(database, select), id)
}

/** The kind of call that carries a part over. What is excluded after it was sent stays carried over. */
export const profileCallKinds = { metadata: 'metadata', roles: 'role', totp: 'totp' } as const

/** The time joined has no call: bulk import takes it with the user, where it can be read. */
function keptBy(part: ProfilePart, targetId: number): string {
  if (part !== 'joined') {
    return `EXISTS (SELECT 1 FROM call WHERE call.target_id = p.target_id AND call.user_id = user.id
      AND call.kind = '${profileCallKinds[part]}' AND call.state = 'done' AND coalesce(call.status, '') <> '${noOp}')`
  }
  // A user of a batch was sent when its batch was; of one request that succeeded, only its call is kept.
  const batches = `SELECT sent_at FROM bulk_batch WHERE bulk_batch.target_id = ${targetId} AND joined = 1`
  return `(EXISTS (SELECT 1 FROM call WHERE call.target_id = p.target_id AND call.user_id = user.id AND call.state = 'done'
        AND call.sent_at IN (${batches}))
      OR EXISTS (SELECT 1 FROM attempt WHERE attempt.target_id = p.target_id AND attempt.user_id = user.id
        AND operation = 'bulk-stage' AND outcome = 'success' AND attempt.at IN (${batches})))
    AND NOT EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id AND group_key = 'joined-implausible')`
}
