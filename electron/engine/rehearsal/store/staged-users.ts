import type { BulkStatus } from '../../../../shared/core-api/bulk-rows.ts'
import type { JsonObject } from '../../../../shared/json.ts'

/** One login method of a staged user, as listings show it: hashes and plain passwords included, as in real cores. */
export type StagedMethod = {
  readonly tenantIds: readonly string[]
  readonly isVerified: boolean
  readonly isPrimary: boolean
  readonly timeJoinedInMSSinceEpoch: number
  /** The id that the login method will have. */
  readonly superTokensUserId: string
} & (
  | {
      readonly recipeId: 'emailpassword'
      readonly email: string
      readonly passwordHash?: string | undefined
      readonly hashingAlgorithm?: string | undefined
      readonly plainTextPassword?: string | undefined
    }
  | {
      readonly recipeId: 'thirdparty'
      readonly email: string
      readonly thirdPartyId: string
      readonly thirdPartyUserId: string
    }
  | {
      readonly recipeId: 'passwordless'
      readonly email?: string | undefined
      readonly phoneNumber?: string | undefined
    }
)

export type StagedRole = { readonly role: string; readonly tenantIds: readonly string[] }
export type StagedTotp = {
  readonly secretKey: string
  readonly period: number
  readonly skew: number
  readonly deviceName?: string | undefined
}

/** One user as it was staged, checked and with all defaults. */
export type StagedPerson = {
  /** The row, and the user: the id of its primary login method. */
  readonly id: string
  readonly externalUserId?: string | undefined
  readonly userMetadata?: JsonObject | undefined
  readonly userRoles?: readonly StagedRole[] | undefined
  readonly totpDevices?: readonly StagedTotp[] | undefined
  readonly loginMethods: readonly StagedMethod[]
}

export type StagedRow = {
  readonly person: StagedPerson
  readonly status: BulkStatus
  readonly errorMessage: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** Events about staged users, for the store that keeps them (the state file). */
export type StagedChange =
  | { readonly kind: 'staged'; readonly row: StagedRow }
  | { readonly kind: 'unstaged'; readonly id: string }

/** The users that wait for the import, in the order they were staged. */
export type StagedUsers = {
  readonly rows: Map<string, StagedRow>
  readonly counts: Record<BulkStatus, number>
  onChange: (change: StagedChange) => void
  /** Adds a row, or replaces the one of the same id in its place. */
  readonly put: (row: StagedRow) => void
  /** Answers whether there was such a row. */
  readonly remove: (id: string) => boolean
}

export function createStagedUsers(): StagedUsers {
  const staged: StagedUsers = {
    rows: new Map(),
    counts: { NEW: 0, PROCESSING: 0, FAILED: 0 },
    onChange: () => undefined,
    put: (row) => {
      const before = staged.rows.get(row.person.id)
      if (before !== undefined) staged.counts[before.status] -= 1
      staged.counts[row.status] += 1
      staged.rows.set(row.person.id, row)
      staged.onChange({ kind: 'staged', row })
    },
    remove: (id) => {
      const row = staged.rows.get(id)
      if (row === undefined) return false
      staged.rows.delete(id)
      staged.counts[row.status] -= 1
      staged.onChange({ kind: 'unstaged', id })
      return true
    },
  }
  return staged
}
