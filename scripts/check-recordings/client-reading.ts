import { detect, versionsPath, type Detection } from '../../shared/core-api/check-result.ts'
import { operations, type OperationName } from '../../shared/core-api/operations.ts'
import { maxStoredReply } from '../../shared/core-api/redact.ts'
import type { ReplyOutcome } from '../../shared/core-api/outcome.ts'
import type { RawReply } from '../../shared/core-api/raw-reply.ts'
import { readReply } from '../../shared/core-api/reply.ts'
import { replyText, type Recording } from './recording.ts'

/** Where the client reads a recorded reply otherwise than the rules want it; empty for replies that it never gets. */
export function clientDifferences(recording: Recording): string[] {
  const reply = rawReply(recording)
  const { method, path } = recording.request
  const plainPath = path.replace(/\?.*$/, '')
  if (plainPath === versionsPath) return compare('detection', expectedDetection(recording), detect(reply))
  const operation = operationNames.find(
    (name) => operations[name].method === method && plainPath.endsWith(operations[name].path),
  )
  if (operation === undefined) return []
  const namesOfUser = (index: number) => namesIn(entries(recording.request.body, 'users')[index])
  const outcome = readReply(operation, reply, { secrets: [], namesOfUser, now: 0 })
  const read = { ...outcome, ...('rows' in outcome ? { rowIds: outcome.rows?.map(({ id }) => id) } : {}) }
  return Object.entries(expectedOutcome(operation, recording)).flatMap(([field, expected]) =>
    compare(`client, ${operation}, ${field}`, expected, Reflect.get(read, field)),
  )
}

/** Longest path first: `/recipe/signinup/code` also ends a longer one. */
const operationNames = (Object.keys(operations) as OperationName[]).toSorted(
  (a, b) => operations[b].path.length - operations[a].path.length,
)

function rawReply(recording: Recording): RawReply {
  const { status, contentType } = recording.response
  return { status, contentType, headers: { 'content-type': contentType }, body: replyText(recording) }
}

function expectedDetection({ response }: Recording): Detection {
  const versions = field(response.json, 'versions')
  return response.status === 200 && Array.isArray(versions)
    ? { kind: 'supertokens', versions: versions.map(String) }
    : { kind: 'key-refused' }
}

type Expected = Partial<Record<string, unknown>> & Pick<ReplyOutcome, 'kind'>

/** "Replies" of the rules, written down a second time for the replies that were recorded. */
function expectedOutcome(operation: OperationName, recording: Recording): Expected {
  const { status, json } = recording.response
  const bulk = expectedOfBulk(operation, recording)
  if (bulk !== null) return bulk
  if (status === 401) return { kind: 'stop', why: 'api-key-rejected', httpStatus: 401 }
  if (status === 403) return { kind: 'stop', why: 'forbidden', httpStatus: 403 }
  if (status === 402) return { kind: 'stop', why: 'licence-required', httpStatus: 402 }
  if (status === 404) return { kind: 'stop', why: 'wrong-address', httpStatus: 404 }
  if (status >= 500) return { kind: 'retry', why: 'server-error', httpStatus: status, reached: true }
  // These replies would refuse any user.
  const isForAll = /^AppId or tenantId not found|^cdi-version .* not supported/.test(replyText(recording))
  if (status === 400 && isForAll) return { kind: 'stop', why: 'wrong-address', httpStatus: 400 }
  if (status >= 400) return { kind: 'failed', httpStatus: status }
  const word = field(json, 'status')
  if (word === 'RESTART_FLOW_ERROR') return { kind: 'restart' }
  if (isAlreadySo(json)) return { kind: 'success', userId: null }
  if (word !== 'OK') return { kind: 'status', status: word }
  const id = field(field(json, 'user'), 'id') ?? field(json, 'userId') ?? null
  const linkCode = field(json, 'linkCode')
  const users = field(json, 'users')
  return {
    kind: 'success',
    userId: id,
    recipeUserId: field(json, 'recipeUserId') ?? null,
    createdNewUser: field(json, 'createdNewUser') ?? null,
    didUserAlreadyExist: field(json, 'didUserAlreadyExist') ?? null,
    ...(linkCode === undefined ? {} : { code: codeFields(json) }),
    ...(Array.isArray(users) ? { users: users.map((user) => field(user, 'id')) } : {}),
  }
}

/** The fields of replies to bulk import and roles that matter. */
function expectedOfBulk(operation: OperationName, { response: { status, json } }: Recording): Expected | null {
  if (operation === 'bulk-stage' && status === 400 && Array.isArray(field(json, 'users'))) {
    return {
      kind: 'success',
      refused: entries(json, 'users').map(({ index, errors }) => ({ index, errors: masked(errors) })),
    }
  }
  if (status !== 200) return null
  switch (operation) {
    case 'bulk-stage': {
      const ids = (methods: unknown) =>
        Array.isArray(methods)
          ? methods.map((one) => ({ recipeId: field(one, 'recipeId'), userId: field(one, 'userId') }))
          : []
      return {
        kind: 'success',
        staged: entries(json, 'users').map(({ userId, loginMethods }) => ({ userId, loginMethods: ids(loginMethods) })),
      }
    }
    case 'bulk-list':
      return {
        kind: 'success',
        rowIds: entries(json, 'users').map(({ id }) => id),
        nextToken: field(json, 'nextPaginationToken') ?? null,
      }
    case 'bulk-count':
      return { kind: 'success', count: field(json, 'count') }
    case 'bulk-remove':
      return { kind: 'success', deletedIds: field(json, 'deletedIds') }
    case 'list-roles':
      return { kind: 'success', roles: field(json, 'roles') }
    default:
      return null
  }
}

function entries(json: unknown, name: string): readonly Readonly<Record<string, unknown>>[] {
  const list = field(json, name)
  return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []
}

/** The roles and tenants of a user in a request to bulk import. */
function namesIn(user: unknown): readonly string[] {
  const tenants = (one: unknown) => [field(one, 'tenantIds')].flat().filter((tenant) => typeof tenant === 'string')
  const roles = entries(user, 'userRoles')
  const names = roles.map(({ role }) => role).filter((role) => typeof role === 'string')
  return [...names, ...[...roles, ...entries(user, 'loginMethods')].flatMap(tenants)]
}

/** Without a login method or a long ID that the core quotes; the text around it is kept, as far as texts are kept. */
function masked(errors: unknown): readonly string[] {
  const texts = Array.isArray(errors) ? errors.map(String) : []
  return texts.map((text) => {
    const plain = text.replace(/\{.*\}/, '{…}').replace(/ \w{29,} (?=is too long)/, ' … ')
    return plain.length <= maxStoredReply ? plain : `${plain.slice(0, maxStoredReply - 1)}…`
  })
}

/** A repeated step that finds its work done is a success. */
function isAlreadySo(json: unknown): boolean {
  const both = ['doesSuperTokensUserIdExist', 'doesExternalUserIdExist'].every((name) => field(json, name) === true)
  const status = field(json, 'status')
  return (
    status === 'EMAIL_ALREADY_VERIFIED_ERROR' ||
    status === 'DEVICE_ALREADY_EXISTS_ERROR' ||
    (status === 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR' && both)
  )
}

function codeFields(json: unknown): object {
  const names = ['preAuthSessionId', 'linkCode', 'timeCreated', 'codeLifetime']
  return Object.fromEntries(names.map((name) => [name, field(json, name)]))
}

function compare(what: string, expected: unknown, read: unknown): string[] {
  const found = what.endsWith('users') && Array.isArray(read) ? read.map((user) => field(user, 'id')) : read
  const [wanted, got] = [canonical(expected), canonical(found)]
  return wanted === got ? [] : [`${what}: expected ${wanted}, read ${got}`]
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value) ?? 'nothing'
  return JSON.stringify(Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b))))
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
