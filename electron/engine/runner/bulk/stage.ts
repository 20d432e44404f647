import type { BulkPerson } from '../../../../shared/core-api/bulk-person.ts'
import type { ReplyOutcome } from '../../../../shared/core-api/outcome.ts'
import type { StopReason } from '../../../../shared/report/stop-reason.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Send } from '../step.ts'
import type { BatchEvent } from './batch.ts'

/** What sending a batch came to. */
export type StageResult =
  | { readonly kind: 'event'; readonly event: BatchEvent }
  /** Unknown whether the core accepted it: look at its list. */
  | { readonly kind: 'lost' }
  /** The core accepted no user, and the run has to stop. */
  | { readonly kind: 'stop'; readonly why: StopReason; readonly message: string; readonly event: BatchEvent }
  /** The core accepted no user and cannot accept any: these users go by single calls. */
  | { readonly kind: 'unable'; readonly message: string; readonly event: BatchEvent }
  /** Nothing was sent: the run ends. */
  | { readonly kind: 'ended' }

export type StageWith = {
  readonly send: Send
  readonly dispatcher: Dispatcher
  readonly onReply: (ms: number) => void
  /** Milliseconds before the next try after a request that surely did not reach the core, the how-manieth try. */
  readonly waitMs: (tries: number) => number
}

/** Tries of a request that does not reach the core; then its users are released. */
const maxTries = 6

/**
 * Sends one batch. It is sent again only when the core surely did not get it or said that it had no time: after any
 * other reply than a plain answer, and after none, the batch may be staged, and only the core's list can tell.
 */
export async function stageBatch(users: readonly BulkPerson[], context: StageWith): Promise<StageResult> {
  const { dispatcher } = context
  for (let tries = 1; ; tries += 1) {
    if (!(await dispatcher.acquire(users))) return { kind: 'ended' }
    const { outcome, ms } = await context.send('bulk-stage', { users })
    dispatcher.release({ outcome, requester: users, suspect: false })
    context.onReply(ms)
    const result = resultOf(outcome)
    if (result !== 'again') return result
    if (tries === maxTries) return { kind: 'event', event: { kind: 'not-taken', message: outcome.message } }
    const requestedMs = outcome.kind === 'retry' ? (outcome.retryAfterMs ?? 0) : 0
    dispatcher.pauseFor(requestedMs)
    if (!(await dispatcher.wait(Math.max(requestedMs, context.waitMs(tries))))) {
      return { kind: 'event', event: { kind: 'not-taken', message: outcome.message } }
    }
  }
}

function resultOf(outcome: ReplyOutcome): StageResult | 'again' {
  switch (outcome.kind) {
    case 'success': {
      const { staged, refused } = outcome
      if (refused !== undefined) return { kind: 'event', event: { kind: 'refused', users: refused } }
      if (staged === undefined) return { kind: 'lost' }
      // A core before 10.1.1 gives no ids: its list has to be asked.
      return staged.length === 0 ? { kind: 'lost' } : { kind: 'event', event: acceptedBy(staged) }
    }
    case 'stop':
      return { kind: 'stop', why: outcome.why, message: outcome.message, event: notTaken(outcome.message) }
    case 'failed':
      return { kind: 'unable', message: outcome.message, event: notTaken(outcome.message) }
    case 'retry':
      if (!outcome.reached || outcome.why === 'rate-limited') return 'again'
      // Said before anything is stored.
      return /signer_key/.test(outcome.message)
        ? { kind: 'unable', message: outcome.message, event: notTaken(outcome.message) }
        : { kind: 'lost' }
    default:
      return { kind: 'lost' }
  }
}

function notTaken(message: string): BatchEvent {
  return { kind: 'not-taken', message }
}

/** The row's id is the core's id of the login method, which it keeps at the import. */
function acceptedBy(
  staged: readonly { readonly userId: string; readonly loginMethods: readonly { readonly userId: string }[] }[],
): BatchEvent {
  return { kind: 'accepted', rowIds: staged.map(({ loginMethods, userId }) => loginMethods[0]?.userId ?? userId) }
}
