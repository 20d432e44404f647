/**
 * A made-up email for a third-party user whose provider gives none: always the same for the same id, and different for
 * different ids. Characters that an email should not have are replaced; a digest of the id then keeps it unique.
 */
export function placeholderEmail(provider: string, userId: string, domain: string): string {
  const plain = userId.toLowerCase().replace(/[^a-z0-9_-]/g, '-')
  const local = `${provider}.${plain}`
  const unique = plain === userId && local.length <= 64 ? local : `${local.slice(0, 55)}-${digest(userId)}`
  return `${unique}@${domain}`
}

/** FNV-1a, 32 bits: tells ids apart, protects nothing. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
