/** States of a row of a bulk import. An imported row is gone. */
export const bulkStatuses = ['NEW', 'PROCESSING', 'FAILED'] as const
export type BulkStatus = (typeof bulkStatuses)[number]

/** One user of a reply to staging: its id, and the ids that its login methods will have. */
export type StagedUser = {
  readonly userId: string
  readonly loginMethods: readonly { readonly recipeId: string; readonly userId: string }[]
}

/** A user of a batch that the core refuses, and why. `errors`: without secrets. */
export type RefusedUser = { readonly index: number; readonly errors: readonly string[] }

/** A staged user as a listing shows it, without anything secret. */
export type BulkRow = {
  readonly id: string
  readonly externalUserId: string | null
  readonly methods: readonly {
    readonly recipe: string
    /** Null: the core does not say, so the public one. */
    readonly tenantIds: readonly string[] | null
    /** The id that the login method will have; null: the core does not say. */
    readonly coreId: string | null
    readonly email: string | null
    readonly phoneNumber: string | null
    readonly thirdPartyId: string | null
    readonly thirdPartyUserId: string | null
  }[]
  /** The same for rows that bring in the same user; nothing secret can be read from it. */
  readonly fingerprint: number
  readonly status: BulkStatus
  /** Without secrets; empty: nothing is wrong so far. */
  readonly message: string
  /** Unix epoch of the core, milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}
