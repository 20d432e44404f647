import type { HashBucket, HashFamily, HashVerdict } from '../hashes/verdict.ts'
import { unreachable } from '../result.ts'

const families: { readonly [F in HashFamily]: HashBucket } = {
  bcrypt: { kind: 'family', family: 'bcrypt' },
  argon2: { kind: 'family', family: 'argon2' },
  'firebase-scrypt': { kind: 'family', family: 'firebase-scrypt' },
}
const malformed: HashBucket = { kind: 'malformed' }
const redacted: HashBucket = { kind: 'redacted' }
const none: HashBucket = { kind: 'none' }

/**
 * The preview's bucket for one verdict; null: the export has no hash for this user. A hash that only lacks its
 * project's parameters belongs to the family it will have with them.
 */
export function bucketOf(verdict: HashVerdict | null): HashBucket {
  if (verdict === null) return none
  switch (verdict.kind) {
    case 'accept':
    case 'rewrite':
    case 'warn':
      return families[verdict.family]
    case 'reject':
      if (verdict.why === 'unsupported') return { kind: 'unsupported', family: verdict.family }
      return verdict.why === 'malformed' ? malformed : families['firebase-scrypt']
    case 'redacted':
      return redacted
    case 'no-password':
      return none
    default:
      return unreachable(verdict)
  }
}
