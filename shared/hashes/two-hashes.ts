import { judgeHash } from './judge-hash.ts'
import type { HashInput } from './verdict.ts'

/* Two password hashes of one user, such as the hashes of two files, or the forms of one password that a RADIUS server keeps. */

/** The hash that counts and the other one. `asks`: the core can check both, or one of them says that there is no password, so only the operator can tell which holds. */
type ChosenHash = { readonly hash: HashInput; readonly other: HashInput; readonly asks: boolean }

/** Takes the hash that a core can check; of two alike, the first. */
export function chooseHash(first: HashInput, second: HashInput): ChosenHash {
  const [one, two] = [rankOf(first), rankOf(second)]
  if (one === marked || two === marked) return { hash: first, other: second, asks: one !== two }
  const isBetter = two > one
  return {
    hash: isBetter ? second : first,
    other: isBetter ? first : second,
    asks: one === sendable && two === sendable,
  }
}

/** Whether two hashes are one, as far as their text says: the letter of the version of bcrypt changes no password. */
export function isSameHash(one: HashInput, other: HashInput): boolean {
  if (one.hash === other.hash) return true
  const [sent, otherSent] = [sentText(one), sentText(other)]
  return sent !== null && sent === otherSent
}

function sentText(hash: HashInput): string | null {
  const verdict = judgeHash(hash, null, 'documented')
  return 'send' in verdict ? verdict.send.replace(/^\$2[aby]\$/, '$2$') : null
}

/** Whether a core can check the hash, if need be once its parameters are given. */
export function canBeSent(hash: HashInput): boolean {
  return rankOf(hash) === sendable
}

const [gone, marked, other, sendable] = [0, 1, 2, 3]

function rankOf(hash: HashInput): number {
  const verdict = judgeHash(hash, null, 'documented')
  if ('send' in verdict || (verdict.kind === 'reject' && verdict.why === 'incomplete')) return sendable
  if (verdict.kind === 'no-password' && verdict.isUnset === true) return marked
  return verdict.kind === 'reject' ? other : gone
}
