import type { Release } from './permits.ts'
import { createPermits } from './permits.ts'

/** Replaced passwords after which a run asks what is to happen to users who were in the core before. */
const replacedBeforePause = 3

/**
 * Guards the passwords of a core that cannot be asked who exists: as many imports are under way as passwords may still be
 * replaced before the operator is asked, so no more than three ever are, however they come in.
 */
export type ReplacingGuard = {
  /** Gives what to call when the import has ended, as soon as it may leave. */
  readonly enter: () => Release | Promise<Release>
  /** An import replaced the password of a user who was there before. True: it is time to ask. */
  readonly replaced: (email: string) => boolean
  /** Whose passwords were replaced. */
  readonly emails: () => readonly string[]
  /** Some import waits for nothing but others to end. */
  readonly isHolding: () => boolean
}

export function createReplacingGuard(): ReplacingGuard {
  const emails: string[] = []
  const permits = createPermits(replacedBeforePause)
  return {
    enter: permits.acquire,
    replaced: (email) => {
      emails.push(email)
      const left = replacedBeforePause - emails.length
      // The run ends with the question; whoever waits has to learn that.
      permits.resize(left > 0 ? left : Infinity)
      return left === 0
    },
    emails: () => emails,
    isHolding: permits.isWaiting,
  }
}
