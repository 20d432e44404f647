import { isObject } from '../../../../shared/json.ts'
import type { Found } from './found.ts'
import { valuesOfVariables, type VariableForm, withValues } from './variable-values.ts'

/*
 * A kickstart of FusionAuth: the requests that a new server sends to itself. Values that come several times, or from the environment, are
 * variables, `#{adminEmail}`, with their values in an object beside the requests.
 */

const ofRequests: VariableForm = { all: /#\{([\w.]{1,200})\}/g, sign: '#{' }

/** A request that is sent to an API. */
type Call = { readonly url: string; readonly body: object }

/** The users that the requests of a document create, with the values of its variables; null: it has no such requests. */
export function usersOfRequests(document: object): readonly Found[] | null {
  const requests: unknown = 'requests' in document ? document.requests : null
  if (!Array.isArray(requests) || !requests.every(isRequest)) return null
  const values = valuesOfVariables('variables' in document ? document.variables : null, ofRequests)
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
  return { value: withValues(value, values, ofRequests, variables), name: null, from, variables }
}

const ofUsers = /^\/api\/user(?:\/(?:registration|import)(?![^/]))?(?:\/([^/?]+))?\/?$/
