import type { JsonObject } from '../json.ts'
import type { StagedBody } from './staged-fingerprint.ts'

/** The login methods of one person, as a bulk import takes them. Times: Unix epoch, milliseconds. */
export type BulkMethod = {
  readonly isVerified: boolean
  readonly isPrimary?: boolean
  readonly timeJoined?: number
  /** Nothing: the public tenant. */
  readonly tenantIds?: readonly string[]
} & (
  | {
      readonly recipe: 'emailpassword'
      readonly email: string
      readonly passwordHash: string
      readonly family: 'bcrypt' | 'argon2' | 'firebase-scrypt'
    }
  | {
      readonly recipe: 'thirdparty'
      readonly email: string
      readonly thirdPartyId: string
      readonly thirdPartyUserId: string
    }
  | { readonly recipe: 'passwordless'; readonly email?: string; readonly phoneNumber?: string }
)

/** A TOTP device. Real cores fail every device without a name, so there is always one. */
export type BulkTotp = {
  readonly secretKey: string
  readonly deviceName: string
  readonly period: number
  readonly skew: number
}

/** One person with everything that a core keeps of it. */
export type BulkPerson = {
  readonly externalUserId?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly roles?: readonly { readonly role: string; readonly tenantIds: readonly string[] }[]
  readonly totp?: readonly BulkTotp[]
  readonly methods: readonly BulkMethod[]
}

/** The most users that a core takes in one request. */
export const maxBulkUsers = 10_000
/** The most rows that it lists or removes in one request. */
export const maxBulkRows = 500

const algorithms = { bcrypt: 'bcrypt', argon2: 'argon2', 'firebase-scrypt': 'firebase_scrypt' } as const

/** One person as the core reads it. An undefined field is not in its JSON: no object is copied for what is absent. */
export function bulkPersonBody({ externalUserId, metadata, roles, totp, methods }: BulkPerson): StagedBody {
  const loginMethods = methods.map(methodBody)
  return { externalUserId, userMetadata: metadata, userRoles: roles, totpDevices: totp, loginMethods }
}

/** Literals throughout: copying what methods have in common took three times as long, for every user of a run. */
function methodBody(method: BulkMethod): JsonObject {
  const { recipe: recipeId, isVerified, isPrimary, timeJoined: timeJoinedInMSSinceEpoch, tenantIds, email } = method
  switch (method.recipe) {
    case 'emailpassword': {
      const { passwordHash, family } = method
      const hashingAlgorithm = algorithms[family]
      return {
        recipeId,
        isVerified,
        isPrimary,
        timeJoinedInMSSinceEpoch,
        tenantIds,
        email,
        passwordHash,
        hashingAlgorithm,
      }
    }
    case 'thirdparty': {
      const { thirdPartyId, thirdPartyUserId } = method
      return {
        recipeId,
        isVerified,
        isPrimary,
        timeJoinedInMSSinceEpoch,
        tenantIds,
        email,
        thirdPartyId,
        thirdPartyUserId,
      }
    }
    default: {
      const { phoneNumber } = method
      return { recipeId, isVerified, isPrimary, timeJoinedInMSSinceEpoch, tenantIds, email, phoneNumber }
    }
  }
}
