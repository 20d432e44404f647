import { compare } from 'bcryptjs'

/** Above this cost one attempt takes minutes; no provider exports such a hash, but a hostile file may hold one. */
const highestCost = 18

/** The cost of a bcrypt hash in standard format, or null when it has another shape. */
function costOf(hash: string): number | null {
  const cost = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash)?.[1]
  return cost === undefined ? null : Number(cost)
}

export function isBcryptTooCostly(hash: string): boolean {
  return (costOf(hash) ?? 0) > highestCost
}

/**
 * Does the password fit a bcrypt hash? `$2b`, `$2x` and `$2y` are computed as `$2a`, as real cores do; so a true `$2x`
 * hash of a password beyond ASCII does not fit there either. False for a malformed hash.
 */
export async function verifyBcrypt(hash: string, password: string): Promise<boolean> {
  if (costOf(hash) === null) return false
  return compare(password, `$2a${hash.slice(3)}`)
}
