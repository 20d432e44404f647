import type { ReplyOutcome } from '../../../shared/core-api/outcome.ts'
import type { CallState } from '../../../shared/planning/call.ts'
import type { StopReason } from '../../../shared/report/stop-reason.ts'
import { unreachable } from '../../../shared/result.ts'
import { mayBeApplied } from '../document/stored-calls.ts'
import { minFailures } from './circuit.ts'

/** How one call of one user ended. */
export type CallResult =
  | {
      readonly kind: 'done'
      readonly coreUserId: string | null
      readonly recipeUserId: string | null
      readonly created: boolean | null
      readonly existed: boolean | null
      readonly httpStatus: number | null
      /** Something of note, e.g. a part that was not attached. */
      readonly message: string
    }
  /** The core has this user and the rule says to leave it. */
  | { readonly kind: 'skipped-existing'; readonly coreUserId: string | null; readonly message: string }
  /** The core has this user, and the operator wants to be asked. */
  | { readonly kind: 'waits'; readonly coreUserId: string | null; readonly message: string }
  | {
      readonly kind: 'failed'
      readonly httpStatus: number | null
      readonly status: string | null
      readonly message: string
      /** No answer ever came: a failure of the line, not of this user. */
      readonly noAnswer: boolean
      /** The answer was about this one user (a status), so it says nothing about the next. */
      readonly aboutUser: boolean
    }
  /** May have had its effect, unseen, and is too old to be sent again blindly. */
  | { readonly kind: 'unanswered'; readonly message: string }
  /** Ended by a pause or a stop. `settled`: the core answered or was never reached, so the call is simply to be done. */
  | {
      readonly kind: 'interrupted'
      readonly settled: boolean
      readonly stop: StopReason | null
      readonly message: string
    }
  /** This hash family waits for the core's setting. */
  | { readonly kind: 'held'; readonly message: string }

/** The run ended before the call was sent. */
export const notSent = { kind: 'interrupted', settled: true, stop: null, message: '' } as const

/** One request that was sent, for the user's history. */
export type AttemptRecord = {
  readonly operation: string
  readonly at: number
  readonly ms: number
  readonly outcome: string
  readonly httpStatus: number | null
  readonly status: string | null
  readonly message: string
}

const lostReasons: ReadonlySet<string> = new Set(['reset', 'timeout', 'unexpected-reply'])

/** True when the request was sent and no whole reply came: the core may have applied it. */
function isReplyLost({ outcome, httpStatus }: AttemptRecord): boolean {
  return lostReasons.has(outcome) && (httpStatus === null || httpStatus < 300)
}

/** True when an earlier one of these requests may have created the user that the last one found. */
export function mayHaveCreated(attempts: readonly AttemptRecord[]): boolean {
  return attempts.slice(0, -1).some(mayBeApplied)
}

/**
 * The success of a call whose login method the core did not have before. It met the user that its own earlier request
 * had created: that one is not older than this migration.
 */
export function asCreated(result: CallResult): CallResult {
  if (result.kind !== 'done' || (result.existed !== true && result.created !== false)) return result
  return { ...result, created: true, existed: false }
}

/** A success that needed a second request because a reply was lost says so. */
export function annotateResend(result: CallResult, attempts: readonly AttemptRecord[]): CallResult {
  if (result.kind !== 'done' || result.message !== '' || !attempts.some(isReplyLost)) return result
  return { ...result, message: 'No reply came to an earlier request, so it was sent again.' }
}

/** The state of a call after a result; null leaves it in `sending`. */
export function stateAfter(result: CallResult): CallState | null {
  switch (result.kind) {
    case 'done':
    case 'skipped-existing':
      return 'done'
    case 'failed':
      return 'failed'
    case 'unanswered':
      return 'in-doubt'
    case 'held':
    case 'waits':
      return 'todo'
    case 'interrupted':
      return result.settled ? 'todo' : null
    default:
      return unreachable(result)
  }
}

/**
 * How often a call was tried: code + consume is one try, a repeated step another. Looking a user up first is none.
 */
export function triesOf(attempts: readonly AttemptRecord[]): number {
  const perOperation = new Map<string, number>()
  for (const { operation } of attempts) {
    if (operation !== 'look-up') perOperation.set(operation, (perOperation.get(operation) ?? 0) + 1)
  }
  return Math.max(0, ...perOperation.values())
}

/** A passing failure of one step of one user, and how the others fare. */
type RepeatedFailure = {
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
  /** An earlier run found out that this is the user's own trouble. */
  readonly isKnown: boolean
  /** The request may have had its effect, and is safe to repeat for some time only. */
  readonly isUncertain: boolean
}

/**
 * Where a user waits for its next try. `in-place`: it holds its slot, because the core may be the one in failure.
 * `resting`: the trouble may be the user's, so another one is sent meanwhile. `aside`: it is the user's; it is tried
 * again after the others.
 */
export type WaitingPlace = 'in-place' | 'resting' | 'aside'

/**
 * Decides whose trouble a failure is. A user fails alone while others succeed; the core is in trouble when different
 * users fail and none succeeds.
 */
export function waitingPlace(failure: RepeatedFailure): WaitingPlace {
  if (!mayBeOfUser(failure.outcome)) return 'in-place'
  if (failure.isAside) return 'resting'
  if (failure.isKnown || (failure.failures > 1 && failure.othersSucceeded)) return 'aside'
  // Another hash import instead of one without a reply could be the next in doubt.
  const mayRest = failure.hasSucceeded && failure.failing < minFailures && !failure.isUncertain
  return mayRest ? 'resting' : 'in-place'
}

/** A 5xx, a timeout, a broken reply or a page. Pressure of the core and a connection that cannot be made concern all. */
export function mayBeOfUser(outcome: ReplyOutcome): boolean {
  if (outcome.kind !== 'retry' || isPressure(outcome)) return false
  return outcome.why !== 'connect' && outcome.why !== 'cancelled'
}

/** A failure that may pass as the cause that failed users are grouped by. */
export function causeOfReply(httpStatus: number | null, message: string): string {
  if (httpStatus === null) return 'no-answer'
  if (message.trimStart().startsWith('<')) return `web-page|${httpStatus}`
  return httpStatus < 300 ? 'unreadable-answer' : String(httpStatus)
}

/** The core asked for fewer requests: by a 429 or by `Retry-After`. */
export function isPressure(outcome: ReplyOutcome): boolean {
  return outcome.kind === 'retry' && (outcome.why === 'rate-limited' || outcome.retryAfterMs !== null)
}

/** Counts the same failure in a row: after enough of them the trouble is not about single users. */
type FailureStreak = { readonly signature: string; readonly inARow: number }

export const noFailures: FailureStreak = { signature: '', inARow: 0 }

const maxInARow = 20

/** The breaker after one more result, and why the run has to stop, if it has to. */
export function trackFailure(
  streak: FailureStreak,
  result: CallResult,
  signature: string,
): { readonly streak: FailureStreak; readonly stop: StopReason | null } {
  if (result.kind === 'done' || result.kind === 'skipped-existing') return { streak: noFailures, stop: null }
  if (result.kind !== 'failed' || result.aboutUser) return { streak, stop: null }
  const inARow = signature === streak.signature ? streak.inARow + 1 : 1
  const stop = inARow < maxInARow ? null : result.noAnswer ? 'core-unreachable' : 'repeated-failure'
  return { streak: { signature, inARow }, stop }
}

/**
 * The signature by which two failures are "the same": operation, code and text without the parts that belong to one
 * user (addresses, numbers, ids).
 */
export function failureSignature(kind: string, result: Extract<CallResult, { kind: 'failed' }>): string {
  const text = result.message
    .replaceAll(/(?<![^\s@"'<>])[^\s@"'<>]+@[^\s@"'<>]+/g, '…')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '…')
    .replaceAll(/\+?\d{5,}/g, '…')
    .slice(0, 300)
  return `${kind}|${result.status ?? result.httpStatus ?? (result.noAnswer ? 'no answer' : '')}|${text}`
}
