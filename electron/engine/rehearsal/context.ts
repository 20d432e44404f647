import type { Codes } from './store/codes.ts'
import type { Links } from './store/links.ts'
import type { People } from './store/people.ts'
import type { StagedUsers } from './store/staged-users.ts'
import type { Tenants } from './store/tenants.ts'
import type { UserIds } from './store/user-ids.ts'
import type { Users } from './store/users.ts'
import type { VerificationTokens } from './store/verification-tokens.ts'
import type { Random } from './random.ts'

/** What real cores want a license for, and what only cores on a database have. */
export type Features = {
  readonly accountLinking: boolean
  readonly multiTenancy: boolean
  /** TOTP devices. */
  readonly mfa: boolean
  /** False: a core that keeps everything in memory. */
  readonly bulkImport: boolean
}

export const allFeatures: Features = { accountLinking: true, multiTenancy: true, mfa: true, bulkImport: true }

/** Everything an answer may depend on: the state, the configuration, the clock and chance. */
export type CoreContext = {
  readonly users: Users
  readonly userIds: UserIds
  readonly links: Links
  readonly codes: Codes
  readonly verificationTokens: VerificationTokens
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly random: Random
  /** Null: no key is asked for. */
  readonly apiKey: string | null
  /** Base64; null: Firebase scrypt cannot be imported (specification 4.5, rule 3). */
  readonly signerKey: string | null
  readonly people: People
  readonly tenants: Tenants
  readonly staged: StagedUsers
  readonly features: Features
  /** Connections to the database that were never given back, see the fault of that name. */
  readonly connections: { lost: number }
  /** Empty, or like `/auth`. */
  readonly basePath: string
}
