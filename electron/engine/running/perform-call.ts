import type { OperationArgs, OperationName } from '../../../shared/core-api/operations.ts'
import type { ReplyOutcome } from '../../../shared/core-api/outcome.ts'
import type { Call } from '../../../shared/planning/call.ts'
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

/** The user that an earlier call made, for the update that completes it. */
export type MadeUser = { readonly coreUserId: string | null; readonly recipeUserId: string | null }

type Success = Extract<ReplyOutcome, { kind: 'success' }>
type Step =
  | { readonly kind: 'success'; readonly value: Success; readonly httpStatus: number | null }
  | { readonly kind: 'restart' }
  | CallResult

const mostRestarts = 6
const consumeMarginMs = 60_000

/** Performs one call with all its retries. Never throws for what the core does. */
export async function performCall(call: Call, made: MadeUser, around: CallSurroundings): Promise<CallResult> {
  switch (call.kind) {
    case 'passwordless':
      return passwordless(call, around)
    case 'update':
      return made.coreUserId === null
        ? notSent('The other contact could not be attached: the core did not say which user it had created.')
        : finish(
            await step(
              'update-user',
              {
                userId: made.coreUserId,
                recipeUserId: made.recipeUserId,
                email: call.email,
                phoneNumber: call.phoneNumber,
              },
              around,
            ),
            made,
          )
    case 'third-party':
      return finish(await step('third-party', call, around))
    case 'import':
      return finish(await step('import-hash', call, around))
    default:
      return unreachable(call)
  }
}

function notSent(message: string): CallResult {
  return { kind: 'done', coreUserId: null, recipeUserId: null, created: null, existed: null, httpStatus: null, message }
}

/** 4.1 then 4.2. A used or old code makes the pair again; a code about to expire is not consumed. */
async function passwordless(
  call: Extract<Call, { kind: 'passwordless' }>,
  around: CallSurroundings,
): Promise<CallResult> {
  const contact =
    call.contact.kind === 'email' ? { email: call.contact.email } : { phoneNumber: call.contact.phoneNumber }
  for (let restarts = 0; restarts < mostRestarts; restarts++) {
    const created = await step('create-code', contact, around)
    if (created.kind === 'restart') continue
    if (created.kind !== 'success') return created
    const { code } = created.value
    if (code === undefined) return failed(null, null, 'The core answered without a code.')
    const madeAt = around.now()
    const lifetime = code.codeLifetime ?? Infinity
    const stale = () => around.now() - madeAt > lifetime - consumeMarginMs
    const consumed = await step(
      'consume-code',
      { preAuthSessionId: code.preAuthSessionId, linkCode: code.linkCode },
      around,
      stale,
    )
    if (consumed.kind !== 'restart') return finish(consumed)
  }
  return failed(null, 'RESTART_FLOW_ERROR', 'The core refused every code it had just made (RESTART_FLOW_ERROR).')
}

/** One request, sent until it is answered for good. `stale`: the request no longer makes sense, start over. */
async function step<O extends OperationName>(
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
    const at = around.now()
    const { outcome, httpStatus, ms } = await around.send(operation, args)
    around.onAttempt(attemptOf(operation, at, ms, outcome, httpStatus))
    switch (outcome.kind) {
      case 'success':
        return { kind: 'success', value: outcome, httpStatus }
      case 'restart':
        return { kind: 'restart' }
      case 'status':
        return failed(httpStatus, outcome.status, outcome.message, { aboutUser: true })
      case 'failed':
        return failed(outcome.httpStatus, null, outcome.message)
      case 'stop':
        return { kind: 'interrupted', settled: true, stop: outcome.why, message: outcome.message }
      case 'retry': {
        settled = outcome.httpStatus !== null || !outcome.reached
        const decision = decideRetry(operation, outcome, tries, around.random())
        tries = decision.tries
        if (decision.kind === 'give-up') {
          return failed(outcome.httpStatus, null, outcome.message, { noAnswer: outcome.httpStatus === null })
        }
        if (decision.wholeRun) around.hold(decision.waitMs)
        if (decision.wholeRun && decision.waitMs > longestWaitMs) {
          return {
            kind: 'interrupted',
            settled,
            stop: 'away',
            message: `The core asked to wait ${Math.round(decision.waitMs / 60_000)} minutes.`,
          }
        }
        if (!(await around.wait(decision.waitMs))) return interrupted(settled)
        break
      }
      default:
        return unreachable(outcome)
    }
  }
}

function finish(result: Step, made?: MadeUser): CallResult {
  if (result.kind === 'restart')
    return failed(null, 'RESTART_FLOW_ERROR', 'The core asked to start over (RESTART_FLOW_ERROR).')
  if (result.kind !== 'success') return result
  const { value, httpStatus } = result
  return {
    kind: 'done',
    coreUserId: value.userId ?? made?.coreUserId ?? null,
    recipeUserId: value.recipeUserId ?? made?.recipeUserId ?? null,
    created: value.createdNewUser,
    existed: value.didUserAlreadyExist,
    httpStatus,
    message: '',
  }
}

function failed(
  httpStatus: number | null,
  status: string | null,
  message: string,
  about: { readonly noAnswer?: boolean; readonly aboutUser?: boolean } = {},
): CallResult {
  return {
    kind: 'failed',
    httpStatus,
    status,
    message,
    noAnswer: about.noAnswer ?? false,
    aboutUser: about.aboutUser ?? false,
  }
}

function interrupted(settled: boolean): CallResult {
  return { kind: 'interrupted', settled, stop: null, message: '' }
}

function attemptOf(
  operation: string,
  at: number,
  ms: number,
  outcome: ReplyOutcome,
  httpStatus: number | null,
): AttemptRecord {
  const status =
    outcome.kind === 'status'
      ? outcome.status
      : outcome.kind === 'restart'
        ? 'RESTART_FLOW_ERROR'
        : outcome.kind === 'success'
          ? 'OK'
          : null
  const name = outcome.kind === 'retry' || outcome.kind === 'stop' ? outcome.why : outcome.kind
  return { operation, at, ms, outcome: name, httpStatus, status, message: outcome.message }
}
