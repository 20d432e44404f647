import type { OperationArgs, OperationName } from '../../../shared/core-api/operations.ts'
import type { ReplyOutcome } from '../../../shared/core-api/outcome.ts'
import { unreachable } from '../../../shared/result.ts'
import type { AttemptRecord, CallResult } from './call-result.ts'
import { decideRetry, longestWaitMs, noTries, type Tries } from './retry-policy.ts'

export type Send = <O extends OperationName>(
  operation: O,
  args: OperationArgs[O],
) => Promise<{ readonly outcome: ReplyOutcome; readonly httpStatus: number | null; readonly ms: number }>

/** What performing a call needs from the run around it. */
export type CallSurroundings = {
  readonly send: Send
  /** Unix epoch, milliseconds. */
  readonly now: () => number
  readonly random: () => number
  /** Waits; false when the run pauses or stops meanwhile. */
  readonly wait: (ms: number) => Promise<boolean>
  /** Waits until nothing forbids a new request (a pause, a `Retry-After`); false when the run ends. */
  readonly clearance: () => Promise<boolean>
  /** The core asked everybody to wait. */
  readonly hold: (ms: number) => void
  readonly onAttempt: (attempt: AttemptRecord) => void
}

export type Success = Extract<ReplyOutcome, { kind: 'success' }>

/** How one request ended, with all its retries. */
export type Step =
  | {
      readonly kind: 'success'
      readonly value: Success
      readonly httpStatus: number | null
      /** When the request that succeeded left. */
      readonly sentAt: number
    }
  /** The code is of no use any more: make a new one. */
  | { readonly kind: 'restart' }
  | Extract<CallResult, { kind: 'failed' | 'interrupted' }>

/** One request, sent until it is answered for good. `stale`: it no longer makes sense, start over. */
export async function sendStep<O extends OperationName>(
  operation: O,
  args: OperationArgs[O],
  around: CallSurroundings,
  stale: () => boolean = () => false,
): Promise<Step> {
  let tries: Tries = noTries
  let settled = true
  for (;;) {
    if (!(await around.clearance())) return interrupted(settled)
    if (stale()) return { kind: 'restart' }
    const sentAt = around.now()
    const { outcome, httpStatus, ms } = await around.send(operation, args)
    around.onAttempt(attemptOf(operation, sentAt, ms, outcome, httpStatus))
    switch (outcome.kind) {
      case 'success':
        return { kind: 'success', value: outcome, httpStatus, sentAt }
      case 'restart':
        return { kind: 'restart' }
      case 'status':
        return failed(httpStatus, outcome.status, outcome.message, { aboutUser: true })
      case 'failed':
        return failed(outcome.httpStatus, null, outcome.message)
      case 'stop':
        return { kind: 'interrupted', settled, stop: outcome.why, message: outcome.message }
      case 'retry': {
        // Once a request may have had its effect unseen, later refusals do not take that back.
        settled &&= !mayHaveHappened(outcome)
        const decision = decideRetry(outcome, tries, around.random())
        tries = decision.tries
        if (decision.kind === 'give-up') {
          return failed(outcome.httpStatus, null, outcome.message, { noAnswer: outcome.httpStatus === null })
        }
        if (decision.wholeRun && decision.waitMs > longestWaitMs) return tooLong(settled, decision.waitMs)
        if (decision.wholeRun) around.hold(decision.waitMs)
        if (!(await around.wait(decision.waitMs))) return interrupted(settled)
        break
      }
      default:
        return unreachable(outcome)
    }
  }
}

/** No answer came, or a success that was cut short. */
function mayHaveHappened(outcome: Extract<ReplyOutcome, { kind: 'retry' }>): boolean {
  return outcome.reached && (outcome.httpStatus === null || outcome.httpStatus < 300)
}

function tooLong(settled: boolean, waitMs: number): Step {
  const minutes = Math.ceil(waitMs / 60_000)
  return { kind: 'interrupted', settled, stop: 'away', message: `The core asked to wait ${minutes} minutes.` }
}

export function failed(
  httpStatus: number | null,
  status: string | null,
  message: string,
  about: { readonly noAnswer?: boolean; readonly aboutUser?: boolean } = {},
): Extract<CallResult, { kind: 'failed' }> {
  return {
    kind: 'failed',
    httpStatus,
    status,
    message,
    noAnswer: about.noAnswer ?? false,
    aboutUser: about.aboutUser ?? false,
  }
}

function interrupted(settled: boolean): Step {
  return { kind: 'interrupted', settled, stop: null, message: '' }
}

function attemptOf(
  operation: string,
  at: number,
  ms: number,
  outcome: ReplyOutcome,
  httpStatus: number | null,
): AttemptRecord {
  const name = outcome.kind === 'retry' || outcome.kind === 'stop' ? outcome.why : outcome.kind
  return { operation, at, ms, outcome: name, httpStatus, status: statusOf(outcome), message: outcome.message }
}

function statusOf(outcome: ReplyOutcome): string | null {
  switch (outcome.kind) {
    case 'success':
      return 'OK'
    case 'restart':
      return 'RESTART_FLOW_ERROR'
    case 'status':
      return outcome.status
    default:
      return null
  }
}
