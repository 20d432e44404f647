import * as z from 'zod'
import { bulkStatuses } from '../../../../shared/core-api/bulk-rows.ts'
import { parseJson } from '../../../../shared/json.ts'
import { jsonObject } from '../../../../shared/json-text.ts'
import type { LinkChange } from './links.ts'
import type { PeopleChange } from './people.ts'
import { type StagedChange, type StagedRow } from './staged-users.ts'
import {
  onlyPublic,
  publicTenant,
  recipes,
  type StoredUser,
  type TenantChange,
  type UserIdChange,
} from './stored-user.ts'
import type { UserChange } from './users.ts'

const text = z.string()
const common = {
  tenantIds: z.array(text),
  isVerified: z.boolean(),
  isPrimary: z.boolean(),
  timeJoinedInMSSinceEpoch: z.number(),
  superTokensUserId: text,
}

const method = z.discriminatedUnion('recipeId', [
  z.object({
    ...common,
    recipeId: z.literal('emailpassword'),
    email: text,
    passwordHash: text.optional(),
    hashingAlgorithm: text.optional(),
    plainTextPassword: text.optional(),
  }),
  z.object({
    ...common,
    recipeId: z.literal('thirdparty'),
    email: text,
    thirdPartyId: text,
    thirdPartyUserId: text,
  }),
  z.object({
    ...common,
    recipeId: z.literal('passwordless'),
    email: text.optional(),
    phoneNumber: text.optional(),
  }),
])

/** A staged user, as the state file holds it. */
const stagedRow: z.ZodType<StagedRow> = z.object({
  person: z.object({
    id: text,
    externalUserId: text.optional(),
    userMetadata: jsonObject.optional(),
    userRoles: z.array(z.object({ role: text, tenantIds: z.array(text) })).optional(),
    totpDevices: z
      .array(z.object({ secretKey: text, period: z.number(), skew: z.number(), deviceName: text.optional() }))
      .optional(),
    loginMethods: z.array(method),
  }),
  status: z.enum(bulkStatuses),
  errorMessage: text.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
})

const maybe = z.string().nullable()

/** id, recipe, timeJoined, email, phoneNumber, provider, providerUserId, passwordHash, verifiedEmail; tenants but `public` alone */
const userLine = z.tuple([
  z.literal('user'),
  ...([text, z.enum(recipes), z.int(), maybe, maybe, maybe, maybe, maybe, maybe] as const),
  z.array(text).optional(),
])
const removedLine = z.tuple([z.literal('removed'), text])
/** id, external id, info */
const mappedLine = z.tuple([z.literal('mapped'), text, text, maybe])
const unmappedLine = z.tuple([z.literal('unmapped'), text])

/** id, id of the primary user */
const linkedLine = z.tuple([z.literal('linked'), text, text])
const unlinkedLine = z.tuple([z.literal('unlinked'), text])

const totpDevice = z.object({ name: text, secretKey: text, period: z.int(), skew: z.int() })

/** Kinds that came later: the whole change as an object. */
const changes = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('metadata'), userId: text, metadata: jsonObject }),
  z.object({ kind: z.enum(['role', 'role-removed']), role: text }),
  z.object({ kind: z.literal('user-role'), tenant: text, userId: text, role: text }),
  z.object({ kind: z.literal('totp'), userId: text, device: totpDevice }),
  z.object({ kind: z.literal('forgotten'), userId: text }),
  z.object({
    kind: z.literal('tenant'),
    tenant: z.object({ tenantId: text, firstFactors: z.array(text).nullable() }),
  }),
  z.object({ kind: z.literal('staged'), row: stagedRow }),
  z.object({ kind: z.literal('unstaged'), id: text }),
])
const changeLine = z.tuple([z.literal('change'), changes])

const stateLine = z.union([userLine, removedLine, mappedLine, unmappedLine, linkedLine, unlinkedLine, changeLine])

export type StateChange = UserChange | UserIdChange | LinkChange | PeopleChange | TenantChange | StagedChange

/** One change as a line, without its newline. */
export function lineOf(change: StateChange): string {
  switch (change.kind) {
    case 'user':
      return JSON.stringify(['user', ...userFields(change.user)])
    case 'removed':
    case 'unmapped':
    case 'unlinked':
      return JSON.stringify([change.kind, change.id])
    case 'mapped':
      return JSON.stringify(['mapped', change.id, change.externalId, change.info])
    case 'linked':
      return JSON.stringify(['linked', change.id, change.primaryId])
    default:
      return JSON.stringify(['change', change])
  }
}

function userFields(user: StoredUser): readonly unknown[] {
  const { id, recipe, timeJoined, email, phoneNumber, provider, providerUserId, passwordHash, verifiedEmail } = user
  const fields = [id, recipe, timeJoined, email, phoneNumber, provider, providerUserId, passwordHash, verifiedEmail]
  const isPublic = user.tenantIds.length === 1 && user.tenantIds[0] === publicTenant
  return isPublic ? fields : [...fields, user.tenantIds]
}

/** Reads one line back; null when it is not one of this format. */
export function changeOf(line: string): StateChange | null {
  const parsed = stateLine.safeParse(parseJson(line))
  if (!parsed.success) return null
  const entry = parsed.data
  switch (entry[0]) {
    case 'user': {
      const [, id, recipe, timeJoined, email, phoneNumber, provider, providerUserId, passwordHash, verifiedEmail] =
        entry
      const user = { id, recipe, timeJoined, email, phoneNumber, provider, providerUserId, passwordHash, verifiedEmail }
      return { kind: 'user', user: { ...user, tenantIds: entry[10] ?? onlyPublic } }
    }
    case 'removed':
      return { kind: 'removed', id: entry[1] }
    case 'mapped':
      return { kind: 'mapped', id: entry[1], externalId: entry[2], info: entry[3] }
    case 'linked':
      return { kind: 'linked', id: entry[1], primaryId: entry[2] }
    case 'change':
      return entry[1]
    default:
      return { kind: entry[0], id: entry[1] }
  }
}
