import { isObject, parseJson } from '../json.ts'
import { bulkErrorMessage, quotesMany } from './bulk-errors.ts'
import { readBulkSuccess, readRefusedUsers } from './bulk-replies.ts'
import { type OperationName, operations } from './operations.ts'
import {
  plainSuccess,
  type ReplyOutcome,
  type RetryReason,
  type StopCause,
  type FoundUser,
  replyBodies,
} from './outcome.ts'
import { type RawReply, readRetryAfter, type ReplyContext } from './raw-reply.ts'
import { holdsSecret, mask, storable } from './redact.ts'

/** Reads a 2xx reply: the first three rows and the "cut or not JSON" of the rules. */
function readSuccess(operation: OperationName, reply: RawReply, context: ReplyContext): ReplyOutcome {
  const unexpected = () => notUnderstood(operation, reply, context)
  const silence = () => (operations[operation].silence === 'success' ? plainSuccess : unexpected())
  const body = reply.body.replace(/^\uFEFF/, '').trim()
  if (body === '') return silence()
  const json = parseObject(body)
  if (json === null) return unexpected()
  // The only one whose reply has no status.
  if (operation === 'bulk-remove') return readBulk(operation, json) ?? unexpected()
  if (!('status' in json)) return silence()
  if (typeof json.status !== 'string') return unexpected()
  if (json.status !== 'OK')
    return alreadySo(operation, json.status, json) ?? otherStatus(operation, json.status, body, context)
  return readOk(operation, json, context) ?? unexpected()
}

/** Null when a field is missing that the operation cannot do without. */
function readOk(operation: OperationName, json: object, context: ReplyContext): ReplyOutcome | null {
  if (operation === 'create-code') {
    const code = replyBodies.code.safeParse(json)
    return code.success ? { ...plainSuccess, code: code.data } : null
  }
  if (operation === 'verification-token') {
    const made = replyBodies.token.safeParse(json)
    return made.success ? { ...plainSuccess, token: made.data.token } : null
  }
  if (operation === 'list-users') {
    const page = replyBodies.userPage.safeParse(json)
    return page.success
      ? { ...plainSuccess, users: page.data.users, nextToken: page.data.nextPaginationToken ?? null }
      : null
  }
  if (operation === 'look-up') {
    const found = replyBodies.lookUp.safeParse(json)
    return found.success
      ? { ...plainSuccess, users: found.data.users.map((user) => withoutSecret(user, context)) }
      : null
  }
  const bulk = readBulkSuccess(operation, json)
  if (bulk !== 'other') return bulk
  if (operation === 'find-mapping') {
    const mapping = replyBodies.mapping.safeParse(json)
    return mapping.success ? { ...plainSuccess, externalUserId: mapping.data.externalUserId } : null
  }
  const { user, userId, recipeUserId, createdNewUser, didUserAlreadyExist } = replyBodies.user.parse(json)
  const ofMethod = unlessSecret(recipeUserId ?? user?.recipeUserId, context)
  return {
    ...plainSuccess,
    ...(operation === 'find-user' ? { users: userIn(json).map((user) => withoutSecret(user, context)) } : {}),
    userId: unlessSecret(user?.id ?? userId, context) ?? ofMethod,
    recipeUserId: ofMethod,
    createdNewUser: createdNewUser ?? null,
    didUserAlreadyExist: didUserAlreadyExist ?? null,
  }
}

function readBulk(operation: OperationName, json: object): ReplyOutcome | null {
  const read = readBulkSuccess(operation, json)
  return read === 'other' ? null : read
}

function userIn(json: object): readonly FoundUser[] {
  const found = replyBodies.foundUser.safeParse(json)
  return found.success ? [found.data.user] : []
}

/** A repeated step answers that nothing is left to do: that is a success. */
function alreadySo(operation: OperationName, status: string, json: object): ReplyOutcome | null {
  if (operation === 'verification-token' && status === 'EMAIL_ALREADY_VERIFIED_ERROR')
    return { ...plainSuccess, token: null }
  if (operation === 'map-user-id' && status === 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR') {
    const { data } = replyBodies.mappingTaken.safeParse(json)
    return data?.doesSuperTokensUserIdExist === true && data.doesExternalUserIdExist ? plainSuccess : null
  }
  if (operation === 'import-totp' && status === 'DEVICE_ALREADY_EXISTS_ERROR') return plainSuccess
  return null
}

function otherStatus(operation: OperationName, status: string, body: string, { secrets }: ReplyContext): ReplyOutcome {
  const message = storable(body, secrets)
  return status === 'RESTART_FLOW_ERROR' && operations[operation].restarts
    ? { kind: 'restart', message }
    : { kind: 'status', status: storable(status, secrets), message }
}

function notUnderstood(operation: OperationName, reply: RawReply, { secrets }: ReplyContext): ReplyOutcome {
  return {
    kind: 'retry',
    why: 'unexpected-reply',
    httpStatus: reply.status,
    retryAfterMs: null,
    reached: true,
    message: quotesMany(operation)
      ? bulkErrorMessage(reply.body, reply.status)
      : storable(reply.body, secrets) || `HTTP ${reply.status} without a body`,
  }
}

/** Ids of cores, and of the providers whose ids they are mapped to. */
const plainId = /^[\w.|:@-]{1,128}$/

/** An id is kept and exported: a core that echoes what it gets must not plant a secret there, nor a formula. */
function unlessSecret(id: string | undefined, { secrets }: ReplyContext): string | null {
  return id === undefined || !plainId.test(id) || holdsSecret(id, secrets) ? null : id
}

function withoutSecret(user: FoundUser, { secrets }: ReplyContext): FoundUser {
  return holdsSecret(user.id, secrets) ? { ...user, id: mask } : user
}

function parseObject(text: string): { readonly status?: unknown } | null {
  const value = parseJson(text)
  return isObject(value) ? value : null
}

type Read = (operation: OperationName, reply: RawReply, context: ReplyContext) => ReplyOutcome
type Row = {
  readonly from: number
  readonly to: number
  readonly html?: true
  /** Only where the core says this. */
  readonly text?: RegExp
  readonly read: Read
}

/** The reply of real cores about an app or a tenant that they do not have. */
export const unknownTenant = /^\s*AppId or tenantId not found/i

/** Errors of a database that is busy, locked, restarting or out of connections: the core can serve the call a moment later. */
const passingDatabaseTrouble = new RegExp(
  [
    'SQLTransient\\w*Exception',
    'SQLITE_(?:LOCKED|BUSY)',
    'database (?:table )?is locked',
    'deadlock (?:detected|found)',
    'too many (?:connections|clients)',
    'remaining connection slots',
    'could not serialize',
    'connection is not available',
    'the database system is (?:starting up|shutting down|in recovery)',
    'terminating connection due to',
    'lock wait timeout exceeded',
  ].join('|'),
  'i',
)

/** "Replies" of the rules, row by row; the first that fits counts. */
const rows: readonly Row[] = [
  { from: 200, to: 299, read: (operation, reply, context) => readSuccess(operation, reply, context) },
  { from: 300, to: 399, read: stop('wrong-address') },
  { from: 401, to: 401, read: stop('api-key-rejected') },
  { from: 402, to: 402, read: stop('licence-required') },
  { from: 403, to: 403, read: stop('forbidden') },
  // A core that is starting answers with its server's page; a proxy without a core behind it does too.
  { from: 404, to: 404, html: true, read: retry('html') },
  { from: 404, to: 404, read: stop('wrong-address') },
  { from: 408, to: 408, read: retry('timeout') },
  { from: 425, to: 425, read: retry('server-error') },
  { from: 429, to: 429, read: retry('rate-limited') },
  // Replies that would be the same for any user.
  { from: 400, to: 400, text: unknownTenant, read: stop('wrong-address') },
  { from: 400, to: 400, text: /^\s*cdi-version .{1,40}(?:not supported|is lower than)/i, read: stop('wrong-address') },
  { from: 400, to: 499, read: failed },
  { from: 500, to: 500, text: passingDatabaseTrouble, read: retry('database') },
  { from: 500, to: 599, read: retry('server-error') },
]

/** The meaning of a reply. The same table for every operation and dialect. */
export function readReply(operation: OperationName, reply: RawReply, context: ReplyContext): ReplyOutcome {
  const fits = (row: Row) =>
    reply.status >= row.from &&
    reply.status <= row.to &&
    (row.html === undefined || isHtml(reply.body)) &&
    (row.text === undefined || row.text.test(reply.body.slice(0, 2000)))
  const row = rows.find(fits)
  return (row?.read ?? retry('unexpected-reply'))(operation, reply, context)
}

/** A page for a browser. The type alone does not tell: real cores send their plain sentences as text/html. */
export function isHtml(body: string): boolean {
  return /^\s*</.test(body)
}

function retry(why: RetryReason): Read {
  return (operation, reply, context) => ({
    kind: 'retry',
    why,
    httpStatus: reply.status,
    retryAfterMs: readRetryAfter(reply.headers, context.now),
    reached: true,
    message: messageOf(operation, reply, context),
  })
}

function stop(why: StopCause): Read {
  return (operation, reply, context) => ({
    kind: 'stop',
    why,
    httpStatus: reply.status,
    message: messageOf(operation, reply, context),
  })
}

function failed(operation: OperationName, reply: RawReply, context: ReplyContext): ReplyOutcome {
  const refused = operation === 'bulk-stage' && reply.status === 400 ? readRefusedUsers(reply.body, context) : null
  return refused ?? { kind: 'failed', httpStatus: reply.status, message: messageOf(operation, reply, context) }
}

function messageOf(operation: OperationName, reply: RawReply, context: ReplyContext): string {
  if (quotesMany(operation)) return bulkErrorMessage(reply.body, reply.status)
  return storable(reply.body, context.secrets) || `HTTP ${reply.status} without a text`
}
