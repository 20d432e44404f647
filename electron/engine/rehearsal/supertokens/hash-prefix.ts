/** The values of `hashingAlgorithm` that real cores know, in their spelling. */
export type Algorithm = 'BCRYPT' | 'ARGON2' | 'FIREBASE_SCRYPT'

/**
 * The family that real cores take a hash for. They look at its beginning only: `$2a` alone passes, and no password
 * matches it afterwards.
 */
export function hashPrefix(hash: string): Algorithm | null {
  if (/^\$2[abxy]/.test(hash)) return 'BCRYPT'
  if (/^\$argon2(?:id?|d)/.test(hash)) return 'ARGON2'
  return isFirebase(hash) ? 'FIREBASE_SCRYPT' : null
}

/** Seven parts between dollars; the last three are m, r and s in any order, and neither hash nor salt is looked at. */
function isFirebase(hash: string): boolean {
  // Java drops empty parts at the end.
  const parts = hash.replace(/(?<!\$)\$+$/, '').split('$')
  if (parts.length !== 7 || parts[0] !== '' || parts[1] !== 'f_scrypt') return false
  const named = new Map(parts.slice(4).map((part) => [part.slice(0, 2), part.slice(2)]))
  const isNumber = (name: string): boolean => /^[-+]?\d{1,9}$/.test(named.get(name) ?? '')
  return isNumber('m=') && isNumber('r=') && (named.get('s=') ?? '') !== ''
}
