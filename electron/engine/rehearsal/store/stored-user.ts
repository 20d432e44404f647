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

/** The first factors that a tenant was given; null: none were named. */
export type Tenant = { readonly tenantId: string; readonly firstFactors: readonly string[] | null }

export type TenantChange = { readonly kind: 'tenant'; readonly tenant: Tenant }

/** The tenants of the app besides `public`, in the order they were created. */
export type Tenants = {
  readonly byId: Map<string, Tenant>
  onChange: (change: TenantChange) => void
  readonly put: (tenant: Tenant) => void
  readonly has: (tenantId: string) => boolean
}

export function createTenants(): Tenants {
  const tenants: Tenants = {
    byId: new Map(),
    onChange: () => undefined,
    put: (tenant) => {
      tenants.byId.set(tenant.tenantId, tenant)
      tenants.onChange({ kind: 'tenant', tenant })
    },
    has: (tenantId) => tenantId === publicTenant || tenants.byId.has(tenantId),
  }
  return tenants
}

/** The sentence of real cores about an app or a tenant that they do not have. */
export function unknownTenant(app: string, tenant: string): string {
  return (
    'AppId or tenantId not found => Tenant with the following connectionURIDomain, appId and tenantId combination ' +
    `not found: (, ${app}, ${tenant})`
  )
}

/** Events about ID mappings, for the store that keeps them (the state file). */
export type UserIdChange =
  | { readonly kind: 'mapped'; readonly id: string; readonly externalId: string; readonly info: string | null }
  | { readonly kind: 'unmapped'; readonly id: string }

/** The ids of the old system that stand for ids of this core. */
export type UserIds = {
  readonly externalById: Map<string, { readonly externalId: string; readonly info: string | null }>
  readonly idByExternal: Map<string, string>
  onChange: (change: UserIdChange) => void
  /** Maps an id, replacing an earlier mapping. */
  readonly map: (id: string, externalId: string, info: string | null) => void
  readonly unmap: (id: string) => boolean
  /** The id that replies show: the mapped one where there is one. */
  readonly shownId: (id: string) => string
  /** The core's own id behind either kind of id. */
  readonly ownId: (id: string) => string
}

export function createUserIds(): UserIds {
  const ids: UserIds = {
    externalById: new Map(),
    idByExternal: new Map(),
    onChange: () => undefined,
    map: (id, externalId, info) => {
      ids.unmap(id)
      ids.externalById.set(id, { externalId, info })
      ids.idByExternal.set(externalId, id)
      ids.onChange({ kind: 'mapped', id, externalId, info })
    },
    unmap: (id) => {
      const mapping = ids.externalById.get(id)
      if (mapping === undefined) return false
      ids.externalById.delete(id)
      ids.idByExternal.delete(mapping.externalId)
      ids.onChange({ kind: 'unmapped', id })
      return true
    },
    shownId: (id) => ids.externalById.get(id)?.externalId ?? id,
    ownId: (id) => ids.idByExternal.get(id) ?? id,
  }
  return ids
}
