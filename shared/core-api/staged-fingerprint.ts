import { publicTenant } from '../users/tenant.ts'

/** A staged user as it is written in a request, and in the list that a core makes of it. */
export type StagedBody = {
  readonly externalUserId?: unknown
  readonly userMetadata?: unknown
  readonly userRoles?: unknown
  readonly totpDevices?: unknown
  readonly loginMethods: readonly Readonly<Record<string, unknown>>[]
}

/**
 * Fingerprint of a staged user, the same for a request and for the row that a core lists of it: two rows with the same one
 * bring in the same user. A core adds IDs and times, and spells emails and the names of algorithms its own way, so that
 * these do not count.
 */
export function stagedFingerprint(staged: StagedBody): number {
  const { externalUserId, userMetadata, userRoles, totpDevices, loginMethods } = staged
  return fingerprint(
    JSON.stringify([
      trimmed(externalUserId),
      sorted(userMetadata ?? null),
      sorted(userRoles ?? []),
      sorted(totpDevices ?? []),
      loginMethods.map(loginOf),
    ]),
  )
}

function loginOf(method: StagedBody['loginMethods'][number]): readonly unknown[] {
  const { email, tenantIds, passwordHash, plainTextPassword, phoneNumber, thirdPartyId, thirdPartyUserId } = method
  const address = trimmed(email)
  return [
    method['recipeId'],
    typeof address === 'string' ? address.toLowerCase() : address,
    tenantIds ?? [publicTenant],
    trimmed(passwordHash),
    plainTextPassword ?? null,
    phoneNumber ?? null,
    thirdPartyId ?? null,
    thirdPartyUserId ?? null,
  ]
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : (value ?? null)
}

/** JSON with the names of every object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)])
}

/** 53 bits of a text, by two multiplicative hashes (after cyrb53); never zero. */
export function fingerprint(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x9e3779b1)
    b = Math.imul(b ^ code, 0x5f356495)
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  return (b & 0x1fffff) * 0x1_0000_0000 + (a >>> 0) || 1
}
