import * as z from 'zod'

/** What a core was found to have besides the operations of its version. Null: it could not be told. */
export const coreFactsSchema = z.object({
  /** Several login methods of a person become one user. */
  accountLinking: z.boolean().nullable(),
  totp: z.boolean().nullable(),
  roles: z.array(z.string().max(256)).max(10_000).nullable(),
  /** Names of the tenants below the app. */
  tenants: z.array(z.string().max(256)).max(100_000).nullable(),
  /** The tenant that the address itself stands for. */
  ownTenant: z.string().max(256).nullable(),
})

export type CoreFacts = z.infer<typeof coreFactsSchema>

export const unknownFacts: CoreFacts = {
  accountLinking: null,
  totp: null,
  roles: null,
  tenants: null,
  ownTenant: null,
}
