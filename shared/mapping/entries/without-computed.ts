import { computedText, isComputed } from '../../computed-value.ts'
import { computedPassword } from '../../hashes/mask-hash.ts'
import {
  type ContactField,
  contactFields,
  type Identity,
  isHashKind,
  type Profile,
  type UnmappedValue,
  type User,
  type UserPart,
  userWith,
} from '../../users/user.ts'
import type { Entry, SourceRecord } from '../export-format.ts'

/** Whether a text that was read of a record is that of a value which the database computes, or has one in it. */
type IsComputed = (text: string) => boolean

/**
 * An entry without values of its record that only the database can compute. That its ID, contacts or hash were such values stays known, and
 * planning says or blocks it.
 */
export function withoutComputed(entry: Entry, record: SourceRecord): Entry {
  const isOf = computedIn(record)
  if (isOf === null) return entry
  if (entry.kind === 'user') return { ...entry, user: knownUser(entry.user, isOf), keys: knownKeys(entry.keys, isOf) }
  if (entry.kind !== 'part') return entry
  return { ...entry, part: knownPart(entry.part, isOf), keys: knownKeys(entry.keys, isOf) }
}

/** Tells the texts of a record's computed values; null: it has none, as nearly all records. */
function computedIn(record: SourceRecord): IsComputed | null {
  let texts: string[] | null = null
  for (const name in record) {
    const value = record[name]
    if (typeof value === 'object' && isComputed(value)) (texts ??= []).push(computedText(value).toLowerCase())
  }
  const found = texts
  return found === null ? null : (text) => found.some((one) => text.toLowerCase().includes(one))
}

function knownUser(user: User, isOf: IsComputed): User {
  const { sourceId, email, phone, hash, identities, tenants, profile, unmapped } = user
  const changes: { -readonly [F in keyof User]?: User[F] } = {}
  if (sourceId !== null && isOf(sourceId)) {
    changes.sourceId = null
    changes.computedId = true
  }
  const contacts = computedContactsOf({ email, phone }, isOf)
  for (const contact of contacts) changes[contact] = null
  if (contacts.length > 0) changes.computedContacts = contacts
  if (hash !== null && isOf(`${hash.hash} ${hash.salt ?? ''}`)) changes.hash = computedPassword()
  changes.identities = identities.map((identity) => knownIdentity(identity, isOf))
  if (tenants !== undefined) changes.tenants = tenants.filter((one) => !isOf(one))
  if (profile !== undefined) changes.profile = knownProfile(profile, isOf)
  if (unmapped !== undefined) changes.unmapped = knownUnmapped(unmapped, isOf)
  return userWith(user, changes)
}

function knownPart(part: UserPart, isOf: IsComputed): UserPart {
  const { email, phone, hash, identities, roles, metadata, unmapped, ...others } = part
  const contacts = computedContactsOf({ email, phone }, isOf)
  return {
    ...others,
    ...(email === undefined || contacts.includes('email') ? {} : { email }),
    ...(phone === undefined || contacts.includes('phone') ? {} : { phone }),
    ...(contacts.length === 0 ? {} : { computedContacts: contacts }),
    ...(hash === undefined ? {} : { hash: isOf(`${hash.hash} ${hash.salt ?? ''}`) ? computedPassword() : hash }),
    ...(identities === undefined ? {} : { identities: identities.map((identity) => knownIdentity(identity, isOf)) }),
    ...(roles === undefined ? {} : { roles: roles.filter((role) => !isOf(role)) }),
    ...(metadata === undefined ? {} : { metadata: knownMetadata(metadata, isOf) }),
    ...(unmapped === undefined ? {} : { unmapped: knownUnmapped(unmapped, isOf) }),
  }
}

type Contacts = Readonly<Record<ContactField, string | null | undefined>>

function computedContactsOf(contacts: Contacts, isOf: IsComputed): readonly ContactField[] {
  return contactFields.filter((field) => isOf(contacts[field] ?? ''))
}

function knownKeys(keys: readonly string[], isOf: IsComputed): readonly string[] {
  return keys.filter((key) => !isOf(key))
}

/** An identity whose ID is unknown has none, which planning blocks. */
function knownIdentity(identity: Identity, isOf: IsComputed): Identity {
  const { provider, userId, email } = identity
  return {
    ...identity,
    provider: isOf(provider) ? 'unknown' : provider,
    userId: isOf(userId) ? '' : userId,
    email: email !== null && isOf(email) ? null : email,
  }
}

/** A hash that is not known still asks. A state or a provider is asked about by the name of its function, and imported as nothing. */
function knownUnmapped(unmapped: readonly UnmappedValue[], isOf: IsComputed): readonly UnmappedValue[] {
  return unmapped.flatMap((one) => {
    if (!isOf(one.value) || one.kind === 'status' || one.kind === 'provider') return [one]
    return isHashKind(one.kind) ? [{ ...one, value: computedPassword().hash }] : []
  })
}

function knownProfile(profile: Profile, isOf: IsComputed): Profile {
  const { metadata, roles, totp, joined, ...others } = profile
  return {
    ...others,
    ...(metadata === undefined ? {} : { metadata: knownMetadata(metadata, isOf) }),
    ...(roles === undefined ? {} : { roles: roles.filter((role) => !isOf(role)) }),
    ...(totp === undefined ? {} : { totp: totp.filter((secret) => !isOf(secret)) }),
    ...(joined === undefined || isOf(joined) ? {} : { joined }),
  }
}

function knownMetadata(
  metadata: Readonly<Record<string, unknown>>,
  isOf: IsComputed,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => typeof value !== 'string' || !isOf(value)))
}
