import { readBulkSuccess } from './bulk-replies.ts'
import { bulkMessage, quotesMany } from './bulk-messages.ts'
import { operations, type OperationName } from './operations.ts'
import { plainSuccess, type ReplyOutcome } from './outcome.ts'
import { holdsSecret, mask, storable } from './redact.ts'
import type { RawReply, ReplyContext } from './raw-reply.ts'
import {
  codeBody,
  findUserBody,
  lookUpBody,
  mappingBody,
  mappingTakenBody,
  tokenBody,
  userPageBody,
  userBody,
  type FoundUser,
} from './reply-bodies.ts'

/** Reads a 2xx reply: the first three rows and the "cut or not JSON" of the rules. */
export function readSuccess(operation: OperationName, reply: RawReply, context: ReplyContext): ReplyOutcome {
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
    const code = codeBody.safeParse(json)
    return code.success ? { ...plainSuccess, code: code.data } : null
  }
  if (operation === 'verification-token') {
    const made = tokenBody.safeParse(json)
    return made.success ? { ...plainSuccess, token: made.data.token } : null
  }
  if (operation === 'list-users') {
    const page = userPageBody.safeParse(json)
    return page.success
      ? { ...plainSuccess, users: page.data.users, nextToken: page.data.nextPaginationToken ?? null }
      : null
  }
  if (operation === 'look-up') {
    const found = lookUpBody.safeParse(json)
    return found.success
      ? { ...plainSuccess, users: found.data.users.map((user) => withoutSecret(user, context)) }
      : null
  }
  const bulk = readBulkSuccess(operation, json)
  if (bulk !== 'other') return bulk
  if (operation === 'find-mapping') {
    const mapping = mappingBody.safeParse(json)
    return mapping.success ? { ...plainSuccess, externalUserId: mapping.data.externalUserId } : null
  }
  const { user, userId, recipeUserId, createdNewUser, didUserAlreadyExist } = userBody.parse(json)
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
  const found = findUserBody.safeParse(json)
  return found.success ? [found.data.user] : []
}

/** A repeated step answers that nothing is left to do: that is what was wanted. */
function alreadySo(operation: OperationName, status: string, json: object): ReplyOutcome | null {
  if (operation === 'verification-token' && status === 'EMAIL_ALREADY_VERIFIED_ERROR')
    return { ...plainSuccess, token: null }
  if (operation === 'map-user-id' && status === 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR') {
    const { data } = mappingTakenBody.safeParse(json)
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
      ? bulkMessage(reply.body, reply.status)
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
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
