import * as z from 'zod'
import { jsonObject } from '../../../shared/json-text.ts'
import type { Call } from '../../../shared/planning/call.ts'
import { ownValues } from '../../../shared/planning/calls-template.ts'
import { isTenantName } from '../../../shared/users/tenant.ts'
import { type Database, oneRow, run, sql } from './sqlite.ts'

const tenant = z.string().refine(isTenantName).exactOptional()

const contacts = z.object({ email: z.string().nullable(), phoneNumber: z.string().nullable() })

/** Each kind of call as the document keeps it: the compiler refuses a kind without a schema. */
const callSchemas = {
  passwordless: z.object({
    kind: z.literal('passwordless'),
    contact: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('email'), email: z.string() }),
      z.object({ kind: z.literal('phone'), phoneNumber: z.string() }),
    ]),
    tenant,
  }),
  update: z.object({ kind: z.literal('update'), email: z.string(), phoneNumber: z.string(), tenant }),
  'third-party': z.object({
    kind: z.literal('third-party'),
    thirdPartyId: z.string(),
    thirdPartyUserId: z.string(),
    email: z.string(),
    isVerified: z.boolean(),
    tenant,
  }),
  'change-contact': z.object({
    kind: z.literal('change-contact'),
    force: z.boolean(),
    login: z.union([
      z.object({ recipe: z.enum(['emailpassword', 'passwordless']), coreUserId: z.string() }),
      z.object({
        recipe: z.literal('thirdparty'),
        thirdPartyId: z.string(),
        thirdPartyUserId: z.string(),
        isVerified: z.boolean(),
      }),
    ]),
    from: contacts,
    to: contacts,
    tenant,
  }),
  'verify-email': z.object({ kind: z.literal('verify-email'), email: z.string(), tenant }),
  'map-id': z.object({ kind: z.literal('map-id'), externalUserId: z.string() }),

  'make-primary': z.object({ kind: z.literal('make-primary') }),
  link: z.object({ kind: z.literal('link'), method: z.string() }),
  metadata: z.object({ kind: z.literal('metadata'), metadata: jsonObject }),
  role: z.object({ kind: z.literal('role'), role: z.string(), create: z.boolean(), tenant }),
  totp: z.object({
    kind: z.literal('totp'),
    secretKey: z.string(),
    deviceName: z.string(),
    period: z.number().exactOptional(),
  }),
  import: z.object({
    kind: z.literal('import'),
    email: z.string(),
    passwordHash: z.string(),
    family: z.enum(['bcrypt', 'argon2', 'firebase-scrypt']),
    tenant,
  }),
} satisfies { readonly [K in Call['kind']]: z.ZodType<Extract<Call, { readonly kind: K }>> }

const { passwordless, ...others } = callSchemas
const callSchema = z.discriminatedUnion('kind', [passwordless, ...Object.values(others)])

/** The result of a call, as its row in the document has it. */
export const callResultRow = z.object({
  key: z.string(),
  http_status: z.number().nullable(),
  status: z.string().nullable(),
  message: z.string(),
  tries: z.number(),
  core_user_id: z.string().nullable(),
  existed: z.number().nullable(),
  created: z.number().nullable(),
})

const callsSchema = z.array(z.unknown())

const ownColumns: { readonly [V in (typeof ownValues)[number]]: string } = {
  email: 'user.email',
  phone: 'user.phone',
  hash: "t.source ->> '$.hash.hash'",
  sourceId: "t.source ->> '$.sourceId'",
  thirdPartyUserId: "t.source ->> '$.identities[0].userId'",
  hashFromDollar: "substr(t.source ->> '$.hash.hash', instr(t.source ->> '$.hash.hash', '$'))",
}

/** The calls of a user as JSON, see `callsTemplate`; `t`: its row of `user_text`. Of a hash that was removed, an empty one. */
export const callsOf = `CASE WHEN t.calls <> '' THEN t.calls ELSE (SELECT ${ownValues.reduce(
  (text, name, at) => `replace(${text}, char(${at + 1}), json_quote(coalesce(${ownColumns[name]}, '')))`,
  'facet.calls',
)} FROM user CROSS JOIN facet ON facet.id = user.facet_id WHERE user.id = t.user_id) END`

const callsRow = z.object({ calls: z.string() })

/** The calls of one user as JSON. */
export function callsText(database: Database, userId: number): string {
  const select = `SELECT ${callsOf} AS calls FROM user_text AS t WHERE t.user_id = ?`
  return oneRow(callsRow, sql(database, select), userId)?.calls ?? '[]'
}

/** Replaces what the export says of a user. Its calls stay those that were planned, until it is planned again. */
export function replaceSource(database: Database, userId: number, source: string): void {
  run(database, `UPDATE user_text AS t SET calls = ${callsOf}, source = ? WHERE t.user_id = ?`, source, userId)
}

/** Reads the calls of a plan as the document keeps them. */
export function readStoredCalls(text: string): readonly Call[] {
  const stored: unknown = JSON.parse(text)
  const values: readonly unknown[] = Array.isArray(stored) ? stored : callsSchema.parse(stored)
  return values.map((value) => readUsualCall(value) ?? callSchema.parse(value))
}

/**
 * Fast path without the schema, a third of the time, for the calls that nearly all users have; null: use the schema.
 */
function readUsualCall(value: unknown): Call | null {
  if (typeof value !== 'object' || value === null || !('kind' in value) || 'tenant' in value) return null
  const { kind } = value
  if (kind === 'map-id') {
    if (!('externalUserId' in value) || typeof value.externalUserId !== 'string') return null
    return { kind, externalUserId: value.externalUserId }
  }
  if (!('email' in value) || typeof value.email !== 'string') return null
  const { email } = value
  if (kind === 'verify-email') return { kind, email }
  if (kind !== 'import' || !('passwordHash' in value) || !('family' in value)) return null
  const { passwordHash, family } = value
  const isFamily = family === 'bcrypt' || family === 'argon2' || family === 'firebase-scrypt'
  return isFamily && typeof passwordHash === 'string' ? { kind, email, passwordHash, family } : null
}

/** Statuses of calls that this app writes itself. */
export const ownStatus = {
  /** Sent, and known not to have been applied. */
  notApplied: 'not-applied',
  /** The core had the user before: nothing was sent, the operator decides. */
  conflict: 'conflict',
  /**
   * Of a call in `sending`: it is looked up before it is sent, and `absent_at` is durable before its request leaves. Without
   * `absent_at`, nothing was sent.
   */
  lookUpFirst: 'look-up-first',
  /** Looked up before it is sent again, until a look-up was answered. */
  reconcileFirst: 'reconcile-first',
  /** Counts as done, but nothing was sent; the message says what is missing. */
  noOp: 'no-op',
} as const

/** Before what the core answered, when the look-up of a user was not answered for good. */
export const notLookedUp = 'The core could not be asked whether this user is there already: '

/** The status that a call ended with. The status of a call that is to be sent or is being sent is a note for the next run. */
export function endStatus(call: { readonly state: string; readonly status: string | null }): string | null {
  return call.state === 'todo' || call.state === 'sending' ? null : call.status
}

/** One request as far as its effect in the core is concerned. */
type Attempt = {
  readonly operation: string
  readonly outcome: string
  readonly httpStatus: number | null
  readonly status: string | null
}

// The core's list decides the outcome of a staged row, and with it the result of the call.
const createsNothing: readonly string[] = ['look-up', 'create-code', 'bulk-stage']
const neverArrived: readonly string[] = ['connect', 'rate-limited', 'cancelled']

/** A failure whose reply says that the core did not apply the call. After 408 it may have. */
export function isRefused(status: string | null, httpStatus: number | null): boolean {
  return (
    (status !== null && status !== 'OK') ||
    (httpStatus !== null && httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408)
  )
}

/** Can a login be in the core because of this request, whatever was answered? */
export function mayBeApplied({ operation, outcome, httpStatus, status }: Attempt): boolean {
  return !createsNothing.includes(operation) && !neverArrived.includes(outcome) && !isRefused(status, httpStatus)
}

const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** `isRefused` in SQL. Without an answer there is no HTTP status: NULL would make neither this nor its opposite true. */
const refusedSql = (row: string) =>
  `(coalesce(${row}.status, 'OK') <> 'OK' OR coalesce(${row}.http_status BETWEEN 400 AND 499 AND ${row}.http_status <> 408, 0))`

/** `mayBeApplied` in SQL, of any request for the call `c`. */
const anyAttemptApplied = `EXISTS (SELECT 1 FROM attempt a WHERE a.target_id = c.target_id AND a.user_id = c.user_id
  AND a.key = c.key AND a.operation NOT IN (${listed(createsNothing)}) AND a.outcome NOT IN (${listed(neverArrived)})
  AND NOT ${refusedSql('a')})`

/** Not of calls that were given back, or that the core refused from the first request to the last. */
const callMayBeApplied = `CASE c.state WHEN 'todo' THEN c.tries > 0 AND coalesce(c.status, '') <> '${ownStatus.notApplied}'
  WHEN 'failed' THEN NOT ${refusedSql('c')} OR ${anyAttemptApplied} ELSE 1 END`
const atLive = `FROM target t JOIN call c ON c.target_id = t.id WHERE t.kind = 'live' AND ${callMayBeApplied}`

/** A user that may exist in a live core, whole or in part, keeps the plan that it was sent with. */
export const wasSentLive = `EXISTS (SELECT 1 ${atLive} AND c.user_id = user.id)`

export function anySentLive(database: Database): boolean {
  return sql(database, `SELECT 1 ${atLive} LIMIT 1`).get() !== undefined
}

/** Forgets that a user was refused, because its plan is another one now. Its requests stay in the history. */
export function forgetRefusal(database: Database, userId: number): void {
  const forget = `UPDATE progress SET state = 'ready', failure = NULL WHERE user_id = ?1 AND state IN ('failed', 'blocked')
    AND target_id IN (SELECT id FROM target WHERE kind = 'live') AND NOT EXISTS (SELECT 1 ${atLive} AND c.user_id = ?1)`
  sql(database, forget).run(userId)
}

export function emailOfCall(call: Call): string | null {
  if (call.kind === 'passwordless') return call.contact.kind === 'email' ? call.contact.email : null
  return 'email' in call ? call.email : null
}
