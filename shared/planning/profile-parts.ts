import type { User } from '../users/user.ts'

/** What belongs to a user besides its login methods, part by part. `joined`: the time of sign-up in the old system. */
export const profilePartNames = ['metadata', 'roles', 'totp', 'joined'] as const

export type ProfilePart = (typeof profilePartNames)[number]

/** The parts that the export says of a user, with commas between; empty: none. */
export function profileParts({ profile }: Pick<User, 'profile'>): string {
  if (profile === undefined) return ''
  const { metadata, roles = [], totp = [], joined } = profile
  let parts = metadata === undefined ? '' : ',metadata'
  if (roles.length > 0) parts += ',roles'
  if (totp.length > 0) parts += ',totp'
  if (joined !== undefined) parts += ',joined'
  return parts.slice(1)
}
