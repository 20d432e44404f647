import type { User } from './user.ts'

/** What belongs to a user besides its login methods, part by part. `joined`: the time of sign-up in the old system. */
export const profilePartNames = ['metadata', 'roles', 'totp', 'joined'] as const

export type ProfilePart = (typeof profilePartNames)[number]

const titles: Readonly<Record<ProfilePart, string>> = {
  metadata: 'Metadata',
  roles: 'Roles',
  totp: 'TOTP secrets',
  joined: 'Time joined',
}

/** Beside the parts: roles that let the old system itself work, which no core has a place for. */
export const systemRolesGroup = 'system-roles'

/**
 * Groups that users are counted by although no user row stores them: parts of the profile, and roles of the old system
 * itself.
 */
export const profileGroupNames = [...profilePartNames, systemRolesGroup] as const

export type ProfileGroup = (typeof profileGroupNames)[number]

export function isProfileGroup(name: string): name is ProfileGroup {
  return name === systemRolesGroup || isProfilePart(name)
}

/** A part as it is called on screen. */
export function profileTitle(part: string): string {
  return isProfilePart(part) ? titles[part] : part
}

export function isProfilePart(name: string): name is ProfilePart {
  return (profilePartNames as readonly string[]).includes(name)
}

/** The parts that the export says of a user, with commas between; empty: none. */
export function profileParts({ profile }: Pick<User, 'profile'>): string {
  if (profile === undefined) return ''
  const { metadata, roles = [], totp = [], joined, systemRoles } = profile
  let parts = metadata === undefined ? '' : ',metadata'
  if (roles.length > 0) parts += ',roles'
  if (totp.length > 0) parts += ',totp'
  if (joined !== undefined) parts += ',joined'
  if (systemRoles === true) parts += `,${systemRolesGroup}`
  return parts.slice(1)
}
