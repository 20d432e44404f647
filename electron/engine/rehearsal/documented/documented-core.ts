import * as z from 'zod'
import { parseJson } from '../../../../shared/json.ts'
import {
  codeReply,
  consumeCode,
  contactsStatus,
  makeCode,
  signInOrUp,
  updateContacts,
} from '../operations/passwordless.ts'
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
import { publicTenant, unknownTenant, type StoredUser } from '../store/stored-user.ts'
import { isWiderThan } from '../../../../shared/users/width.ts'
import { importPassword } from '../operations/import-password.ts'

/*
 * The fields of specification 2.2 and 2.3, checked as strictly as the specification allows. It states no bounds; the widths match real cores, so that every value accepted here fits there.
 */

/** Longest email, phone number, provider user id and hash that real cores can store. */
const width = 256
/** Longest provider id that real cores can store. */
const providerWidth = 28

/** An email with text on both sides of an `@`, no white space and no control characters. Kept in lower case. */
const email = z
  .string()
  .refine(...atMost(width))
  .refine((value) => /^(?=[^\s\p{Cc}]+$).+?@./u.test(value), 'must be an email address')
  .transform((value) => value.toLowerCase())

/** E.164: `+` and up to 15 digits. */
const phoneNumber = z
  .string()
  .refine((value) => /^\+[1-9]\d{1,14}$/.test(value), 'must be in international format: + and digits only')

const thirdPartyId = z
  .string()
  .min(1, 'must not be empty')
  .refine(...atMost(providerWidth))
  .refine((value) => /^[^\s\p{Cc}\p{Lu}]*$/u.test(value), 'must be a lowercase provider name')

const thirdPartyUserId = plainText(width)
const passwordHash = plainText(width)
/** Ids and codes of this core: any text, looked up as it is. */
const reference = z.string().min(1, 'must not be empty')

function plainText(longest: number) {
  return z
    .string()
    .min(1, 'must not be empty')
    .refine(...atMost(longest))
    .refine((value) => !value.includes('\u0000'), 'must not contain a NUL')
}

function atMost(longest: number) {
  const fits = (value: string): boolean => !isWiderThan(value, longest)
  return [fits, { error: `must have at most ${longest} characters`, abort: true }] as const
}

/* The request bodies of specification 4.1 to 4.5. An undocumented request is refused. */

/** 4.1 */
const codeBody = z
  .strictObject({ email: email.optional(), phoneNumber: phoneNumber.optional() })
  .refine(
    (body) => (body.email === undefined) !== (body.phoneNumber === undefined),
    'Send exactly one of email and phoneNumber.',
  )

/** 4.2 */
const consumeBody = z.strictObject({ preAuthSessionId: reference, linkCode: reference })

/** 4.3 */
const updateBody = z.strictObject({ userId: reference, email, phoneNumber })

/** 4.4 */
const thirdPartyBody = z.strictObject({ thirdPartyId, thirdPartyUserId, email: z.strictObject({ id: email }) })

/** 4.5; the shape of the hash and the algorithm are judged together, in `import-hash.ts`. */
const importBody = z.strictObject({ email, passwordHash, hashingAlgorithm: z.string().optional() })

/** The fault of a body, in one sentence that names the field and repeats no value. */
function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'The body is not what this operation takes.'
  const field = `The field ${issue.path.map(String).join('.')}`
  if (issue.code === 'unrecognized_keys') {
    const place = issue.path.length === 0 ? 'this operation' : `the field ${issue.path.map(String).join('.')}`
    return `${place} has no field ${issue.keys.join(', ')}.`.replace(/^t/, 'T')
  }
  if (issue.code === 'invalid_type') {
    if (issue.path.length === 0) return 'The body must be a JSON object.'
    return issue.input === undefined ? `${field} is missing.` : `${field} must be of type ${issue.expected}.`
  }
  return issue.path.length === 0 ? issue.message : `${field} ${issue.message}.`
}

const noSignerKey =
  'The core is not configured for Firebase scrypt: partner_password_hashing_signer_key ' +
  '(environment variable PARTNER_PASSWORD_HASHING_SIGNER_KEY) is not set.'

/** 4.5 */
function importHash(context: CoreContext, body: z.infer<typeof importBody>, tenant: string): CoreReply {
  const refusal = refuse(body.passwordHash, body.hashingAlgorithm, context.signerKey)
  if (refusal !== null) return refusal
  const { user, didUserAlreadyExist } = importPassword(context, body.email, body.passwordHash, tenant)
  return json({ status: 'OK', user: userJson(user), didUserAlreadyExist })
}

function refuse(hash: string, algorithm: string | undefined, signerKey: string | null): CoreReply | null {
  if (algorithm !== undefined && algorithm !== 'partner_scrypt') {
    return text(400, 'The field hashingAlgorithm takes partner_scrypt only; leave it out for BCrypt and Argon2.')
  }
  const shape = hashShape(hash)
  if (shape === null) return text(400, `The field passwordHash has no accepted format: ${shapeExpected(hash)}.`)
  if (shape !== 'scrypt-variant') {
    return algorithm === undefined
      ? null
      : text(400, 'The field hashingAlgorithm says partner_scrypt, but passwordHash does not begin with $f_scrypt$.')
  }
  if (algorithm === undefined) {
    return text(400, 'The field hashingAlgorithm is missing: Firebase scrypt needs partner_scrypt.')
  }
  return signerKey === null ? text(500, noSignerKey) : null
}

/** The families of specification 4.5. */
type HashShape = 'bcrypt' | 'argon2' | 'scrypt-variant'

const bcrypt = /^\$2[abxy]\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/
const argon2 =
  /^\$argon2(?:d|i|id)\$v=(?:16|19)\$m=(?<memory>\d{1,10}),t=(?<time>\d{1,10}),p=(?<lanes>\d{1,8})\$(?<salt>[A-Za-z0-9+/]+)\$(?<hash>[A-Za-z0-9+/]+)$/
const scryptVariant =
  /^\$f_scrypt\$(?<hash>[A-Za-z0-9+/]+={0,2})\$(?<salt>[A-Za-z0-9+/]+={0,2})\$m=(?<memory>\d{1,2})\$r=(?<rounds>\d{1,4})\$s=(?<separator>[A-Za-z0-9+/]+={0,2})$/

/** The family whose whole shape a hash has, or null. Rule 1: nothing may stand before the hash. */
function hashShape(hash: string): HashShape | null {
  if (bcrypt.test(hash)) return 'bcrypt'
  if (isArgon2(hash)) return 'argon2'
  if (isScryptVariant(hash)) return 'scrypt-variant'
  return null
}

/** The shape that a hash with the beginning of a family should have. */
function shapeExpected(hash: string): string {
  if (hash.startsWith('$2')) return 'a BCrypt hash is $2a$, two digits of cost from 04 to 31, $ and 53 characters'
  if (hash.startsWith('$argon2')) return 'an Argon2 hash is $argon2id$v=19$m=,t=,p=$salt$hash in base64 without padding'
  if (hash.startsWith('$f_scrypt')) return 'Firebase scrypt is $f_scrypt$hash$salt$m=$r=$s= with base64 parts'
  return 'it must be a BCrypt, Argon2 or $f_scrypt$ hash in standard format, with no other identifier before it'
}

function isArgon2(hash: string): boolean {
  const parts = argon2.exec(hash)?.groups
  if (parts === undefined) return false
  const lanes = Number(parts['lanes'])
  const memory = Number(parts['memory'])
  const salt = unpaddedLength(parts['salt'] ?? '')
  const output = unpaddedLength(parts['hash'] ?? '')
  return lanes >= 1 && memory >= 8 * lanes && memory < 2 ** 32 && Number(parts['time']) >= 1 && salt >= 8 && output >= 4
}

function isScryptVariant(hash: string): boolean {
  const parts = scryptVariant.exec(hash)?.groups
  if (parts === undefined) return false
  const memory = Number(parts['memory'])
  const whole = [parts['hash'], parts['salt'], parts['separator']].every((part = '') => part.length % 4 === 0)
  return whole && memory >= 1 && memory <= 30 && Number(parts['rounds']) >= 1
}

/** Bytes in unpadded base64; -1 when no byte sequence has an encoding of this length. */
function unpaddedLength(base64: string): number {
  return base64.length % 4 === 1 ? -1 : Math.floor((base64.length * 3) / 4)
}

/**
 * The user in a reply. The specification does not show one; this is the smallest that real cores have sent:
 * the id, the time of joining and the contacts that are there.
 */
function userJson(user: StoredUser): object {
  return {
    id: user.id,
    timeJoined: user.timeJoined,
    ...(user.email === null ? {} : { email: user.email }),
    ...(user.phoneNumber === null ? {} : { phoneNumber: user.phoneNumber }),
    ...(user.recipe === 'thirdparty' ? { thirdParty: { id: user.provider, userId: user.providerUserId } } : {}),
  }
}

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
    if (!context.tenants.has(tenant)) return text(400, unknownTenant('public', tenant))
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
  return codeReply(makeCode(context, { email: body.email ?? null, phoneNumber: body.phoneNumber ?? null }))
}

/** 4.2 */
function consume(context: CoreContext, body: z.infer<typeof consumeBody>, tenant: string): CoreReply {
  const given = { kind: 'link', linkCode: body.linkCode } as const
  const consumed = consumeCode(context, body.preAuthSessionId, given, true, tenant)
  if (consumed.kind === 'mismatch') return text(400, 'The fields preAuthSessionId and linkCode do not belong together.')
  if (consumed.kind !== 'ok') return json({ status: 'RESTART_FLOW_ERROR' })
  return json({ status: 'OK', createdNewUser: consumed.createdNewUser, user: userJson(consumed.user) })
}

/** 4.3 */
function update(context: CoreContext, body: z.infer<typeof updateBody>): CoreReply {
  const { userId, email, phoneNumber } = body
  const updated = updateContacts(context, userId, { email, phoneNumber })
  if (updated === 'nothing-left') return text(400, 'A user must keep an email or a phone number.')
  return json({ status: contactsStatus[updated] })
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
