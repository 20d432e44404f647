import { providerKey } from './known-provider.ts'
import type { Identity } from './user.ts'

/** A login method that an export names without the user's id at that provider: seen, but not sent before the id is known. */
export function identityWithoutId(provider: string): Identity {
  return { provider, userId: '', email: null, emailVerified: null }
}

/**
 * The identities of a user with the identities from another file. One without an id is replaced by one of the same
 * provider that has it.
 */
export function joinIdentities(own: readonly Identity[], more: readonly Identity[]): readonly Identity[] {
  const found = new Set(more.filter(({ userId }) => userId !== '').map(({ provider }) => providerKey(provider)))
  return [...own.filter(({ provider, userId }) => userId !== '' || !found.has(providerKey(provider))), ...more]
}
