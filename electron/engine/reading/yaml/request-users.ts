import { isObject } from '../../../../shared/json.ts'
import type { Found } from './found.ts'

/*
 * A kickstart of FusionAuth: the requests that a new server sends to itself. Values that come several times, or from the environment, are
 * variables, `#{adminEmail}`, with their values in an object beside the requests.
 */

/** A request that is sent to an API. */
type Call = { readonly url: string; readonly body: object }

/** The users that the requests of a document create, with the values of its variables; null: it has no such requests. */
export function usersOfRequests(document: object): readonly Found[] | null {
  const requests: unknown = 'requests' in document ? document.requests : null
  if (!Array.isArray(requests) || !requests.every(isRequest)) return null
  const values = variablesOf('variables' in document ? document.variables : null)
  const found = requests.filter(hasBody).flatMap((request) => createdBy(request, values))
  return found.length === 0 ? null : found
}

/** Whether a text may be such a document. */
export function mayHoldRequests(text: string): boolean {
  return /"requests"\s{0,100}:\s{0,100}\[/.test(text) && /"\/api\/user[/"]/.test(text)
}

function isRequest(value: unknown): value is object {
  return isObject(value) && 'url' in value && typeof value.url === 'string' && 'method' in value
}

function hasBody(value: object): value is Call {
  return 'body' in value && isObject(value.body)
}

/** Its one user, whose ID may be in the address, or the list of an import. */
function createdBy({ url, body }: Call, values: ReadonlyMap<string, string>): readonly Found[] {
  const [match, path] = ofUsers.exec(url) ?? []
  if (match === undefined) return []
  if ('users' in body && Array.isArray(body.users))
    return body.users.filter((user: unknown) => isObject(user)).map((user) => made(user, { url, ...user }, values))
  if (!('user' in body && isObject(body.user))) return []
  const id = path === undefined ? {} : { id: path }
  const registrations = 'registration' in body ? { registrations: [body.registration] } : {}
  return [made(body.user, { url, ...id, ...body.user, ...registrations }, values)]
}

function made(from: object, value: object, values: ReadonlyMap<string, string>): Found {
  const variables = new Map<string, string>()
  return { value: withValues(value, values, variables), name: null, from, variables }
}

const ofUsers = /^\/api\/user(?:\/(?:registration|import)(?![^/]))?(?:\/([^/?]+))?\/?$/

/** The values of variables that are not themselves made of others, or by the server: `#{UUID()}`. */
function variablesOf(variables: unknown): ReadonlyMap<string, string> {
  return new Map(
    isObject(variables)
      ? Object.entries(variables).flatMap(([name, value]: [string, unknown]) =>
          typeof value === 'string' && !value.includes('#{') ? [[name, value] as const] : [],
        )
      : [],
  )
}

/** A value in which each variable of its texts has its own value. `used`: gets these variables. */
function withValues(value: unknown, values: ReadonlyMap<string, string>, used: Map<string, string>): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/#\{([\w.]{1,200})\}/g, (variable, name: string) => {
      const own = values.get(name)
      if (own !== undefined) used.set(name, own)
      return own ?? variable
    })
  if (Array.isArray(value)) return value.map((one: unknown) => withValues(one, values, used))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [name, withValues(member, values, used)]),
  )
}
