import { familyTitle } from '../../../shared/hashes/family-title.ts'
import type { HashFamily } from '../../../shared/hashes/verdict.ts'

/** What a value that goes out was made with: its family (specification 4.5), and the variant within it for people. */
export type HashVariant = { readonly family: HashFamily; readonly variant: string }

/** Reads family and variant (`2b`, `argon2id, version 19`) from the beginning of a value; null for any other. */
export function hashVariant(hash: string): HashVariant | null {
  const bcrypt = /^\$(2[abxy])\$/.exec(hash)?.[1]
  if (bcrypt !== undefined) return { family: 'bcrypt', variant: bcrypt }
  const argon2 = /^\$(argon2(?:id|i|d))\$v=(\d{2})\$/.exec(hash)
  if (argon2 !== null) return { family: 'argon2', variant: `${argon2[1]}, version ${argon2[2]}` }
  return hash.startsWith('$f_scrypt$') ? { family: 'firebase-scrypt', variant: familyTitle('firebase-scrypt') } : null
}
