import { computedText, isComputed } from '../../computed-value.ts'
import { type Identity, type Profile, type User, type UserPart, userWith } from '../../users/user.ts'
import type { Entry } from '../export-format.ts'

/**
 * An entry of a dump without values that only the database can compute. An email, a phone number or a hash keeps its mark, by which
 * planning blocks it.
 */
export function withoutComputed(entry: Entry): Entry {
  if (entry.kind === 'user') {
    const user = knownUser(entry.user)
    const keys = knownKeys(entry.keys)
    return user === entry.user && keys === entry.keys ? entry : { ...entry, user, keys }
  }
  if (entry.kind !== 'part') return entry
  const part = knownPart(entry.part)
  const keys = knownKeys(entry.keys)
  return part === entry.part && keys === entry.keys ? entry : { ...entry, part, keys }
}

function knownUser(user: User): User {
  const { sourceId, hash, identities, tenants, profile } = user
  const changes: { -readonly [F in keyof User]?: User[F] } = {}
  if (sourceId !== null && isComputed(sourceId)) {
    changes.sourceId = null
    changes.computedId = true
  }
  if (hash !== null && isComputed(hash.salt ?? '')) changes.hash = { hash: computedText() }
  if (identities.some(isUnknown)) changes.identities = identities.map(knownIdentity)
  if (tenants?.some(isComputed) === true) changes.tenants = tenants.filter((one) => !isComputed(one))
  if (profile !== undefined) changes.profile = knownProfile(profile)
  return Object.keys(changes).length === 0 ? user : userWith(user, changes)
}

function knownPart(part: UserPart): UserPart {
  const { hash, identities, roles, metadata } = part
  return {
    ...part,
    ...(hash !== undefined && isComputed(hash.salt ?? '') ? { hash: { hash: computedText() } } : {}),
    ...(identities === undefined ? {} : { identities: identities.map(knownIdentity) }),
    ...(roles === undefined ? {} : { roles: roles.filter((role) => !isComputed(role)) }),
    ...(metadata === undefined ? {} : { metadata: knownMetadata(metadata) }),
  }
}

function knownKeys(keys: readonly string[]): readonly string[] {
  const isKnown = (key: string) => !isComputed(key.slice(key.indexOf(':') + 1))
  return keys.every(isKnown) ? keys : keys.filter(isKnown)
}

function isUnknown({ provider, userId, email }: Identity): boolean {
  return isComputed(provider) || isComputed(userId) || isComputed(email ?? '')
}

/** An identity whose ID is unknown has none, which planning blocks. */
function knownIdentity(identity: Identity): Identity {
  const { provider, userId, email } = identity
  if (!isUnknown(identity)) return identity
  return {
    ...identity,
    provider: isComputed(provider) ? 'unknown' : provider,
    userId: isComputed(userId) ? '' : userId,
    email: isComputed(email ?? '') ? null : email,
  }
}

function knownProfile(profile: Profile): Profile {
  const { metadata, roles, joined, ...others } = profile
  return {
    ...others,
    ...(metadata === undefined ? {} : { metadata: knownMetadata(metadata) }),
    ...(roles === undefined ? {} : { roles: roles.filter((role) => !isComputed(role)) }),
    ...(joined === undefined || isComputed(joined) ? {} : { joined }),
  }
}

function knownMetadata(metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(metadata).filter(([, value]) => typeof value !== 'string' || !isComputed(value)),
  )
}
