/**
 * True when `text` has more than `limit` characters, counted as the core's database counts them: by code point
 * (VARCHAR of PostgreSQL).
 */
export function isWiderThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  if (text.length > limit * 2) return true
  let count = 0
  for (const _ of text) {
    count += 1
    if (count > limit) return true
  }
  return false
}

/** The widths the core stores; longer values fail there for good. Characters, not bytes. */
export const widths = {
  email: 256,
  passwordHash: 256,
  thirdPartyId: 28,
  thirdPartyUserId: 256,
} as const
