import * as z from 'zod'
import { profilePartNames } from '../users/profile-parts.ts'
import { isTenantName } from '../users/tenant.ts'

/** A provider name of the core (`thirdPartyId`, specification 2.2): lower case, 1 to 28 characters. */
export const providerNameSchema = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,27}$/)

const passwordlessOrExclude = z.enum(['passwordless', 'exclude'])
const migrateOrExclude = z.enum(['migrate', 'exclude'])

/**
 * Every decision the operator can take, kept in the document. A null or missing entry is undecided: the users it
 * concerns stay blocked.
 */
export const choicesSchema = z.object({
  /** ISO 3166 country for phone numbers without a country code, e.g. `DE`. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  /** Per source provider name (lower case): a name of the core, or left out. */
  providers: z.record(
    z.string(),
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('name'), name: providerNameSchema }),
      z.object({ kind: z.literal('exclude') }),
    ]),
  ),
  /** Per tenant of the source (`tenantKey`): a tenant of the core, the default tenant, or left out. */
  tenants: z.record(
    z.string().max(100),
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('name'), name: z.string().refine(isTenantName) }),
      z.object({ kind: z.literal('default') }),
      z.object({ kind: z.literal('exclude') }),
    ]),
  ),
  /** For every tenant of the source without an entry of its own. `same`: the tenant of the core that has its name. */
  otherTenants: z.enum(['same', 'default', 'exclude']).nullable(),
  /** Per hash family that cannot be imported, `malformed` and `redacted` among them. */
  hashes: z.record(z.string(), passwordlessOrExclude),
  /** For every such family without an entry of its own. */
  otherHashes: passwordlessOrExclude.nullable(),
  /**
   * Per family whose hashes could be sent: made with a pepper (a secret that the core does not have, so they are
   * refused), or given up for a code or altogether.
   */
  families: z.record(z.string(), z.enum(['peppered', 'passwordless', 'exclude'])),
  /** Per field that nothing reads and whose values look like a login (`unmappedKey`). */
  unmapped: z.record(z.string().max(600), z.enum(['import', 'exclude'])),
  hashWithoutEmail: z.enum(['passwordless-by-phone', 'exclude']).nullable(),
  thirdPartyWithoutEmail: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('placeholder'), domain: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/) }),
      z.object({ kind: z.literal('exclude') }),
    ])
    .nullable(),
  /** A provider that the export names without the user's id there. */
  identityWithoutId: passwordlessOrExclude.nullable(),
  unverifiedEmail: migrateOrExclude.nullable(),
  disabled: migrateOrExclude.nullable(),
  duplicates: z.enum(['exclude']).nullable(),
  /** Users whom nothing lets log in, anonymous ones among them. */
  noLogin: z.enum(['exclude']).nullable(),
  /** `all`: linked into one user where the core can link, else a user each; `separate`: a user each in any core. */
  severalMethods: z.enum(['all', 'separate', 'first']),
  /** The operator says that the core has the signer key of Firebase scrypt. */
  signerKeySet: z.boolean(),
  /** Per role that the core does not have: created there, or left behind. */
  roles: z.record(z.string().max(256), z.enum(['create', 'exclude'])),
  /** Parts of users besides their login methods that stay behind; the others go along where the core has a place for them. */
  profile: z.partialRecord(z.enum(profilePartNames), z.literal('exclude')),
  /** Ids of the old system keep working: each user is mapped to its id in the export (`supertokens`). */
  keepUserIds: z.boolean(),
  /** Imported users whose email the export calls verified are marked so (`supertokens`). */
  verifyEmails: z.boolean(),
  /** Per way in which users changed since an earlier migration (`heldChanges`): sent all the same, or left as they are. */
  changed: z.record(z.string(), z.enum(['send', 'skip'])),
  /** What happens to users the core already has; null leaves them. `ask` holds them, where the core can be asked. */
  existing: z.enum(['skip', 'overwrite', 'hold']).nullable(),
  /** Users whose old id cannot be kept, because the core has it for another user; null: they fail. */
  takenIds: z.enum(['skip']).nullable(),
})

export type Choices = z.infer<typeof choicesSchema>

export const noChoices: Choices = {
  country: null,
  providers: {},
  tenants: {},
  otherTenants: null,
  hashes: {},
  otherHashes: null,
  families: {},
  unmapped: {},
  hashWithoutEmail: null,
  thirdPartyWithoutEmail: null,
  identityWithoutId: null,
  unverifiedEmail: null,
  disabled: null,
  duplicates: null,
  noLogin: null,
  severalMethods: 'all',
  signerKeySet: false,
  roles: {},
  profile: {},
  keepUserIds: false,
  verifyEmails: false,
  changed: {},
  existing: null,
  takenIds: null,
}
