import { bareText } from '../hashes/bare-text.ts'
import { isLockedMark } from '../hashes/locked-mark.ts'
import type { HashInput } from '../hashes/verdict.ts'
import type { Entry } from './export-format.ts'

/** The entry as disabled where its password was locked: without one, the user could sign in with a code again. */
export function withLocked(entry: Entry): Entry {
  if (entry.kind === 'user') {
    const { hash, standing } = entry.user
    return standing === 'active' && isLocked(hash) ? { ...entry, user: { ...entry.user, standing: 'disabled' } } : entry
  }
  if (entry.kind !== 'part' || !isLocked(entry.part.hash ?? null)) return entry
  return { ...entry, part: { ...entry.part, standing: 'disabled' } }
}

function isLocked(hash: HashInput | null): boolean {
  return hash !== null && mayBe.test(hash.hash) && isLockedMark(bareText(hash.hash))
}

/** Nearly no hash begins so; quotes and blanks may stand before it. */
const mayBe = /^[\s"'`]*[!*{]/
