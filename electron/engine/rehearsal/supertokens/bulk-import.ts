import * as z from 'zod'
import { type BulkStatus, bulkStatuses } from '../../../../shared/core-api/bulk-rows.ts'
import { type CoreContext, type CoreReply, json, text } from '../context.ts'
import { importPerson, type UndoLog } from '../operations/import-person.ts'
import type { StagedMethod, StagedPerson, StagedRow } from '../store/staged-users.ts'
import { type Call, type Handler, ofApp, optionalQuery, readBody, type Routes } from './call.ts'
import { noSignerKey } from './import-hash.ts'
import { readPerson, SignerKeyMissing } from './staged-person.ts'
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
  staged.put({ person, status: 'NEW', errorMessage: null, createdAt: now, updatedAt: now })
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
  const deletedIds = ids.filter((id) => call.context.staged.remove(id))
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

export const bulkImportRoutes: Routes = {
  '/bulk-import/users': ofApp({ POST: stageUsers, GET: listStaged }),
  '/bulk-import/users/count': ofApp({ GET: countStaged }),
  '/bulk-import/users/remove': ofApp({ POST: removeStaged }),
  '/bulk-import/import': ofApp({ POST: importOne }),
}
