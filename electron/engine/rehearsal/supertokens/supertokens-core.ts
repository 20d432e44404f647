import {
  type Answer,
  type CoreContext,
  type CoreReply,
  type CoreRequest,
  header,
  text,
  underBasePath,
} from '../context.ts'
import { hasTenant, unknownTenant } from '../store/stored-user.ts'
import { findRoute, type Found } from './routes.ts'
import { readVersion } from './call.ts'

/** Answers as a real core 11.4.7 on PostgreSQL does, with one app. */
export function supertokensCore(context: CoreContext): Answer {
  return (request) => {
    const path = underBasePath(request.path, context.basePath)
    const found = path === null ? null : findRoute(path)
    if (found === null) return text(404, 'Not found')
    return answer(context, request, found)
  }
}

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
  if (!hasTenant(context.tenants, tenant) || (app !== 'public' && app !== ''))
    return text(400, unknownTenant(app, tenant))
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
