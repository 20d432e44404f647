import { bulkObstacle } from '../../../shared/core-api/choose-executor.ts'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import { maskMetadata } from '../../../shared/mapping/shown/mask-sample.ts'
import type { Call } from '../../../shared/planning/call.ts'
import { describeFinding, type FindingCode } from '../../../shared/planning/findings.ts'
import { maxMetadata } from '../../../shared/planning/profile.ts'
import { readTimeJoined } from '../../../shared/users/time-joined.ts'
import { readTotp } from '../../../shared/users/totp-secret.ts'
import {
  doubtfulTotpGroup,
  implausibleTimeGroup,
  type Profile,
  type ProfileGroup,
  profileGroupNames,
  type ProfilePart,
  profilePartNames,
  isProfilePart,
} from '../../../shared/users/user.ts'
import { coreFactsTable } from '../document/core-facts.ts'
import { hasAnyOfPart, hasProfilePart, ofFacet } from '../document/facets.ts'
import { type Database, oneNumber, sql } from '../document/sqlite.ts'
import { ownStatus } from '../document/stored-calls.ts'
import { type Target, targetTable } from '../document/targets.ts'
import type { FacetCount } from './counts.ts'

/** Is this group of findings counted by the profile of users, and not kept with each of them? */
export function isCountedPart(code: string, group: string): group is ProfileGroup {
  return (code === 'profile-data' || code === 'profile-not-kept') && isProfileGroup(group)
}

/** Users who have this part in the export, and are to be sent or decided; `facet` is joined. */
export function hasPart(part: ProfileGroup): string {
  return `${hasProfilePart(part)} AND facet.plan_state <> 'excluded'`
}

/**
 * The fate of a part at a core: it is sent with the user, or the core has no place for it. Null: the plan of each user says it. `takesTotp`: the
 * license of the core covers TOTP, or is not known.
 */
function codeOfPart(part: ProfileGroup, target: Target | undefined, takesTotp: boolean): FindingCode | null {
  if (part === doubtfulTotpGroup) return target?.dialect === 'documented' ? 'profile-not-kept' : null
  if (part === implausibleTimeGroup) return target?.dialect === 'supertokens' ? null : 'profile-not-kept'
  if (part === 'totp' && !takesTotp) return null
  if (!isProfilePart(part)) return 'profile-not-kept'
  // Which it is, the core decides that is chosen later.
  if (target === undefined) return 'profile-data'
  if (target.dialect === 'documented') return 'profile-not-kept'
  return part === 'joined' && bulkObstacle(target) !== null ? 'profile-not-kept' : 'profile-data'
}

/** The parts of profiles as groups of findings. */
export function countProfileParts(database: Database, facets: readonly FacetCount[]) {
  const target = targetTable.current(database)
  const isTotpTaken = takesTotp(database, target)
  return profileGroupNames.flatMap((part) => {
    const having = facets.filter(({ state, profile }) => state !== 'excluded' && profile.split(',').includes(part))
    const users = having.reduce((sum, facet) => sum + facet.users, 0)
    const code = codeOfPart(part, target, isTotpTaken)
    return users === 0 || code === null ? [] : [{ code, group_key: part, blocks: 0, users }]
  })
}

/** The same of one user, by the `profile` of its facet. */
export function profileFindings(database: Database, parts: string, target: Target | undefined) {
  const isTotpTaken = takesTotp(database, target)
  return parts
    .split(',')
    .filter(isProfileGroup)
    .flatMap((part) => {
      const code = codeOfPart(part, target, isTotpTaken)
      if (code === null) return []
      const { title, meaning } = describeFinding(code, part)
      return [{ code, title, detail: meaning, blocks: false }]
    })
}

function takesTotp(database: Database, target: Target | undefined): boolean {
  return coreFactsTable.of(database, target?.id)?.totp !== false
}

/** Of migrated users whose export has a part of the profile: how many the core has it of, and how many it was left behind of. */
type ProfileCount = { readonly carriedOver: number; readonly leftBehind: number }

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

/** A condition on a user and its progress `p`: the core has its time joined. */
export function keepsTimeJoined(target: Target | undefined): string {
  return target === undefined ? '0' : keptBy('joined', target.id)
}

function countMigrated(database: Database, { id }: Target, part: ProfilePart, condition: string): number {
  const select = `SELECT count(*) AS n FROM ${ofFacet}
    CROSS JOIN progress p ON p.target_id = ? AND p.user_id = user.id
    WHERE p.state = 'migrated' AND ${hasAnyOfPart(part)} AND facet.plan_state <> 'excluded' AND ${condition}`
  return oneNumber(sql(database, select), id)
}

/** The kind of call that carries a part over. Data excluded after it was sent stays carried over. */
export const profileCallKinds = { metadata: 'metadata', roles: 'role', totp: 'totp' } as const

/** The time joined has no call: bulk import takes it with the user, where it can be read. */
function keptBy(part: ProfilePart, targetId: number): string {
  if (part !== 'joined') {
    return `EXISTS (SELECT 1 FROM call WHERE call.target_id = p.target_id AND call.user_id = user.id
      AND call.kind = '${profileCallKinds[part]}' AND call.state = 'done' AND coalesce(call.status, '') <> '${ownStatus.noOp}')`
  }
  // A user of a batch was sent when its batch was; of one request that succeeded, only its call is kept.
  const batches = `SELECT sent_at FROM bulk_batch WHERE bulk_batch.target_id = ${targetId} AND joined = 1`
  return `(EXISTS (SELECT 1 FROM call WHERE call.target_id = p.target_id AND call.user_id = user.id AND call.state = 'done'
        AND call.sent_at IN (${batches}))
      OR EXISTS (SELECT 1 FROM attempt WHERE attempt.target_id = p.target_id AND attempt.user_id = user.id
        AND operation = 'bulk-stage' AND outcome = 'success' AND attempt.at IN (${batches})))
    AND NOT EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id AND group_key = 'joined-implausible')`
}

type ProfileView = NonNullable<UserDetail['profile']>

/** Pretty-printed metadata is shown up to here. Characters. */
const maxShown = 20_000
const maxNames = 1000
const maxName = 300

/**
 * Data of a user besides its login methods, for the screen, and of each part whether the calls of the user have it.
 * Metadata is masked like samples; its size is that of the whole. TOTP secrets are counted only.
 */
export function profileView(profile: Profile | undefined, calls: readonly Call[], now: number): UserDetail['profile'] {
  if (profile === undefined) return null
  const { metadata, roles = [], totp = [], joined } = profile
  const given = new Set(calls.flatMap((call) => (call.kind === 'role' ? [call.role] : [])))
  const names = [...new Set(roles.map((role) => role.trim()).filter((role) => role !== ''))]
  const at = joined === undefined ? null : readTimeJoined(joined, now)
  return {
    metadata: metadata === undefined ? null : metadataView(metadata, calls),
    roles: names.slice(0, maxNames).map((name) => ({ name: name.slice(0, maxName), sent: given.has(name) })),
    moreRoles: Math.max(0, names.length - maxNames),
    authenticatorApps: totp.filter((secret) => readTotp(secret).kind !== 'off').length,
    authenticatorAppsSent: calls.filter(({ kind }) => kind === 'totp').length,
    joined: joined === undefined ? null : { at: at === null ? null : new Date(at).toISOString() },
  }
}

function metadataView(
  metadata: Readonly<Record<string, unknown>>,
  calls: readonly Call[],
): NonNullable<ProfileView['metadata']> {
  const masked = maskMetadata(metadata)
  const whole = JSON.stringify(metadata)
  const json = JSON.stringify(masked, null, 2)
  return {
    json: json.slice(0, maxShown),
    hidden: Math.max(0, json.length - maxShown),
    masked: JSON.stringify(masked) !== whole,
    size: whole.length,
    limit: maxMetadata,
    sent: calls.some(({ kind }) => kind === 'metadata'),
  }
}

function isProfileGroup(name: string): name is ProfileGroup {
  return (profileGroupNames as readonly string[]).includes(name)
}
