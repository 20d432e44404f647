import type * as z from 'zod'
import { consumeCode, type ContactsUpdated, makeCode, signInOrUp, updateContacts } from '../operations/passwordless.ts'
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
import { codeLifetime } from '../store/codes.ts'
import { hasTenant, publicTenant, unknownTenant } from '../store/stored-user.ts'
import {
  codeBody,
  consumeBody,
  importBody,
  importHash,
  sentenceOf,
  thirdPartyBody,
  updateBody,
  userJson,
} from './requests.ts'

type Operation = {
  readonly method: 'POST' | 'PUT'
  readonly rid: 'passwordless' | null
  readonly answer: (context: CoreContext, body: unknown, tenant: string) => CoreReply
}

/** The whole interface: five paths, nothing else. */
const paths: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['/recipe/signinup/code', { method: 'POST', rid: null, answer: checked(codeBody, generate) }],
  ['/recipe/signinup/code/consume', { method: 'POST', rid: null, answer: checked(consumeBody, consume) }],
  ['/recipe/user', { method: 'PUT', rid: 'passwordless', answer: checked(updateBody, update) }],
  ['/recipe/signinup', { method: 'POST', rid: null, answer: checked(thirdPartyBody, thirdParty) }],
  ['/recipe/user/passwordhash/import', { method: 'POST', rid: null, answer: checked(importBody, importHash) }],
])

/** The specification to the letter, as a strict core would keep it: every deviation gets a 400 that says what is wrong. */
export function documentedCore(context: CoreContext): Answer {
  return (request) => {
    const path = underBasePath(request.path, context.basePath)
    const found = path === null ? null : belowTenant(path)
    if (found === null) return text(404, 'Not found')
    const { operation, tenant } = found
    if (request.method !== operation.method) return text(405, 'Method not supported')
    if (context.apiKey !== null && header(request, 'api-key') !== context.apiKey) return text(401, 'Invalid API key')
    if (!hasTenant(context.tenants, tenant)) return text(400, unknownTenant('public', tenant))
    const refusal = wrongHeader(request, operation)
    if (refusal !== null) return text(400, refusal)
    const body = parseJson(request.body)
    return body === undefined ? text(400, 'The body must be JSON.') : operation.answer(context, body, tenant)
  }
}

/** A path with the tenant before it, which several set-ups put below their address; without one: `public`. */
function belowTenant(path: string): { readonly operation: Operation; readonly tenant: string } | null {
  const own = paths.get(path)
  if (own !== undefined) return { operation: own, tenant: publicTenant }
  const [, tenant = '', below = ''] = /^\/([a-z0-9-]+)(\/.*)$/.exec(path) ?? []
  const operation = paths.get(below)
  return operation === undefined || tenant === publicTenant ? null : { operation, tenant }
}

function wrongHeader(request: CoreRequest, operation: Operation): string | null {
  const type = header(request, 'content-type') ?? ''
  if (!/^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i.test(type)) {
    return 'The header Content-Type must be application/json; charset=utf-8.'
  }
  const rid = header(request, 'rid')
  if (operation.rid === null) return rid === undefined ? null : 'The header rid belongs to PUT /recipe/user only.'
  return rid === operation.rid ? null : 'The header rid must be passwordless.'
}

/** Undefined when the text is not JSON, a value that JSON cannot hold. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function checked<T>(
  schema: z.ZodType<T>,
  answer: (context: CoreContext, body: T, tenant: string) => CoreReply,
): Operation['answer'] {
  return (context, body, tenant) => {
    const parsed = schema.safeParse(body, { reportInput: true })
    return parsed.success ? answer(context, parsed.data, tenant) : text(400, sentenceOf(parsed.error.issues[0]))
  }
}

/** 4.1, with every field of section 2.1 */
function generate(context: CoreContext, body: z.infer<typeof codeBody>): CoreReply {
  const code = makeCode(context, { email: body.email ?? null, phoneNumber: body.phoneNumber ?? null })
  return json({
    status: 'OK',
    preAuthSessionId: code.device.preAuthSessionId,
    codeId: code.codeId,
    deviceId: code.device.deviceId,
    userInputCode: code.userInputCode,
    linkCode: code.linkCode,
    timeCreated: code.createdAt,
    codeLifetime,
  })
}

/** 4.2 */
function consume(context: CoreContext, body: z.infer<typeof consumeBody>, tenant: string): CoreReply {
  const given = { kind: 'link', linkCode: body.linkCode } as const
  const consumed = consumeCode(context, body.preAuthSessionId, given, true, tenant)
  if (consumed.kind === 'mismatch') return text(400, 'The fields preAuthSessionId and linkCode do not belong together.')
  if (consumed.kind !== 'ok') return json({ status: 'RESTART_FLOW_ERROR' })
  return json({ status: 'OK', createdNewUser: consumed.createdNewUser, user: userJson(consumed.user) })
}

const updateStatus: Readonly<Record<Exclude<ContactsUpdated, 'nothing-left'>, string>> = {
  ok: 'OK',
  'unknown-user': 'UNKNOWN_USER_ID_ERROR',
  'email-taken': 'EMAIL_ALREADY_EXISTS_ERROR',
  'phone-taken': 'PHONE_NUMBER_ALREADY_EXISTS_ERROR',
}

/** 4.3 */
function update(context: CoreContext, body: z.infer<typeof updateBody>): CoreReply {
  const { userId, email, phoneNumber } = body
  const updated = updateContacts(context, userId, { email, phoneNumber })
  if (updated === 'nothing-left') return text(400, 'A user must keep an email or a phone number.')
  return json({ status: updateStatus[updated] })
}

/** 4.4 */
function thirdParty(context: CoreContext, body: z.infer<typeof thirdPartyBody>, tenant: string): CoreReply {
  const { createdNewUser, user } = signInOrUp(context, {
    provider: body.thirdPartyId,
    providerUserId: body.thirdPartyUserId,
    email: body.email.id,
    isVerified: false,
    tenant,
  })
  return json({ status: 'OK', createdNewUser, user: userJson(user) })
}
