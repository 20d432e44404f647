import { unreachable } from '../../../shared/result.ts'
import type { CallState } from '../../../shared/planning/call.ts'
import type { StopReason } from '../../../shared/report/stop-reason.ts'
import { mayBeApplied } from '../document/stored-calls.ts'

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
