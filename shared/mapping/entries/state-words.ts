import type { Standing } from '../../users/user.ts'
import { booleanOf, disabledByWord, isEpoch, trimmedText } from '../cell.ts'

/** The documented states of an account in one field of a product. Any other word is asked about, as the ones in `asked` are. */
export type StateWords = {
  /** Its user may sign in. */
  readonly active: readonly string[]
  readonly disabled?: readonly string[]
  readonly deleted?: readonly string[]
  /** Its user may not sign in yet: invited, staged, not confirmed. */
  readonly asked?: readonly string[]
  /** Of those: its user has not confirmed the address, which is asked about as such where the user has one to be verified by a code. */
  readonly unverified?: readonly string[]
}

/** The standing of an account by the word for its state. `asked`: the operator decides. */
export function standingOfState(states: StateWords, word: string | null): Standing | 'asked' {
  const plain = word?.trim().toLowerCase() ?? ''
  if (plain === '') return 'active'
  const isIn = (words: readonly string[] = []) => words.some((one) => one.toLowerCase() === plain)
  if (isIn(states.deleted)) return 'deleted'
  if (isIn(states.disabled)) return 'disabled'
  return isIn(states.active) ? 'active' : 'asked'
}

/** Whether the state of an account disables it or deletes it; an account that is asked about stays active until then. */
export function knownStanding(states: StateWords, word: string | null): Standing {
  const standing = standingOfState(states, word)
  return standing === 'asked' ? 'active' : standing
}

/** The meaning that the yes of a flag has for its account: `blocked`, `enabled`. */
export type FlagMeaning = 'keeps-out' | 'lets-in'

/** Whether a flag says in any spelling, or by a known word in its place, that its account is off; what says neither is asked about. */
export function isOffByFlag(meaning: FlagMeaning, value: unknown): boolean {
  const isOut = meaning === 'keeps-out'
  return disabledByWord(value) ?? (isOut && isEpoch(trimmedText(value)) ? false : booleanOf(value)) === isOut
}
