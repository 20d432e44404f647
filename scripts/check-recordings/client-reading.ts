import { detect, versionsPath, type Detection } from '../../shared/core-api/detection.ts'
import { operations, type OperationName } from '../../shared/core-api/operations.ts'
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
  const read = readReply(operation, reply, { secrets: [], now: 0 })
  return Object.entries(expectedOutcome(recording)).flatMap(([field, expected]) =>
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
function expectedOutcome(recording: Recording): Expected {
  const { status, json } = recording.response
  if (status === 401) return { kind: 'stop', why: 'api-key-rejected', httpStatus: 401 }
  if (status === 403) return { kind: 'stop', why: 'forbidden', httpStatus: 403 }
  if (status === 402) return { kind: 'stop', why: 'licence-required', httpStatus: 402 }
  if (status === 404) return { kind: 'stop', why: 'wrong-address', httpStatus: 404 }
  if (status >= 500) return { kind: 'retry', why: 'server-error', httpStatus: status, reached: true }
  // Whoever is sent would be refused by these words.
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

/** A repeated step that finds its work done is a success. */
function isAlreadySo(json: unknown): boolean {
  const both = ['doesSuperTokensUserIdExist', 'doesExternalUserIdExist'].every((name) => field(json, name) === true)
  const status = field(json, 'status')
  return status === 'EMAIL_ALREADY_VERIFIED_ERROR' || (status === 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR' && both)
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
