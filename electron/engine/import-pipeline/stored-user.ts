import * as z from 'zod'
import { marksOfElsewhere } from '../../../shared/hashes/absence.ts'
import { chooseHash, isSameHash } from '../../../shared/hashes/two-hashes.ts'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import { jsonObject, jsonText, jsonTextBetween } from '../../../shared/json-text.ts'
import { joinIdentities } from '../../../shared/users/known-provider.ts'
import { twoPlaces } from '../../../shared/users/two-places.ts'
import { unmappedKinds } from '../../../shared/planning/unmapped-key.ts'
import {
  contactFields,
  newUser,
  differencesElsewhere,
  type Identity,
  type Profile,
  type UnmappedValue,
  type User,
  type UserPart,
  otherKinds,
  userWith,
} from '../../../shared/users/user.ts'
import { jsonCheck } from './json-check.ts'
import { isObject, type JsonObject } from '../../../shared/json.ts'

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

const unmappedSchema = z
  .array(
    z.object({
      kind: z.enum(unmappedKinds),
      field: z.string(),
      value: z.string(),
      provider: z.string().exactOptional(),
      owner: z.string().exactOptional(),
      besideOwn: z.literal(true).exactOptional(),
      asks: z.boolean(),
    }),
  )
  .exactOptional()

const profileSchema = z
  .object({
    metadata: jsonObject.exactOptional(),
    roles: z.array(z.string()).exactOptional(),
    totp: z.array(z.string()).exactOptional(),
    joined: z.string().exactOptional(),
    systemRoles: z.literal(true).exactOptional(),
    passkeys: z.literal(true).exactOptional(),
  })
  .exactOptional()

const contactsSchema = z.array(z.enum(contactFields)).exactOptional()

/** Fields that the export does not have are not written. */
const userSchema = z.object({
  sourceId: z.string().nullable().exactOptional(),
  email: z.string().nullable().exactOptional(),
  emailVerified: z.boolean().nullable().exactOptional(),
  phone: z.string().nullable().exactOptional(),
  phoneVerified: z.boolean().nullable().exactOptional(),
  phoneIsLogin: z.boolean().exactOptional(),
  emailIsLogin: z.boolean().exactOptional(),
  hasPassword: z.boolean().nullable().exactOptional(),
  hash: hashSchema.nullable().exactOptional(),
  identities: z.array(identitySchema).exactOptional(),
  standing: z.enum(['active', 'disabled', 'deleted']).exactOptional(),
  tenants: z.array(z.string()).exactOptional(),
  profile: profileSchema,
  unmapped: unmappedSchema,
  roundedTimes: z.array(z.string()).exactOptional(),
  mayBeOther: z.literal(otherKinds).exactOptional(),
  computedId: z.literal(true).exactOptional(),
  computedContacts: contactsSchema,
  lacksCells: z.literal(true).exactOptional(),
  phoneInEmail: z.literal(true).exactOptional(),
  mayBeCut: z.literal(true).exactOptional(),
  // Not written with a user: joining files finds it out each time.
  sameIdElsewhere: z.enum(differencesElsewhere).exactOptional(),
})
const isStoredUser = jsonCheck(userSchema)

const partSchema = z.object({
  email: z.string().exactOptional(),
  emailVerified: z.boolean().exactOptional(),
  verifiedAddress: z.string().exactOptional(),
  computedContacts: contactsSchema,
  hash: hashSchema.exactOptional(),
  besideHash: z.object({ field: z.string(), ownField: z.string(), isFirst: z.boolean() }).exactOptional(),
  identities: z.array(identitySchema).exactOptional(),
  phone: z.string().exactOptional(),
  phoneVerified: z.boolean().exactOptional(),
  totp: z.array(z.string()).exactOptional(),
  roles: z.array(z.string()).exactOptional(),
  joined: z.string().exactOptional(),
  tenants: z.array(z.string()).exactOptional(),
  hasPassword: z.literal(true).exactOptional(),
  phoneIsLogin: z.literal(true).exactOptional(),
  emailIsLogin: z.literal(true).exactOptional(),
  systemRoles: z.literal(true).exactOptional(),
  passkeys: z.literal(true).exactOptional(),
  metadata: jsonObject.exactOptional(),
  standing: z.literal('disabled').exactOptional(),
  unmapped: unmappedSchema,
})

/** Writes a user as the document keeps it: as JSON, put together here because it is written for every user. */
export function writeStoredUser(user: User): string {
  const { sourceId } = user
  const others = otherFields(user)
  // Nearly all have an ID; a text that was put together is written anew when a part of it is taken.
  return sourceId === null ? `{${others.slice(1)}}` : `${jsonTextBetween('{"sourceId":"', sourceId, '"')}${others}}`
}

/** All but the ID, each behind a comma. */
function otherFields(user: User): string {
  const { email, emailVerified, phone, phoneVerified, hasPassword, hash, identities, standing } = user
  let json = email === null ? '' : jsonTextBetween(',"email":"', email, '"')
  if (emailVerified !== null) json += emailVerified ? ',"emailVerified":true' : ',"emailVerified":false'
  if (phone !== null) json += `,"phone":${jsonText(phone)}`
  if (phoneVerified !== null) json += `,"phoneVerified":${phoneVerified}`
  if (user.phoneIsLogin) json += ',"phoneIsLogin":true'
  if (user.emailIsLogin) json += ',"emailIsLogin":true'
  if (hasPassword !== null) json += `,"hasPassword":${hasPassword}`
  if (hash !== null) json += writeHash(hash)
  if (identities.length > 0) json += `,"identities":[${identities.map(writeIdentity).join(',')}]`
  if (standing !== 'active') json += `,"standing":"${standing}"`
  if (user.profile !== undefined) json += writeProfile(user.profile)
  if (user.unmapped !== undefined) json += `,"unmapped":${JSON.stringify(user.unmapped)}`
  if (user.tenants !== undefined) json += `,"tenants":${JSON.stringify(user.tenants)}`
  if (user.roundedTimes !== undefined) json += `,"roundedTimes":${JSON.stringify(user.roundedTimes)}`
  if (user.mayBeOther !== undefined) json += `,"mayBeOther":${JSON.stringify(user.mayBeOther)}`
  if (user.computedId === true) json += ',"computedId":true'
  if (user.computedContacts !== undefined) json += `,"computedContacts":${JSON.stringify(user.computedContacts)}`
  if (user.lacksCells === true) json += ',"lacksCells":true'
  if (user.phoneInEmail === true) json += ',"phoneInEmail":true'
  if (user.mayBeCut === true) json += ',"mayBeCut":true'
  return json
}

function writeIdentity({ provider, userId, email, emailVerified }: Identity): string {
  const address = email === null ? 'null' : jsonText(email)
  return `{"provider":${jsonText(provider)},"userId":${jsonText(userId)},"email":${address},"emailVerified":${emailVerified}}`
}

/** A hash as the field that it is kept in. Nearly all stand alone or beside their provider. Others may have fields that are named nowhere here. */
function writeHash(input: HashInput): string {
  const { hash, provider } = input
  const fields = Object.keys(input).length
  if (fields === 1) return jsonTextBetween(',"hash":{"hash":"', hash, '"}')
  if (fields > 2 || provider === undefined) return `,"hash":${JSON.stringify(input)}`
  return jsonTextBetween(jsonTextBetween(',"hash":{"hash":"', hash, '","provider":"'), provider, '"}')
}

/** A profile as the field that it is kept in. Most have a time alone. */
function writeProfile(profile: Profile): string {
  const { joined } = profile
  const isTimeAlone = joined !== undefined && Object.keys(profile).length === 1
  return isTimeAlone ? jsonTextBetween(',"profile":{"joined":"', joined, '"}') : `,"profile":${JSON.stringify(profile)}`
}

/** Reads a user as the document keeps it, with the parts that were joined from other files. */
export function readStoredUser(source: string, parts: readonly string[] = []): User {
  const stored: unknown = JSON.parse(source)
  const user = newUser(isStoredUser(stored) ? stored : userSchema.parse(stored))
  return parts.length === 0 ? user : parts.map((part) => partSchema.parse(JSON.parse(part))).reduce(addPart, user)
}

function addPart(before: User, part: UserPart): User {
  const user = withHashOf(before, part)
  return userWith(user, {
    email: user.email ?? part.email ?? null,
    emailVerified: both(user.emailVerified, verifiedOf(user, part)),
    phoneIsLogin: user.phoneIsLogin || part.phoneIsLogin === true,
    emailIsLogin: user.emailIsLogin || part.emailIsLogin === true,
    hasPassword: part.hasPassword ?? user.hasPassword,
    identities: part.identities === undefined ? user.identities : joinIdentities(user.identities, part.identities),
    standing: user.standing === 'active' ? (part.standing ?? 'active') : user.standing,
    phone: user.phone ?? part.phone ?? null,
    phoneVerified: user.phoneVerified ?? part.phoneVerified ?? null,
    ...(part.tenants === undefined ? {} : { tenants: joinedTexts(user.tenants, part.tenants) }),
    ...withProfileOf(user.profile, part),
    ...withUnmappedOf(user, part),
    ...withComputedOf(user, part),
  })
}

/** Of two answers, a no counts: a user is not verified if a part says so. */
function both(own: boolean | null, added: boolean | null): boolean | null {
  return own === null || added === null ? (own ?? added) : own && added
}

/** The user with the hash of a part, or with the one of two that counts. The other one is told, with its place. */
function withHashOf(user: User, { hash: added, besideHash }: UserPart): User {
  const own = user.hash
  if (added === undefined || (own !== null && isSameHash(own, added))) return user
  if (own === null || isElsewhere(own)) return userWith(user, { hash: added })
  if (besideHash === undefined || isElsewhere(added)) return user
  const { field, ownField, isFirst } = besideHash
  const { hash, other, asks } = isFirst ? chooseHash(added, own) : chooseHash(own, added)
  const told: UnmappedValue = {
    kind: 'second-hash',
    field: other === added ? twoPlaces.field(field, ownField) : twoPlaces.field(ownField, field),
    value: other.hash,
    asks,
  }
  return userWith(user, { hash, unmapped: [...(user.unmapped ?? []), told] })
}

function isElsewhere({ hash }: { readonly hash: string }): boolean {
  return marksOfElsewhere.includes(hash)
}

/** Whether a part calls the user's own address verified; null: it calls only another one so, or none. */
function verifiedOf(user: User, { email, emailVerified, verifiedAddress }: UserPart): boolean | null {
  const own = user.email ?? email ?? null
  const isOwn = verifiedAddress === undefined || sameAddress(own, verifiedAddress)
  return isOwn ? (emailVerified ?? null) : null
}

function sameAddress(one: string | null, other: string): boolean {
  return one?.trim().toLowerCase() === other.trim().toLowerCase()
}

/** A contact that the database computes in a row that adds to the user. */
function withComputedOf(user: User, { computedContacts }: UserPart): Pick<User, 'computedContacts'> {
  if (computedContacts === undefined) return {}
  return { computedContacts: [...new Set([...(user.computedContacts ?? []), ...computedContacts])] }
}

/** The address or number of the user in a row that adds to it says nothing new. */
function withUnmappedOf(user: User, { unmapped, email, phone }: UserPart): Pick<User, 'unmapped'> {
  const own = { email: user.email ?? email ?? null, phone: digitsOf(user.phone ?? phone ?? '') }
  const added =
    unmapped?.filter(({ kind, value }) =>
      kind === 'email' ? !sameAddress(own.email, value) : kind !== 'phone' || digitsOf(value) !== own.phone,
    ) ?? []
  return added.length === 0 ? {} : { unmapped: [...(user.unmapped ?? []), ...added] }
}

function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '')
}

/** Nothing where the part adds nothing, so that a user without a profile stays one. */
function withProfileOf(profile: Profile | undefined, part: UserPart): { readonly profile?: Profile } {
  const { totp, roles, systemRoles, passkeys, metadata, joined } = part
  if ([totp, roles, systemRoles, passkeys, metadata, joined].every((one) => one === undefined)) return {}
  const added: Profile = {
    ...profile,
    ...(totp === undefined ? {} : { totp: joinedTexts(profile?.totp, totp) }),
    ...(roles === undefined ? {} : { roles: joinedTexts(profile?.roles, roles) }),
    ...(systemRoles === undefined ? {} : { systemRoles }),
    ...(passkeys === undefined ? {} : { passkeys }),
    ...(metadata === undefined ? {} : { metadata: joinMetadata(profile?.metadata ?? {}, metadata) }),
    ...(joined === undefined || profile?.joined !== undefined ? {} : { joined }),
  }
  return { profile: added }
}

function joinedTexts(before: readonly string[] = [], added: readonly string[]): readonly string[] {
  return [...new Set([...before, ...added])]
}

/**
 * Metadata with that of a row of another table: objects member by member, lists one behind the other. A value that is
 * neither stays as it is.
 */
function joinMetadata(before: JsonObject, added: JsonObject): JsonObject {
  const members = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(added)) members.set(name, joinValue(members.get(name), value))
  return Object.fromEntries(members)
}

function joinValue(before: unknown, added: unknown): unknown {
  if (before === undefined) return added
  if (Array.isArray(before) && Array.isArray(added)) return [...before, ...added]
  return isObject(before) && isObject(added) ? joinMetadata(before, added) : before
}
