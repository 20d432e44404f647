import * as z from 'zod'
import { joinIdentities } from '../../../shared/users/identities.ts'
import type { User, UserPart } from '../../../shared/users/user.ts'

const hashSchema = z.object({
  hash: z.string(),
  salt: z.string().exactOptional(),
  declared: z.string().exactOptional(),
  provider: z.string().exactOptional(),
  factor: z.number().exactOptional(),
})

const identitySchema = z.object({
  provider: z.string(),
  userId: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean().nullable(),
})

/** What the export does not say is not written. */
const userSchema = z.object({
  sourceId: z.string().nullable().default(null),
  email: z.string().nullable().default(null),
  emailVerified: z.boolean().nullable().default(null),
  phone: z.string().nullable().default(null),
  phoneVerified: z.boolean().nullable().default(null),
  phoneIsLogin: z.boolean().default(false),
  emailIsLogin: z.boolean().default(false),
  hasPassword: z.boolean().nullable().default(null),
  hash: hashSchema.nullable().default(null),
  identities: z.array(identitySchema).default([]),
  standing: z.enum(['active', 'disabled', 'deleted']).default('active'),
})

const partSchema = z.object({
  email: z.string().exactOptional(),
  emailVerified: z.boolean().exactOptional(),
  hash: hashSchema.exactOptional(),
  identities: z.array(identitySchema).exactOptional(),
})

/** Writes a user as the document keeps it. */
export function writeStoredUser(user: User): string {
  const said: { -readonly [K in keyof User]?: User[K] } = {}
  if (user.sourceId !== null) said.sourceId = user.sourceId
  if (user.email !== null) said.email = user.email
  if (user.emailVerified !== null) said.emailVerified = user.emailVerified
  if (user.phone !== null) said.phone = user.phone
  if (user.phoneVerified !== null) said.phoneVerified = user.phoneVerified
  if (user.phoneIsLogin) said.phoneIsLogin = true
  if (user.emailIsLogin) said.emailIsLogin = true
  if (user.hasPassword !== null) said.hasPassword = user.hasPassword
  if (user.hash !== null) said.hash = user.hash
  if (user.identities.length > 0) said.identities = user.identities
  if (user.standing !== 'active') said.standing = user.standing
  return JSON.stringify(said)
}

/** Reads a user as the document keeps it, with the parts that were joined from other files. */
export function readStoredUser(source: string, parts: readonly string[] = []): User {
  return parts.map((part) => partSchema.parse(JSON.parse(part))).reduce(addPart, userSchema.parse(JSON.parse(source)))
}

function addPart(user: User, part: UserPart): User {
  return {
    ...user,
    email: user.email ?? part.email ?? null,
    emailVerified: user.emailVerified ?? part.emailVerified ?? null,
    hash: user.hash ?? part.hash ?? null,
    identities: part.identities === undefined ? user.identities : joinIdentities(user.identities, part.identities),
  }
}
