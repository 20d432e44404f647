import type { BaseUrl } from './base-url.ts'
import { type Dialect, dialects, type OperationRequest } from './dialects.ts'
import { type OperationArgs, type OperationName, operations } from './operations.ts'

/** Where requests go and what they carry besides their arguments. */
export type RequestSettings = {
  readonly baseUrl: BaseUrl
  /** The app's url, where the connection check found one that differs; else `baseUrl.appUrl`. */
  readonly appUrl?: string | null
  /** Null or blank: no `api-key` header is sent. */
  readonly apiKey: string | null
  /** The version of the interface to ask for; only dialects with a version header send it. */
  readonly cdiVersion?: string | null
}

/** An HTTP request, ready to leave. `body` is JSON text. */
export type CoreRequest = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

type RequestBuilder = <O extends OperationName>(operation: O, args: OperationArgs[O]) => CoreRequest

/** One request (specification 4 and 5). Throws for an operation that the dialect does not have: ask `supportsOperation` first. */
export function buildRequest<O extends OperationName>(
  dialect: Dialect,
  operation: O,
  args: OperationArgs[O],
  settings: RequestSettings,
): CoreRequest {
  return requestBuilder(dialect, settings)(operation, args)
}

/** The same for many requests: urls and headers are made once per operation. */
export function requestBuilder(dialect: Dialect, settings: RequestSettings): RequestBuilder {
  const heads = new Map<OperationName, Head>()
  return (operation, args) => {
    const spoken = spokenAs(dialect, operation)
    let head = heads.get(operation)
    if (head === undefined) {
      head = headOf(dialect, operation, spoken, settings)
      heads.set(operation, head)
    }
    const { method } = operations[operation]
    if ('body' in spoken)
      return { method, url: urlOf(head, args), headers: head.headers, body: JSON.stringify(spoken.body(args)) }
    const query = new URLSearchParams(spoken.query(args)).toString()
    return { method, url: `${urlOf(head, args)}?${query}`, headers: head.headers, body: null }
  }
}

/** The part that all requests of an operation share. `tenants`: below which paths of tenants stand; null: it has none. */
type Head = {
  readonly url: string
  readonly tenants: string | null
  readonly path: string
  readonly headers: CoreRequest['headers']
}

function urlOf({ url, tenants, path }: Head, args: object): string {
  const tenant = 'tenant' in args ? args.tenant : undefined
  return tenants === null || typeof tenant !== 'string' ? url : `${tenants}/${encodeURIComponent(tenant)}${path}`
}

function spokenAs<O extends OperationName>(dialect: Dialect, operation: O): OperationRequest<O> {
  const spoken: OperationRequest<O> | null = dialects[dialect].operations[operation]
  if (spoken === null) throw new Error(`the ${dialect} interface has no ${operation}`)
  return spoken
}

function headOf(
  dialect: Dialect,
  operation: OperationName,
  spoken: { readonly on: 'base' | 'app'; readonly headers?: Readonly<Record<string, string>> },
  { baseUrl, appUrl, apiKey, cdiVersion }: RequestSettings,
): Head {
  const app = appUrl ?? baseUrl.appUrl
  const { path } = operations[operation]
  return {
    url: (spoken.on === 'app' ? app : baseUrl.url) + path,
    tenants: spoken.on === 'app' ? null : dialects[dialect].tenantsBelow === 'app' ? app : baseUrl.url,
    path,
    headers: { ...commonHeaders(dialect, apiKey, cdiVersion ?? null), ...spoken.headers },
  }
}

/** The headers of every request to the core (specification 4 and 5). */
export function commonHeaders(
  dialect: Dialect,
  apiKey: string | null,
  cdiVersion: string | null,
): Readonly<Record<string, string>> {
  const { versionHeader } = dialects[dialect]
  return {
    'Content-Type': 'application/json; charset=utf-8',
    ...(apiKey === null || apiKey.trim() === '' ? {} : { 'api-key': apiKey }),
    ...(versionHeader === null || cdiVersion === null ? {} : { [versionHeader]: cdiVersion }),
  }
}
