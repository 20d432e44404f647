/** Login methods, in the words of real cores. */
export const recipes = ['emailpassword', 'thirdparty', 'passwordless'] as const
export type Recipe = (typeof recipes)[number]

/**
 * One login method, and its user as long as nothing is linked to it (`links.ts`). Kept flat and small: a million of them live in memory.
 * Only the functions of `users.ts` change one, because its contacts are index keys.
 */
export type StoredUser = {
  readonly id: string
  readonly recipe: Recipe
  /** Milliseconds since 1970. */
  readonly timeJoined: number
  readonly email: string | null
  readonly phoneNumber: string | null
  readonly provider: string | null
  readonly providerUserId: string | null
  readonly passwordHash: string | null
  /** The email that was verified last; another email of the same user counts as unverified. */
  readonly verifiedEmail: string | null
  /** The tenants of the app that this login method belongs to. */
  readonly tenantIds: readonly string[]
}

export const publicTenant = 'public'
/** Shared by nearly all users, to keep them small. */
export const onlyPublic: readonly string[] = [publicTenant]

/** Phone logins are always verified; otherwise the current email must be the verified one. */
export function isVerified(user: StoredUser): boolean {
  return user.email === null || user.email === user.verifiedEmail
}
