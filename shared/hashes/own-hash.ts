import { isClearBehindMark } from './absence.ts'
import { hashLikeness } from './hash-likeness.ts'
import { plaintextMark } from './mask-hash.ts'

/** The hash in a table of the operator's own: a mark in place of a clear password that begins like one of an account without a password. */
export function ownHash(hash: string): string {
  const text = hash.trim()
  return isClearBehindMark(text) && hashLikeness(text.slice(1)) === null ? plaintextMark : hash
}
