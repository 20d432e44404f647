import * as z from 'zod'
import { json, text, type CoreReply } from '../context.ts'
import { publicTenant, putTenant, type Tenant } from '../store/stored-user.ts'
import { type Call, guarded, ofApp, readBody, type Routes } from './call.ts'

export const tenantsRoutes: Routes = {
  '/recipe/multitenancy/tenant/v2': guarded({ PUT: putTenantHandler, GET: readTenant }),
  '/recipe/multitenancy/tenant/list/v2': ofApp({ GET: listTenants }),
}

const notLicensed =
  "Cannot use feature: multi_tenancy, because the license key is missing, or doesn't have this feature enabled."

const tenantBody = z.object({ tenantId: z.string(), firstFactors: z.array(z.string()).optional() })

/** PUT /recipe/multitenancy/tenant/v2: creates a tenant, or changes its first factors. */
function putTenantHandler(call: Call): CoreReply {
  const body = readBody(call, tenantBody)
  if (!body.ok) return body.reply
  const tenantId = body.value.tenantId.trim().toLowerCase()
  if (!/^[a-z0-9-]+$/.test(tenantId)) return text(400, 'tenantId can only contain letters, numbers and hyphens')
  const { tenants, features } = call.context
  if (tenantId !== publicTenant && !features.multiTenancy) return text(402, notLicensed)
  const known = tenants.byId.get(tenantId)
  const isKnown = known !== undefined || tenantId === publicTenant
  const firstFactors = body.value.firstFactors ?? known?.firstFactors ?? null
  if (tenantId !== publicTenant) putTenant(tenants, { tenantId, firstFactors })
  return json({ status: 'OK', createdNew: !isKnown })
}

/** GET /recipe/multitenancy/tenant/list/v2: `public`, then the newest first. */
function listTenants({ context }: Call): CoreReply {
  const others = [...context.tenants.byId.values()].toReversed().map(tenantJson)
  return json({ status: 'OK', tenants: [publicJson, ...others] })
}

/** GET /recipe/multitenancy/tenant/v2, of the tenant in the path. */
function readTenant({ context, tenant }: Call): CoreReply {
  const known = context.tenants.byId.get(tenant)
  return json({ ...(known === undefined ? publicJson : tenantJson(known)), status: 'OK' })
}

const publicJson = { tenantId: publicTenant, thirdParty: { providers: [] }, coreConfig: {} }

function tenantJson({ tenantId, firstFactors }: Tenant): object {
  return { tenantId, thirdParty: { providers: [] }, firstFactors: firstFactors ?? [], coreConfig: {} }
}
