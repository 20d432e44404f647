import { judgeHash } from './judge-hash.ts'
import type { HashInput } from './verdict.ts'

/* Two password hashes of one user, such as the hashes of two files, or the forms of one password that a RADIUS server keeps. */

/** The hash that counts and the other one. `asks`: one of them says that there is no password, so only the operator can tell which holds. */
export type ChosenHash = { readonly hash: HashInput; readonly other: HashInput; readonly asks: boolean }

/** Takes the hash that a core can check; of two alike, the first. */
export function chooseHash(first: HashInput, second: HashInput): ChosenHash {
  const areBoth = rankOf(first) !== marked && rankOf(second) !== marked
  if (!areBoth) return { hash: first, other: second, asks: rankOf(first) !== rankOf(second) }
  const isBetter = rankOf(second) > rankOf(first)
  return { hash: isBetter ? second : first, other: isBetter ? first : second, asks: false }
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
