import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { signedBy } from '../../shared/ipc/loopback.ts'

/**
 * Who may use the loopback host. The printed address holds a token that works once; the page trades it for a bearer
 * that it keeps in memory and sends with every request. There are no cookies, so no other page can borrow them.
 */
export type PageAccess = {
  /** The token for the next address; the one before it is void. */
  readonly newToken: () => string
  /** The token of the last address was not used yet. */
  readonly unused: () => boolean
  /** A new bearer, which voids the old one; null for a wrong or used token. */
  readonly exchange: (token: unknown) => string | null
  /** Whether an Authorization header carries the current bearer. */
  readonly allows: (header: string | undefined) => boolean
  /** Proves this host to the page that asks with a challenge of its own; null for a page that does not know the bearer. */
  readonly prove: (challenge: string, mac: string) => string | null
}

export function createPageAccess(): PageAccess {
  let token: string | null = null
  let bearer: string | null = null
  const used = new Set<string>()
  return {
    newToken: () => (token = secret()),
    unused: () => token !== null,
    exchange: (given) => {
      if (token === null || typeof given !== 'string' || !same(given, token)) return null
      token = null
      return (bearer = secret())
    },
    prove: (challenge, mac) => {
      if (bearer === null || used.has(challenge) || !same(mac, sign(bearer, signedBy.page(challenge)))) return null
      used.add(challenge)
      return sign(bearer, signedBy.host(challenge))
    },
    allows: (header) => bearer !== null && header !== undefined && same(header, `Bearer ${bearer}`),
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

function sign(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Compares digests, so that the time taken tells nothing. */
function same(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
