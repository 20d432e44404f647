import * as z from 'zod'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import { jsonText } from '../../../shared/json-text.ts'
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

/** Writes a user as the document keeps it: as JSON, put together here because it is written for every user. */
export function writeStoredUser(user: User): string {
  let said = '{'
  let before = ''
  const add = (name: keyof User, json: string) => {
    said += `${before}"${name}":${json}`
    before = ','
  }
  if (user.sourceId !== null) add('sourceId', jsonText(user.sourceId))
  if (user.email !== null) add('email', jsonText(user.email))
  if (user.emailVerified !== null) add('emailVerified', `${user.emailVerified}`)
  if (user.phone !== null) add('phone', jsonText(user.phone))
  if (user.phoneVerified !== null) add('phoneVerified', `${user.phoneVerified}`)
  if (user.phoneIsLogin) add('phoneIsLogin', 'true')
  if (user.emailIsLogin) add('emailIsLogin', 'true')
  if (user.hasPassword !== null) add('hasPassword', `${user.hasPassword}`)
  if (user.hash !== null) add('hash', writeHash(user.hash))
  if (user.identities.length > 0) add('identities', JSON.stringify(user.identities))
  if (user.standing !== 'active') add('standing', `"${user.standing}"`)
  return `${said}}`
}

/** Hashes with something beside them are few. */
function writeHash(input: HashInput): string {
  const { hash, salt, declared, provider, factor } = input
  const isAlone = salt === undefined && declared === undefined && provider === undefined && factor === undefined
  return isAlone ? `{"hash":${jsonText(hash)}}` : JSON.stringify(input)
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
