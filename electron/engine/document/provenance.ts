import { createHmac } from 'node:crypto'

/**
 * Provenance of users: message authentication codes over what this machine saw happen at a core, under a secret that is
 * in no document. A document may come from anybody, and may say of any user of a core that it created it.
 */
export type Provenance = {
  /** The core said that this call created this user; null: there is nothing to sign with. */
  readonly signCreated: (key: string, coreUserId: string) => string | null
  /** The core was asked and did not have the login method of this call. `at`: Unix epoch, milliseconds. */
  readonly signAbsent: (key: string, at: number) => string | null
  readonly isCreated: (signature: string | null, key: string, coreUserId: string) => boolean
  readonly isAbsent: (signature: string | null, key: string, at: number) => boolean
}

/** Where a signature counts: in one migration, whose copies share its id, for one core. */
export type ProvenanceScope = { readonly document: string; readonly origin: string }

/** 128 bits, not guessable. */
const signatureLength = 22

export function createProvenance(secret: Buffer, { document, origin }: ProvenanceScope): Provenance {
  const sign = (...facts: readonly (string | number)[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([document, origin, ...facts]))
      .digest('base64url')
      .slice(0, signatureLength)
  return {
    signCreated: (key, coreUserId) => sign('created', key, coreUserId),
    signAbsent: (key, at) => sign('absent', key, at),
    isCreated: (signature, key, coreUserId) => signature === sign('created', key, coreUserId),
    isAbsent: (signature, key, at) => signature === sign('absent', key, at),
  }
}

/** Of a machine without a secret: it signs nothing and believes nothing. */
export const noProvenance: Provenance = {
  signCreated: () => null,
  signAbsent: () => null,
  isCreated: () => false,
  isAbsent: () => false,
}

/** The rehearsal core has another address each time it starts, and is always the one of this machine. */
export function originOf(target: { readonly kind: 'rehearsal' | 'live'; readonly base_url: string }): string {
  return target.kind === 'rehearsal' ? 'rehearsal' : target.base_url
}
