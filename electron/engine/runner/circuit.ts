import type { OperationName } from '../../../shared/core-api/operations.ts'
import type { ReplyOutcome } from '../../../shared/core-api/outcome.ts'
import { count } from '../../../shared/format.ts'
import type { StopRule } from '../../../shared/ipc/run-limits.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { plainReply } from '../../../shared/report/stop-reason.ts'

/**
 * Circuit state derived from recent replies. `silent`: requests without a response since the last response.
 */
export type Circuit =
  | {
      readonly kind: 'closed'
      readonly inARow: number
      readonly noResponseFrom: ReadonlySet<object>
      readonly unreachable: boolean
    }
  | {
      readonly kind: 'open'
      /** All in ticks. */
      readonly since: number
      readonly tries: number
      readonly nextAt: number
      /** The error that was seen instead of an answer. */
      readonly message: string
    }

export const closedCircuit: Circuit = { kind: 'closed', inARow: 0, noResponseFrom: new Set(), unreachable: false }

/** A request that ended. */
export type EndedRequest = {
  readonly outcome: ReplyOutcome
  /** Identifies the step of the user. */
  readonly requester: object
  /** Success is tracked per operation; absent: the operation says nothing about other operations. */
  readonly operation?: OperationName
  /** Other requests were answered since its last failure, so its silence says nothing about the core. */
  readonly suspect: boolean
  /** Its user was set aside: a failure is expected, and says nothing about the core. */
  readonly isAside?: boolean
}

type CircuitContext = {
  /** Requests that have not ended yet. */
  readonly underWay: number
  /** A probe of whether the core is back. */
  readonly wasProbe: boolean
  readonly ticks: number
}

/** Fewer failures in a row say nothing about the core. */
export const minFailures = 3

/** Seconds between the tries to reach a core that is away. */
const pauses = [1, 2, 5, 10, 30, 60] as const

/**
 * The circuit after a request ended. A core is away when as many requests in a row as could be lost at once got no
 * answer, of more than one user (one user alone may be refused by something on the way), or when no connection could be
 * made.
 */
export function afterRequest(circuit: Circuit, ended: EndedRequest, context: CircuitContext): Circuit {
  if (!isNoResponse(ended.outcome)) return circuit === closedCircuit ? circuit : closedCircuit
  const { suspect, isAside = false, outcome } = ended
  const message = plainReply(outcome.message)
  const { underWay, wasProbe, ticks } = context
  const unreachable = isConnectFailure(outcome)
  if (circuit.kind === 'open') {
    // A request that left before the core was known to be away tells nothing new.
    if (!wasProbe) return circuit
    // A user set aside got the reply it always gets, so the core is back.
    if (isAside && !unreachable) return closedCircuit
    const tries = circuit.tries + 1
    return { ...circuit, tries, nextAt: ticks + pauseAfter(tries), message }
  }
  if ((suspect || isAside) && !unreachable) return circuit
  const inARow = circuit.inARow + 1
  const noResponseFrom = new Set([...circuit.noResponseFrom, ended.requester])
  const isUnreachable = circuit.unreachable || unreachable
  const opens = inARow >= Math.max(minFailures, underWay + 1) && (noResponseFrom.size > 1 || isUnreachable)
  return opens
    ? { kind: 'open', since: ticks, tries: 0, nextAt: ticks + pauseAfter(0), message }
    : { kind: 'closed', inARow, noResponseFrom, unreachable: isUnreachable }
}

/** In milliseconds. */
function pauseAfter(tries: number): number {
  return 1000 * (pauses[Math.min(tries, pauses.length - 1)] ?? 60)
}

/** True when one user gets no answer and no second user shows whether the cause is the user or the core. */
export function needsSecondSample(circuit: Circuit): boolean {
  return circuit.kind === 'closed' && circuit.inARow >= minFailures && circuit.noResponseFrom.size === 1
}

type Retry = Extract<ReplyOutcome, { kind: 'retry' }>

/** No response from the core itself: timeout or reset, an HTML page, 502-504 or 520-530, or a core without its database. */
export function isNoResponse(outcome: ReplyOutcome): outcome is Retry {
  if (outcome.kind !== 'retry' || outcome.why === 'cancelled') return false
  if (outcome.httpStatus === null || outcome.why === 'html' || outcome.why === 'database') return true
  return isGateway(outcome.httpStatus)
}

function isGateway(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530)
}

/** No connection was made. */
export function isConnectFailure(outcome: ReplyOutcome): boolean {
  return outcome.kind === 'retry' && outcome.why === 'connect'
}

/** How many users of a round ended, and how many of them failed, now one after the other. */
type FailureTally = { readonly ended: number; readonly failed: number; readonly inARow: number }

export const noTally: FailureTally = { ended: 0, failed: 0, inARow: 0 }

/** Failures of a run, against its rule to stop. */
export const failureTally = {
  /**
   * The tally after one more user. One that waits for a decision, or is in doubt, says nothing. Users set aside fail one after
   * the other because they are kept for the end, which says nothing about failures in a row.
   */
  add: (tally: FailureTally, state: UserState, wasAside = false): FailureTally => {
    const { ended, failed, inARow } = tally
    if (state === 'failed') return { ended: ended + 1, failed: failed + 1, inARow: wasAside ? inARow : inARow + 1 }
    return state === 'migrated' || state === 'existing' ? { ended: ended + 1, failed, inARow: 0 } : tally
  },
  /** Why the operator's rule pauses the run, as a sentence; null: it does not. */
  exceeds: (rule: StopRule, { ended, failed, inARow }: FailureTally): string | null => {
    if (rule.inARow !== null && inARow >= rule.inARow) {
      return `${count(rule.inARow)} ${rule.inARow === 1 ? 'user' : 'users in a row'} failed.`
    }
    if (rule.percent === null || ended < minUsersForPercent || failed * 100 <= rule.percent * ended) return null
    return `${count(failed)} of ${count(ended)} users failed, more than ${rule.percent} %.`
  },
}

/** A percentage of fewer users than this says nothing. */
const minUsersForPercent = 50
