import * as z from 'zod'
import { parseJson } from '../json.ts'
import { plainSuccess, type ReplyOutcome } from './outcome.ts'
import type { OperationName } from './operations.ts'
import type { ReplyContext } from './raw-reply.ts'
import { storable } from './redact.ts'
import { stagedFingerprint } from './staged-fingerprint.ts'
import { type StagedUser, bulkStatuses, type BulkRow, type RefusedUser } from './bulk-rows.ts'

const text = z.string().max(10_000)
const optionalText = text.nullish().catch(undefined)

/** An id that a core makes. It is kept and exported, so that nothing longer, such as a hash, may stand in its place. */
const coreId = z.string().regex(/^[\w-]{1,36}$/)

const stagedUser: z.ZodType<StagedUser> = z.object({
  userId: text.min(1),
  loginMethods: z.array(z.object({ recipeId: text, userId: coreId })).min(1),
})
const refusedBody = z.object({
  users: z.array(z.object({ index: z.int().nonnegative(), errors: z.array(z.string()) })).min(1),
})

const rowMethod = z.object({
  recipeId: text,
  tenantIds: z.array(text).nullish().catch(undefined),
  superTokensUserId: optionalText,
  email: optionalText,
  phoneNumber: optionalText,
  thirdPartyId: optionalText,
  thirdPartyUserId: optionalText,
  passwordHash: z.unknown().optional(),
  plainTextPassword: z.unknown().optional(),
})

const row = z.object({
  id: coreId,
  externalUserId: optionalText,
  loginMethods: z.array(rowMethod),
  userMetadata: z.unknown().optional(),
  userRoles: z.unknown().optional(),
  totpDevices: z.array(z.looseObject({ secretKey: z.unknown().optional() })).catch([]),
  status: z.enum(bulkStatuses),
  errorMessage: z.string().nullish().catch(undefined),
  createdAt: z.number(),
  updatedAt: z.number(),
})

const stageBody = z.object({ users: z.array(stagedUser).optional() })
const listBody = z.object({ users: z.array(row), nextPaginationToken: optionalText })
const countBody = z.object({ count: z.int().nonnegative() })
const removeBody = z.object({ deletedIds: z.array(text), invalidIds: z.array(text) })
const tenantsBody = z.object({ tenants: z.array(z.object({ tenantId: text })) })
const rolesBody = z.object({ roles: z.array(text) })

/** Reads a success of bulk import or of roles; null: it lacks what it must have; `other`: another operation. */
export function readBulkSuccess(operation: OperationName, json: object): ReplyOutcome | null | 'other' {
  switch (operation) {
    case 'bulk-stage': {
      const { data } = stageBody.safeParse(json)
      return data === undefined ? null : { ...plainSuccess, staged: data.users ?? [] }
    }
    case 'bulk-list': {
      const { data } = listBody.safeParse(json)
      if (data === undefined) return null
      return { ...plainSuccess, rows: data.users.map(plainRow), nextToken: data.nextPaginationToken ?? null }
    }
    case 'count-users':
    case 'bulk-count': {
      const { data } = countBody.safeParse(json)
      return data === undefined ? null : { ...plainSuccess, count: data.count }
    }
    case 'bulk-remove': {
      const { data } = removeBody.safeParse(json)
      return data === undefined ? null : { ...plainSuccess, deletedIds: data.deletedIds }
    }
    case 'list-roles': {
      const { data } = rolesBody.safeParse(json)
      return data === undefined ? null : { ...plainSuccess, roles: data.roles }
    }
    case 'list-tenants': {
      const { data } = tenantsBody.safeParse(json)
      return data === undefined ? null : { ...plainSuccess, tenants: data.tenants.map(({ tenantId }) => tenantId) }
    }
    default:
      return 'other'
  }
}

/** A row of a listing without its secrets, which are masked in the error and left out of the rest. */
function plainRow(read: z.output<typeof row>): BulkRow {
  const secrets = [
    ...read.loginMethods.flatMap(({ passwordHash, plainTextPassword }) => [passwordHash, plainTextPassword]),
    ...read.totpDevices.map(({ secretKey }) => secretKey),
  ].filter((secret) => typeof secret === 'string')
  return {
    id: read.id,
    externalUserId: read.externalUserId ?? null,
    methods: read.loginMethods.map((method) => ({
      recipe: method.recipeId,
      tenantIds: method.tenantIds ?? null,
      coreId: method.superTokensUserId ?? null,
      email: method.email ?? null,
      phoneNumber: method.phoneNumber ?? null,
      thirdPartyId: method.thirdPartyId ?? null,
      thirdPartyUserId: method.thirdPartyUserId ?? null,
    })),
    fingerprint: stagedFingerprint(read),
    status: read.status,
    message: storable(withoutQuotes(read.errorMessage ?? ''), secrets),
    createdAt: read.createdAt,
    updatedAt: read.updatedAt,
  }
}

/**
 * The users that a 400 to staging names; null: it names none. Real cores quote whole login methods there, so each text
 * is redacted with the secrets of its user.
 */
export function readRefusedUsers(
  body: string,
  { secretsOfUser = noTexts, namesOfUser = noTexts }: ReplyContext,
): ReplyOutcome | null {
  const { data } = refusedBody.safeParse(parseJson(body))
  if (data === undefined) return null
  const refused = data.users.map(({ index, errors }): RefusedUser => {
    const [secrets, names] = [secretsOfUser(index), namesOfUser(index)]
    return { index, errors: errors.slice(0, 20).map((error) => storable(withoutQuotes(error), secrets, names)) }
  })
  return { ...plainSuccess, refused }
}

/** Taking a hash out of a method that is quoted whole takes a tenth of a second, and a batch has thousands of users. */
function withoutQuotes(error: string): string {
  const [from, to] = [error.indexOf('{'), error.lastIndexOf('}')]
  return from === -1 || to < from ? error : `${error.slice(0, from)}{…}${error.slice(to + 1)}`
}

function noTexts(): readonly string[] {
  return []
}
