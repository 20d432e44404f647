import type { ReplyOutcome } from '../../../shared/core-api/outcome.ts'
import { minFailures } from './circuit.ts'

/** A passing failure of one step of one user, and how the others fare. */
export type Trouble = {
  readonly outcome: ReplyOutcome
  /** Failures of this step so far, this one included. */
  readonly failures: number
  /** Requests of the same operation for other users succeeded since the failure before this one. */
  readonly othersSucceeded: boolean
  /** Steps that failed since the last success, this one included. */
  readonly failing: number
  /** The core has taken some request of this operation. */
  readonly hasSucceeded: boolean
  /** The user was set aside before. */
  readonly isAside: boolean
  /** The request may have had its effect, and is safe to repeat for some time only. */
  readonly isUncertain: boolean
}

/**
 * Where a user waits for its next try. `in-place`: it holds its slot, because the core may be the one in trouble.
 * `resting`: the trouble may be the user's, so another one is sent meanwhile. `aside`: it is the user's; it is tried
 * again after the others.
 */
export type WaitingPlace = 'in-place' | 'resting' | 'aside'

/**
 * Decides whose trouble a failure is. A user fails alone while others succeed; the core is in trouble when different
 * users fail and none succeeds.
 */
export function waitingPlace(trouble: Trouble): WaitingPlace {
  if (!mayBeOfUser(trouble.outcome)) return 'in-place'
  if (trouble.isAside) return 'resting'
  if (trouble.failures > 1 && trouble.othersSucceeded) return 'aside'
  // Another hash import instead of one without a reply could be the next in doubt.
  const mayRest = trouble.hasSucceeded && trouble.failing < minFailures && !trouble.isUncertain
  return mayRest ? 'resting' : 'in-place'
}

/** A 5xx, a timeout, a broken reply or a page. Pressure of the core and a connection that cannot be made concern all. */
export function mayBeOfUser(outcome: ReplyOutcome): boolean {
  if (outcome.kind !== 'retry' || isPressure(outcome)) return false
  return outcome.why !== 'connect' && outcome.why !== 'cancelled'
}

/** The core asked for fewer requests: by a 429 or by `Retry-After`. */
export function isPressure(outcome: ReplyOutcome): boolean {
  return outcome.kind === 'retry' && (outcome.why === 'rate-limited' || outcome.retryAfterMs !== null)
}
