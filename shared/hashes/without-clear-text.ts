import { bareText } from './bare-text.ts'
import { base64 } from './base64.ts'
import { hashLikeness, isWholeHash } from './hash-likeness.ts'
import { isLockedMark } from './absence.ts'
import { judgeHash } from './judge-hash.ts'
import { notKeptMark } from './mask-hash.ts'
import type { HashInput } from './verdict.ts'
import { saysWithoutPassword } from './words-for-none.ts'

/**
 * The same hash with a mark in place of a text that may be a password itself. A document keeps only what can be sent, what
 * is missing the parameters of its project, and what is unmistakably a hash of a kind that the core cannot check.
 */
export function withoutClearText(input: HashInput): HashInput {
  // Of the dialects, only the warning about Argon2i depends. Planning asks for the same verdict.
  const verdict = judgeHash(input, null, 'documented')
  // Nearly all.
  if (verdict.kind === 'accept') return input
  const text = bareText(input.hash)
  // It is a hash and stays, also where the core cannot check it.
  if (input.declared === undefined && isWholeHash(text)) return input
  switch (verdict.kind) {
    case 'no-password':
      // Behind the mark of an account without a password may stand one.
      return text.length > 1 && (text.startsWith('!') || isLockedMark(text) || saysWithoutPassword(text))
        ? { ...input, hash: '!' }
        : input
    case 'reject':
      if (verdict.why === 'incomplete' && base64.countBytes(text) >= shortestRaw) return input
      return isSurelyHash(text, verdict.family) || mayBeRawScrypt(input, text)
        ? input
        : { ...input, hash: notKeptMark(verdict) }
    default:
      return input
  }
}

/** Bytes: signer keys, and with them the hashes of Firebase scrypt, are of 64. */
const shortestRaw = 32

/** A bare hash beside its salt, whose length the parameters of the project will tell. */
function mayBeRawScrypt({ salt = '' }: HashInput, text: string): boolean {
  return salt !== '' && base64.countBytes(text) >= shortestRaw
}

function isSurelyHash(text: string, family: string): boolean {
  return family !== 'plaintext' && family !== 'unknown' && family !== 'firebase-emulator' && hashLikeness(text) !== null
}
