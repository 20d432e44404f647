import { profilePartNames, profileTitle, type ProfilePart } from '../../../shared/users/profile-parts.ts'
import { noOp } from '../document/call-status.ts'
import { ofFacet } from '../document/facets.ts'
import { oneNumber } from '../document/rows.ts'
import { getChoices } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import type { Target } from '../document/targets.ts'
import { hasPart } from './profile-groups.ts'

type Note = { readonly title: string; readonly users: number }

/** Of migrated users: how many the core has each part of their profile of, and how many it was left behind of. */
export function profileNotes(database: Database, target: Target | undefined): readonly Note[] {
  if (target === undefined) return []
  const choices = getChoices(database).profile
  return profilePartNames.flatMap((part) => {
    const migrated = countMigrated(database, target, part, '1')
    if (migrated === 0) return []
    const isTaken = target.dialect === 'supertokens' && choices[part] !== 'exclude'
    const kept = isTaken ? countMigrated(database, target, part, keptBy(part)) : 0
    const notes = [
      { title: `${profileTitle(part)} carried over`, users: kept },
      { title: `${profileTitle(part)} left behind`, users: migrated - kept },
    ]
    return notes.filter(({ users }) => users > 0)
  })
}

function countMigrated(database: Database, { id }: Target, part: ProfilePart, condition: string): number {
  const select = `SELECT count(*) AS n FROM ${ofFacet}
    CROSS JOIN progress p ON p.target_id = ? AND p.user_id = user.id
    WHERE p.state = 'migrated' AND ${hasPart(part)} AND ${condition}`
  return oneNumber(sql(database, select), id)
}

const kinds = { metadata: 'metadata', roles: 'role', totp: 'totp' } as const

/** The time joined has no call: bulk import takes it with the user, where it can be read. */
function keptBy(part: ProfilePart): string {
  if (part !== 'joined') {
    return `EXISTS (SELECT 1 FROM call WHERE call.target_id = p.target_id AND call.user_id = user.id
      AND call.kind = '${kinds[part]}' AND call.state = 'done' AND coalesce(call.status, '') <> '${noOp}')`
  }
  // A user of a batch was sent when its batch was; of one request that succeeded, only its call is kept.
  return `(EXISTS (SELECT 1 FROM call WHERE call.target_id = p.target_id AND call.user_id = user.id AND call.state = 'done'
        AND call.sent_at IN (SELECT sent_at FROM bulk_batch WHERE bulk_batch.target_id = p.target_id))
      OR EXISTS (SELECT 1 FROM attempt WHERE attempt.target_id = p.target_id AND attempt.user_id = user.id
        AND operation = 'bulk-stage' AND outcome = 'success'))
    AND NOT EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id AND group_key = 'joined-implausible')`
}
