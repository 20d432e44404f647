import * as z from 'zod'
import {
  type Answer,
  type CoreContext,
  type CoreReply,
  type CoreRequest,
  header,
  json,
  text,
  underBasePath,
} from '../context.ts'
import { unknownTenant, publicTenant, type Tenant } from '../store/stored-user.ts'
import { passwordlessRoutes } from './passwordless.ts'
import { accountLinkingRoutes } from './account-linking.ts'
import { emailVerificationRoutes } from './email-verification.ts'
import { lookUpRoutes } from './look-up.ts'
import { userIdsRoutes } from './user-ids.ts'
import { bulkImportRoutes } from './bulk-import.ts'
import { userDataRoutes } from './user-data.ts'
import { updateUser } from './update-user.ts'
import { importHash } from './import-hash.ts'
import { guarded, type Handler, ofApp, type Route, type Cdi, type Call, readBody, type Routes } from './call.ts'

/** Answers as a real core 11.4.7 on PostgreSQL does, with one app. */
export function supertokensCore(context: CoreContext): Answer {
  return (request) => {
    const path = underBasePath(request.path, context.basePath)
    const found = path === null ? null : findRoute(path)
    if (found === null) return text(404, 'Not found')
    return answer(context, request, found)
  }
}

/** The versions that core 11.4.7 lists; real cores list their versions in no order. */
const supportedVersions: readonly string[] = [
  '2.14 2.13 2.12 2.11 2.10 2.21 2.20 2.19 2.18 2.17 3.0 2.16 3.1 4.0 2.15 5.0 5.1 5.2 5.3 2.7 5.4 2.8 2.9',
].flatMap((line) => line.split(' '))

/** A request without the header gets the newest interface. */
const newest: Cdi = 504

const supported = new Map(supportedVersions.map((version) => [version, cdiOf(version)]))

type VersionRead =
  | { readonly kind: 'ok'; readonly cdi: Cdi }
  | { readonly kind: 'unsupported'; readonly version: string }
  /** Not a version at all. */
  | { readonly kind: 'malformed' }

/** The checks in the order of real cores: key, version, app and tenant, method. */
function answer(context: CoreContext, request: CoreRequest, found: Found): CoreReply | Promise<CoreReply> {
  const { route, app, tenant } = found
  if (route.guarded && !hasKey(request, context.apiKey)) return text(401, 'Invalid API key')
  const version = readVersion(route.versioned ? header(request, 'cdi-version') : undefined)
  if (version.kind === 'malformed') return text(500, 'java.lang.IllegalArgumentException: Invalid version format')
  if (version.kind === 'unsupported') return text(400, `cdi-version ${version.version} not supported`)
  const isPublic = tenant === 'public'
  if (!isPublic && version.cdi < 300) return text(404, 'Not found')
  if (!isPublic && route.ofApp === true && version.cdi >= 500) return text(403, appOnly)
  if (!context.tenants.has(tenant) || (app !== 'public' && app !== '')) return text(400, unknownTenant(app, tenant))
  const handler = route.methods[request.method]
  if (handler === undefined) return text(405, 'Method not supported')
  const { body, query } = request
  return handler({ context, cdi: version.cdi, body, query, rid: header(request, 'rid'), tenant })
}

const appOnly = 'Only public tenantId can call this app specific API'

/** The header `api-key`, trimmed; or the key in `Authorization`, with or without `Bearer`. */
function hasKey(request: CoreRequest, key: string | null): boolean {
  if (key === null) return true
  const given = header(request, 'api-key') ?? header(request, 'authorization')?.replace(/^Bearer /i, '')
  return given?.trim() === key
}

const hello: Handler = () => text(200, 'Hello')
const greeting: Route = {
  guarded: false,
  versioned: false,
  methods: { GET: hello, POST: hello, PUT: hello, DELETE: hello },
}

const tenantsRoutes: Routes = {
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
  if (tenantId !== publicTenant) tenants.put({ tenantId, firstFactors })
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

/** To add an endpoint: write its handler and its route in a file of this folder. */
const routes: ReadonlyMap<string, Route> = new Map(
  Object.entries({
    '/': greeting,
    '/hello': greeting,
    '/apiversion': {
      guarded: true,
      versioned: false,
      ofApp: true,
      methods: { GET: () => json({ versions: supportedVersions }) },
    },
    '/recipe/user': ofApp({ PUT: updateUser }),
    '/recipe/user/passwordhash/import': guarded({ POST: importHash }),
    ...passwordlessRoutes,
    ...accountLinkingRoutes,
    ...emailVerificationRoutes,
    ...lookUpRoutes,
    ...userIdsRoutes,
    ...bulkImportRoutes,
    ...userDataRoutes,
    ...tenantsRoutes,
  }),
)

/** Where a path leads: the route, and the app and tenant named before it. */
type Found = { readonly route: Route; readonly app: string; readonly tenant: string }

/** Reads `[/appid-<app>][/<tenant>]<path>`, in any case, with or without a slash at its end. Null: no such path. */
function findRoute(path: string): Found | null {
  const plain = (path.endsWith('/') ? path.slice(0, -1) : path).toLowerCase()
  const route = routes.get(plain === '' ? '/' : plain)
  if (route !== undefined) return { route, app: 'public', tenant: 'public' }
  const [, first = '', ...rest] = plain.split('/')
  if (!/^[a-z0-9-]+$/.test(first)) return null
  if (!first.startsWith('appid-')) return below(rest, 'public', first)
  const [second = '', ...others] = rest
  const app = first.slice('appid-'.length)
  return below(rest, app, 'public') ?? (/^[a-z0-9-]+$/.test(second) ? below(others, app, second) : null)
}

/** The greeting at `/` has no app and no tenant before it. */
function below(segments: readonly string[], app: string, tenant: string): Found | null {
  if (segments.length === 0) return null
  const route = routes.get(`/${segments.join('/')}`)
  return route === undefined ? null : { route, app, tenant }
}

/** Reads the `cdi-version` header. */
function readVersion(value: string | undefined): VersionRead {
  if (value === undefined) return { kind: 'ok', cdi: newest }
  const cdi = supported.get(value)
  if (cdi !== undefined) return { kind: 'ok', cdi }
  return /^\d+\.\d+(?:\.\d+)?$/.test(value) ? { kind: 'unsupported', version: value } : { kind: 'malformed' }
}

function cdiOf(version: string): Cdi {
  const [major, minor] = version.split('.').map(Number)
  return (major ?? 0) * 100 + (minor ?? 0)
}
