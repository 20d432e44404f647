import type { OperationArgs, OperationName } from '../../../shared/core-api/operations.ts'
import type { ReplyOutcome } from '../../../shared/core-api/outcome.ts'
import { unreachable } from '../../../shared/result.ts'
import { type AttemptRecord, type CallResult, causeOfReply, mayBeOfUser, waitingPlace } from './call-result.ts'
import { ageOf, type Clock, type Moment } from './clock.ts'
import type { Dispatcher } from './dispatcher.ts'
import { isConnectFailure, isNoResponse } from './circuit.ts'
import {
  decideRetry,
  maxUserMs,
  maxWaitMs,
  noTries,
  repeatableWithinMs,
  spansSuspend,
  type Tries,
} from './retry-policy.ts'
import type { Slot, SlotWait } from './slots.ts'

export type Send = <O extends OperationName>(
  operation: O,
  args: OperationArgs[O],
  signal?: AbortSignal,
) => Promise<{ readonly outcome: ReplyOutcome; readonly httpStatus: number | null; readonly ms: number }>

/** The parts of a run that performing a call needs. */
export type CallContext = {
  readonly send: Send
  readonly clock: Pick<Clock, 'now' | 'ticks'>
  readonly random: () => number
  /** Where every request passes. */
  readonly dispatcher: Dispatcher
  readonly onAttempt: (attempt: AttemptRecord, outcome: ReplyOutcome) => void
  /** Users whose old id another user has go on without it. */
  readonly skipTakenIds?: boolean
  /** The core can be asked who is there. */
  readonly canLookUp?: boolean
  /** A rehearsal core: it has no users of earlier migrations. */
  readonly isRehearsal?: boolean
  /** How much time the user has had; nothing: it is not bounded. */
  readonly spent?: Spent
  /** Given back while the user waits; absent: the user waits in place. */
  readonly slot?: Slot | undefined
  /** The cause of the user's failure in an earlier run in which others succeeded; nothing: there is none. */
  readonly ownCause?: string | null
}

/** Milliseconds that were spent on a user: requests and waits of its own, not waits of the whole run. */
export type Spent = { ms: number }

export type Success = Extract<ReplyOutcome, { kind: 'success' }>

/** How one request ended, with all its retries. */
export type Step =
  | {
      readonly kind: 'success'
      readonly value: Success
      readonly httpStatus: number | null
      /** When the request that succeeded left. */
      readonly sentAt: Moment
    }
  /** The code is of no use any more: make a new one. */
  | { readonly kind: 'restart' }
  | Extract<CallResult, { kind: 'failed' | 'interrupted' | 'unanswered' }>

type StepRules = {
  /** It no longer makes sense, start over. */
  readonly stale?: () => boolean
  /** When a request that may have had its effect was sent before this step, if one was. */
  readonly unseenSince?: Moment | null
}

/** One request, sent until it is answered for good. */
export async function sendStep<O extends OperationName>(
  operation: O,
  args: OperationArgs[O],
  context: CallContext,
  rules: StepRules = {},
): Promise<Step> {
  const { clock, dispatcher, spent = { ms: 0 } } = context
  const { stale = never } = rules
  const requester = {}
  let tries: Tries = noTries
  let sent = 0
  let settled = true
  let unseen = rules.unseenSince ?? null
  let answersBefore = 0
  let successesBefore = 0
  for (;;) {
    const cleared = dispatcher.acquire(requester)
    // Fast path: usually granted synchronously, which saves one promise per request.
    if (cleared !== true && !(await cleared)) return interrupted(settled)
    const isStale = stale()
    const isTooOld = unseen !== null && ageOf(unseen, clock) > repeatableWithinMs(operation)
    if (isStale || isTooOld) {
      dispatcher.release(null)
      return isStale ? { kind: 'restart' } : unanswered
    }
    const sentAt = momentOf(clock)
    const { outcome, httpStatus, ms } = await context.send(operation, args)
    sent += 1
    const slept = spansSuspend(outcome, ms)
    const suspect = slept || (tries.count > 0 && dispatcher.answers() > answersBefore)
    const othersSucceeded = tries.count > 0 && dispatcher.tallyOf(operation).successes > successesBefore
    const isKnown = isKnownFailure(outcome, context)
    const isAside = isKnown || (context.slot?.isAside() ?? false)
    dispatcher.release({ operation, outcome, requester, suspect, isAside })
    answersBefore = dispatcher.answers()
    const { successes, failing } = dispatcher.tallyOf(operation)
    successesBefore = successes
    context.onAttempt(attemptOf(operation, sentAt.now, ms, outcome, httpStatus), outcome)
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
        if (mayHaveHappened(outcome)) {
          // Once a request may have had its effect unseen, later refusals do not take that back.
          settled = false
          unseen ??= sentAt
        }
        if ((outcome.retryAfterMs ?? 0) > maxWaitMs) return tooLong(settled, outcome.retryAfterMs ?? 0)
        if (slept) break
        spent.ms += ms
        const next = isKnown ? afterKnownFailure(tries) : afterFailure(outcome, { tries, suspect, spent }, context)
        if (next.kind === 'give-up') {
          const noAnswer = outcome.httpStatus === null || outcome.why === 'database'
          return failed(outcome.httpStatus, null, outcome.message, { noAnswer, aboutUser: isAside })
        }
        tries = next.tries
        const withinMs = repeatableWithinMs(operation)
        const goesOn = await waitForNextTry(context, spent, {
          ms: next.waitMs,
          place: waitingPlace({
            outcome,
            failures: tries.count,
            othersSucceeded,
            failing: failing.size,
            hasSucceeded: successes > 0,
            isAside: context.slot?.isAside() ?? false,
            isKnown,
            isUncertain: unseen !== null && withinMs < Infinity,
          }),
          // A hash import that may have had its effect is sent again while that is safe.
          maxAsideMs: unseen === null ? Infinity : withinMs / 2,
          cause: causeOfReply(outcome.httpStatus, outcome.message),
          attempt: { tries: sent, lastAt: clock.now() },
        })
        if (!goesOn) return interrupted(settled)
        break
      }
      default:
        return unreachable(outcome)
    }
  }
}

/** The failure that the user was set aside for in an earlier run: it says nothing about the core. */
function isKnownFailure(outcome: ReplyOutcome, { ownCause = null }: CallContext): boolean {
  if (ownCause === null || outcome.kind !== 'retry' || !mayBeOfUser(outcome)) return false
  return causeOfReply(outcome.httpStatus, outcome.message) === ownCause
}

/** It is met once more after the other users, and then the user has failed again. */
function afterKnownFailure(before: Tries): Next {
  return before.count === 0
    ? { kind: 'again', tries: { ...before, count: 1 }, waitMs: pauseBeforeStartingOver }
    : { kind: 'give-up' }
}

type Failure = { readonly tries: Tries; readonly suspect: boolean; readonly spent: Spent }
type Next = { readonly kind: 'again'; readonly tries: Tries; readonly waitMs: number } | { readonly kind: 'give-up' }

/** Next step after a transient failure: the user retries alone, waits with the whole run, or has failed. */
function afterFailure(
  outcome: Extract<ReplyOutcome, { kind: 'retry' }>,
  { tries, suspect, spent }: Failure,
  { dispatcher, random }: CallContext,
): Next {
  if (outcome.retryAfterMs !== null) dispatcher.pauseFor(outcome.retryAfterMs)
  const mayBeAway = isNoResponse(outcome) && !suspect
  if (mayBeAway && dispatcher.outage() !== null) return startOver(spent, 0)
  const decision = decideRetry(outcome, tries, random())
  if (decision.kind === 'again' && spent.ms <= maxUserMs) {
    // The dispatcher holds all users for as long as the core demands.
    return { kind: 'again', tries: decision.tries, waitMs: decision.wholeRun ? 0 : decision.waitMs }
  }
  const isExcused = isConnectFailure(outcome) || (mayBeAway && dispatcher.isUndetermined())
  return isExcused ? startOver(spent, pauseBeforeStartingOver) : { kind: 'give-up' }
}

/** Waits before the next try. Resolves false when the run ends. */
function waitForNextTry({ dispatcher, random, slot }: CallContext, spent: Spent, wait: SlotWait): Promise<boolean> {
  const ms = slot?.isAside() === true ? Math.min(wait.ms, Math.round(slot.maxRestMs() * random())) : wait.ms
  if (wait.place !== 'aside') spent.ms += ms
  return slot === undefined ? dispatcher.wait(ms) : slot.wait({ ...wait, ms })
}

/** Errors so far were not the fault of this user. */
function startOver(spent: Spent, waitMs: number): Next {
  spent.ms = 0
  return { kind: 'again', tries: noTries, waitMs }
}

const pauseBeforeStartingOver = 1000

function never(): boolean {
  return false
}

const unanswered: Step = {
  kind: 'unanswered',
  message:
    'Sent, but no answer came for a long time. Sending it again could overwrite a password that was changed since.',
}

/** No answer came, or a success that was cut short. */
function mayHaveHappened(outcome: Extract<ReplyOutcome, { kind: 'retry' }>): boolean {
  return outcome.reached && (outcome.httpStatus === null || outcome.httpStatus < 300)
}

function tooLong(settled: boolean, waitMs: number): Step {
  const minutes = Math.ceil(waitMs / 60_000)
  return {
    kind: 'interrupted',
    settled,
    stop: 'core-unreachable',
    message: `The core asked to wait ${minutes} minutes.`,
  }
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

function momentOf(clock: Pick<Clock, 'now' | 'ticks'>): Moment {
  return { now: clock.now(), ticks: clock.ticks() }
}
