import * as z from 'zod'
import { type BulkStatus, bulkStatuses } from '../../../../shared/core-api/bulk-rows.ts'
import { isWiderThan } from '../../../../shared/users/width.ts'
import { type CoreContext, type CoreReply, json, text } from '../context.ts'
import { importPerson, type UndoLog } from '../operations/import-person.ts'
import { javaTrim } from '../store/normalise-email.ts'
import {
  putRow,
  removeRow,
  type StagedMethod,
  type StagedPerson,
  type StagedRole,
  type StagedRow,
  type StagedTotp,
} from '../store/staged-users.ts'
import { type Call, type Handler, ofApp, optionalQuery, readBody, type Routes, widths } from './call.ts'
import { noSignerKey } from './import-hash.ts'
import { fieldReader, type FieldReader, readStagedMethod, SignerKeyMissing } from './staged-method.ts'
import { userJson } from './user-json.ts'

const maxUsers = 10_000
const maxPage = 500

/** Only cores on a database have it; and a scrypt hash without a signer key is a 500 for the whole request. */
function bulk(handler: Handler): Handler {
  return (call) => {
    if (!call.context.features.bulkImport) return text(400, 'This API is not supported in the in-memory database.')
    try {
      return handler(call)
    } catch (error) {
      if (error instanceof SignerKeyMissing) return text(500, noSignerKey)
      throw error
    }
  }
}

/** Real cores send this JSON as `text/html`. */
function badData(value: object): CoreReply {
  return text(400, JSON.stringify(value))
}

const stageBody = z.object({ users: z.array(z.unknown()) })

/** POST /bulk-import/users: stages all of them, or none when one is invalid. */
const stageUsers = bulk((call) => {
  const body = readBody(call, stageBody)
  if (!body.ok) return body.reply
  const { users } = body.value
  if (users.length > maxUsers) return badData({ error: `You can only add ${maxUsers} users at a time.` })
  if (users.length === 0) return json({ status: 'OK' })
  const externalIds = new Set<string>()
  const read = users.map((user) => readPerson(user, call.context, externalIds))
  const bad = read.flatMap((one, index) => (one.ok ? [] : [{ index, errors: one.errors }]))
  if (bad.length > 0) {
    const error = 'Data has missing or invalid fields. Please check the users field for more details.'
    return badData({ error, users: bad })
  }
  const people = read.flatMap((one) => (one.ok ? [one.person] : []))
  for (const person of people) stage(call.context, person)
  return json({ status: 'OK', users: people.map(stagedJson) })
})

function stage({ staged, clock }: CoreContext, person: StagedPerson): void {
  const now = clock()
  putRow(staged, { person, status: 'NEW', errorMessage: null, createdAt: now, updatedAt: now })
}

function stagedJson({ id, externalUserId, loginMethods }: StagedPerson): object {
  return { userId: externalUserId ?? id, loginMethods: loginMethods.map(methodJson) }
}

function methodJson(method: StagedMethod): object {
  const head = { recipeId: method.recipeId, userId: method.superTokensUserId, tenants: method.tenantIds }
  if (method.recipeId === 'emailpassword') return { ...head, email: method.email }
  if (method.recipeId === 'passwordless') {
    return { ...head, email: method.email ?? null, phoneNumber: method.phoneNumber ?? null }
  }
  const { email, thirdPartyId: thirdpartyId, thirdPartyUserId: thirdpartyUserId } = method
  return { ...head, email, thirdpartyId, thirdpartyUserId }
}

/** GET /bulk-import/users: a page, the newest first, with every hash. */
const listStaged = bulk((call) => {
  const status = readStatus(call)
  if (!status.ok) return status.reply
  const limit = Number(optionalQuery(call, 'limit') ?? '100')
  if (!Number.isInteger(limit) || limit < 1) return text(400, 'limit must a positive integer with min value 1')
  if (limit > maxPage) return text(400, `Max limit allowed is ${maxPage}`)
  const start = readToken(optionalQuery(call, 'paginationToken'))
  if (start === 'invalid') return text(400, 'invalid pagination token')
  const page: StagedRow[] = []
  let next: StagedRow | null = null
  let isReached = start === null
  for (const row of [...call.context.staged.rows.values()].toReversed()) {
    isReached ||= start !== null && (row.person.id === start.id || row.createdAt < start.createdAt)
    if (!isReached || (status.value !== null && row.status !== status.value)) continue
    if (page.length === limit) {
      next = row
      break
    }
    page.push(row)
  }
  const token = next === null ? {} : { nextPaginationToken: tokenOf(next) }
  return json({ status: 'OK', users: page.map(rowJson), ...token })
})

function rowJson({ person, status, errorMessage, createdAt, updatedAt }: StagedRow): object {
  return { ...person, status, ...(errorMessage === null ? {} : { errorMessage }), createdAt, updatedAt }
}

type Token = { readonly id: string; readonly createdAt: number }

function tokenOf({ person, createdAt }: StagedRow): string {
  return Buffer.from(`${person.id};${createdAt}`).toString('base64')
}

function readToken(token: string | null): Token | null | 'invalid' {
  if (token === null) return null
  const [id = '', createdAt = ''] = Buffer.from(token, 'base64').toString('utf8').split(';')
  return id !== '' && /^\d+$/.test(createdAt) ? { id, createdAt: Number(createdAt) } : 'invalid'
}

/** GET /bulk-import/users/count */
const countStaged = bulk((call) => {
  const status = readStatus(call)
  if (!status.ok) return status.reply
  const { counts, rows } = call.context.staged
  return json({ status: 'OK', count: status.value === null ? rows.size : counts[status.value] })
})

type StatusRead =
  | { readonly ok: true; readonly value: BulkStatus | null }
  | { readonly ok: false; readonly reply: CoreReply }

function readStatus(call: Call): StatusRead {
  const given = optionalQuery(call, 'status')
  if (given === null) return { ok: true, value: null }
  const value = bulkStatuses.find((one) => one === given.toUpperCase())
  return value === undefined
    ? { ok: false, reply: text(400, 'Invalid value for status. Pass one of NEW, PROCESSING, or FAILED!') }
    : { ok: true, value }
}

const removeBody = z.object({ ids: z.array(z.string()) })

/** POST /bulk-import/users/remove: rows in any status. */
const removeStaged = bulk((call) => {
  const body = readBody(call, removeBody)
  if (!body.ok) return body.reply
  const { ids } = body.value
  if (ids.length > maxPage) return text(400, `Field name 'ids' cannot contain more than ${maxPage} elements`)
  const deletedIds = ids.filter((id) => removeRow(call.context.staged, id))
  const deleted = new Set(deletedIds)
  return json({ deletedIds, invalidIds: ids.filter((id) => !deleted.has(id)) })
})

/** POST /bulk-import/import: one user at once. */
const importOne = bulk((call) => {
  const body = readBody(call, z.record(z.string(), z.unknown()))
  if (!body.ok) return body.reply
  const read = readPerson(body.value, call.context, new Set())
  if (!read.ok) return badData({ errors: read.errors })
  const undo: UndoLog = []
  const imported = importPerson(call.context, read.person, undo)
  if (imported.kind === 'ok') {
    const user = call.context.users.byId.get(read.person.id)
    return json({ status: 'OK', ...(user === undefined ? {} : { user: userJson(user, call.context, call.cdi) }) })
  }
  for (const step of undo.toReversed()) step()
  return badData({ errors: [imported.message] })
})

/** One parsed user, or all its errors. */
type PersonRead =
  | { readonly ok: true; readonly person: StagedPerson }
  | { readonly ok: false; readonly errors: readonly string[] }

/**
 * Reads one user of a bulk import as real cores do, in the order of their errors. `externalIds`: ids of the users
 * before it in the same request; its own is added. Throws SignerKeyMissing.
 */
function readPerson(source: unknown, context: CoreContext, externalIds: Set<string>): PersonRead {
  const errors: string[] = []
  const fields = fieldReader(source, errors)
  const externalId = fields.text('externalUserId', '.')
  const userMetadata = fields.object('userMetadata', '.')
  const userRoles = readRoles(fields, context, errors)
  const totpDevices = readTotp(fields, context, errors)
  const loginMethods = readMethods(fields, context, errors)
  const externalUserId = externalId === undefined ? undefined : javaTrim(externalId)
  checkExternalId(externalUserId, externalIds, errors)
  checkRoleTenants(userRoles ?? [], loginMethods, errors)
  const [first] = loginMethods
  if (errors.length > 0 || first === undefined) return { ok: false, errors }
  return {
    ok: true,
    person: {
      id: primaryMethod(loginMethods, first).superTokensUserId,
      ...(externalUserId === undefined ? {} : { externalUserId }),
      ...(userMetadata === undefined ? {} : { userMetadata }),
      ...(userRoles === null ? {} : { userRoles }),
      ...(totpDevices === null ? {} : { totpDevices }),
      loginMethods,
    },
  }
}

/** The method marked as primary, else the first to join. */
function primaryMethod(methods: readonly StagedMethod[], first: StagedMethod): StagedMethod {
  const marked = methods.find(({ isPrimary }) => isPrimary)
  const joined = (method: StagedMethod): number => method.timeJoinedInMSSinceEpoch
  return marked ?? methods.reduce((oldest, one) => (joined(one) < joined(oldest) ? one : oldest), first)
}

function readRoles(fields: FieldReader, { people }: CoreContext, errors: string[]): readonly StagedRole[] | null {
  const given = fields.list('userRoles', '.')
  if (given === undefined) return null
  return given.flatMap((one) => {
    const role = fieldReader(one, errors)
    const name = role.text('role', ' for a user role.', 'required')
    const tenantIds = role.texts('tenantIds', ' for a user role.', 'required')
    if (name === undefined || tenantIds === undefined) return []
    const kept = javaTrim(name)
    if (!people.roles.has(kept)) errors.push(`Role ${kept} does not exist.`)
    return [{ role: kept, tenantIds: tenantIds.map((tenant) => javaTrim(tenant).toLowerCase()) }]
  })
}

function readTotp(fields: FieldReader, { features }: CoreContext, errors: string[]): readonly StagedTotp[] | null {
  const given = fields.list('totpDevices', '.')
  if (given === undefined) return null
  if (!features.mfa) {
    errors.push('MFA must be enabled to import totp devices.')
    return null
  }
  const place = ' for a totp device.'
  return given.flatMap((one) => {
    const device = fieldReader(one, errors)
    const secretKey = device.text('secretKey', place, 'required')
    const period = device.number('period', place) ?? 30
    const skew = device.number('skew', place) ?? 1
    const deviceName = device.text('deviceName', place)
    if (period < 1) errors.push(`period should be > 0${place}`)
    if (skew < 0) errors.push(`skew should be >= 0${place}`)
    if (secretKey === undefined) return []
    return [{ secretKey, period, skew, ...(deviceName === undefined ? {} : { deviceName }) }]
  })
}

function readMethods(fields: FieldReader, context: CoreContext, errors: string[]): readonly StagedMethod[] {
  const given = fields.list('loginMethods', '.', 'required')
  if (given === undefined) return []
  if (given.length === 0) errors.push('At least one loginMethod is required.')
  if (given.length > 1 && !context.features.accountLinking) {
    errors.push('Account linking must be enabled to import multiple loginMethods.')
  }
  // Methods of one user without a time have the same one.
  const now = context.clock()
  const atOnce = { ...context, clock: () => now }
  const methods = given.map((one) => readStagedMethod(one, atOnce, errors)).filter((one) => one !== null)
  if (methods.filter(({ isPrimary }) => isPrimary).length > 1) {
    errors.push('No two loginMethods can have isPrimary as true.')
  }
  return methods
}

function checkExternalId(id: string | undefined, seen: Set<string>, errors: string[]): void {
  if (id === undefined) return
  if (isWiderThan(id, widths.userId)) errors.push(`externalUserId ${id} is too long. Max length is ${widths.userId}.`)
  if (seen.has(id)) errors.push(`externalUserId ${id} is not unique. It is already used by another user.`)
  seen.add(id)
}

function checkRoleTenants(roles: readonly StagedRole[], methods: readonly StagedMethod[], errors: string[]): void {
  const known = new Set(methods.flatMap(({ tenantIds }) => tenantIds))
  for (const tenant of new Set(roles.flatMap(({ tenantIds }) => tenantIds))) {
    if (!known.has(tenant)) errors.push(`TenantId ${tenant} for a user role does not exist in loginMethods.`)
  }
}

export const bulkImportRoutes: Routes = {
  '/bulk-import/users': ofApp({ POST: stageUsers, GET: listStaged }),
  '/bulk-import/users/count': ofApp({ GET: countStaged }),
  '/bulk-import/users/remove': ofApp({ POST: removeStaged }),
  '/bulk-import/import': ofApp({ POST: importOne }),
}
