import type { UserDetail } from '../../../shared/ipc/views.ts'
import { maskMetadata } from '../../../shared/mapping/mask-metadata.ts'
import type { Call } from '../../../shared/planning/call.ts'
import { maxMetadata } from '../../../shared/planning/profile.ts'
import { readTimeJoined } from '../../../shared/users/time-joined.ts'
import type { Profile } from '../../../shared/users/user.ts'

type ProfileView = NonNullable<UserDetail['profile']>

/** Pretty-printed metadata is shown up to here. Characters. */
const maxShown = 20_000
const maxNames = 1000
const maxName = 300

/**
 * What belongs to a user besides its login methods, as the screen may see it, and of each part whether the calls of the
 * user have it. Metadata is masked like samples; its size is that of the whole. TOTP secrets are counted only.
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
    authenticatorApps: totp.length,
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
