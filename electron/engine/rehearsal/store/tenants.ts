import { publicTenant } from './stored-user.ts'

/** The first factors that a tenant was given; null: none were named. */
export type Tenant = { readonly tenantId: string; readonly firstFactors: readonly string[] | null }

export type TenantChange = { readonly kind: 'tenant'; readonly tenant: Tenant }

/** The tenants of the app besides `public`, in the order they were created. */
export type Tenants = { readonly byId: Map<string, Tenant>; onChange: (change: TenantChange) => void }

export function createTenants(): Tenants {
  return { byId: new Map(), onChange: () => undefined }
}

export function putTenant(tenants: Tenants, tenant: Tenant): void {
  tenants.byId.set(tenant.tenantId, tenant)
  tenants.onChange({ kind: 'tenant', tenant })
}

export function hasTenant(tenants: Tenants, tenantId: string): boolean {
  return tenantId === publicTenant || tenants.byId.has(tenantId)
}

/** What real cores say of an app or a tenant that they do not have. */
export function unknownTenant(app: string, tenant: string): string {
  return (
    'AppId or tenantId not found => Tenant with the following connectionURIDomain, appId and tenantId combination ' +
    `not found: (, ${app}, ${tenant})`
  )
}
