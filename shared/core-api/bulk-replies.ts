import * as z from 'zod'
import { plainSuccess, type ReplyOutcome } from './outcome.ts'
import type { OperationName } from './operations.ts'
import type { ReplyContext } from './raw-reply.ts'
import { storable } from './redact.ts'
import { stagedFingerprint } from './staged-fingerprint.ts'

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

/** States of a row of a bulk import. An imported row is gone. */
const bulkStatuses = ['NEW', 'PROCESSING', 'FAILED'] as const
export type BulkStatus = (typeof bulkStatuses)[number]

/** One user of a reply to staging: its id, and the ids that its login methods will have. */
export type StagedUser = {
  readonly userId: string
  readonly loginMethods: readonly { readonly recipeId: string; readonly userId: string }[]
}

/** A user of a batch that the core refuses, and why. `errors`: without secrets. */
export type RefusedUser = { readonly index: number; readonly errors: readonly string[] }

/** A staged user as a listing shows it, without anything secret. */
export type BulkRow = {
  readonly id: string
  readonly externalUserId: string | null
  readonly methods: readonly {
    readonly recipe: string
    /** Null: the core does not say, so the public one. */
    readonly tenantIds: readonly string[] | null
    /** The id that the login method will have; null: the core does not say. */
    readonly coreId: string | null
    readonly email: string | null
    readonly phoneNumber: string | null
    readonly thirdPartyId: string | null
    readonly thirdPartyUserId: string | null
  }[]
  /** The same for rows that bring in the same user; nothing secret can be read from it. */
  readonly fingerprint: number
  readonly status: BulkStatus
  /** Without secrets; empty: nothing is wrong so far. */
  readonly message: string
  /** Unix epoch of the core, milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

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

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
