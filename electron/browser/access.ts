import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Who may use the loopback host. The printed address holds a token that works once; the page trades it for a bearer
 * that it keeps in memory and sends with every request. There are no cookies, so no other page can borrow them.
 */
export type Access = {
  /** The token for the next address; the one before it is void. */
  readonly newToken: () => string
  /** The token of the last address was not used yet. */
  readonly unused: () => boolean
  /** A new bearer, which voids the old one; null for a wrong or used token. */
  readonly exchange: (token: unknown) => string | null
  /** Whether an Authorization header carries the current bearer. */
  readonly allows: (header: string | undefined) => boolean
}

export function createAccess(): Access {
  let token: string | null = null
  let bearer: string | null = null
  return {
    newToken: () => (token = secret()),
    unused: () => token !== null,
    exchange: (given) => {
      if (token === null || typeof given !== 'string' || !same(given, token)) return null
      token = null
      return (bearer = secret())
    },
    allows: (header) => bearer !== null && header !== undefined && same(header, `Bearer ${bearer}`),
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares digests, so that the time taken tells nothing. */
function same(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
