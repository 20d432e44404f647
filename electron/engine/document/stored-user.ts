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

const userSchema = z.object({
  sourceId: z.string().nullable(),
  email: z.string().nullable(),
  emailVerified: z.boolean().nullable(),
  phone: z.string().nullable(),
  phoneVerified: z.boolean().nullable(),
  phoneIsLogin: z.boolean(),
  emailIsLogin: z.boolean(),
  hasPassword: z.boolean().nullable(),
  hash: hashSchema.nullable(),
  identities: z.array(identitySchema),
  standing: z.enum(['active', 'disabled', 'deleted']),
})

const partSchema = z.object({
  email: z.string().exactOptional(),
  emailVerified: z.boolean().exactOptional(),
  hash: hashSchema.exactOptional(),
  identities: z.array(identitySchema).exactOptional(),
})

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
