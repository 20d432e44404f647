import type { OperationName } from '../../../shared/core-api/operations.ts'
import type { ReplyOutcome, RetryReason } from '../../../shared/core-api/outcome.ts'
import { defaultTimeouts } from '../core-client/core-client.ts'

/** How one class of failure is retried. Waits are full jitter: random between 0 and `base * 2^(tries - 1)`, at most `cap`. */
type Retry = { readonly tries: number; readonly baseMs: number; readonly capMs: number }

const usual: Retry = { tries: 6, baseMs: 400, capMs: 20_000 }

/** The one table of retries: which failure is tried again how often and after how long, whatever the operation. */
const retries: Readonly<Record<Exclude<RetryReason, 'cancelled'>, Retry>> = {
  'rate-limited': usual,
  'server-error': usual,
  // Under database contention one request can fail several times in a row.
  database: { ...usual, tries: 12 },
  html: usual,
  'unexpected-reply': usual,
  connect: usual,
  reset: usual,
  timeout: usual,
}

/** Within this time a hash import without an answer is simply sent again; later it could overwrite a newer password. */
export const safeToRepeatMs = 10 * 60_000

/** All other operations are safe to repeat at once: code and consume, and a token and its use, as pairs. */
const repeatableMs: Partial<Readonly<Record<OperationName, number>>> = {
  'import-hash': safeToRepeatMs,
  // Users could be staged twice: a lost reply is settled by listing.
  'bulk-stage': -Infinity,
}

/** An operation is sent again only this long after a request that may have had its effect unseen. Milliseconds. */
export function repeatableWithinMs(operation: OperationName): number {
  return repeatableMs[operation] ?? Infinity
}

/**
 * Only sleep of the machine makes a request take this long: its deadlines passed unnoticed. Twice their sum, because
 * busy machines are late.
 */
const maxRequestMs = 2 * (defaultTimeouts.connectMs + defaultTimeouts.headersMs + defaultTimeouts.bodyMs)

/** Whether the machine slept during this request: then its failure says nothing about the user. */
export function spansSuspend(outcome: ReplyOutcome, ms: number): boolean {
  return outcome.kind === 'retry' && outcome.httpStatus === null && ms > maxRequestMs
}

/** Four identical 500 bodies are treated as permanent (e.g. value too long, NUL byte). */
const sameServerError = 4

/** A longer `Retry-After` pauses the run instead of waiting. */
export const maxWaitMs = 15 * 60_000

/**
 * Time per user after which it is not tried again, in milliseconds: its requests and waits, without waits of the whole
 * run.
 */
export const maxUserMs = 5 * 60_000

/** Errors of one step of one call so far. */
export type Tries = {
  readonly count: number
  readonly lastServerError: string | null
  readonly sameServerErrors: number
}

export const noTries: Tries = { count: 0, lastServerError: null, sameServerErrors: 0 }

type Decision =
  /** `wholeRun`: the core asked for the wait, so nothing new is sent meanwhile. */
  | { readonly kind: 'again'; readonly tries: Tries; readonly waitMs: number; readonly wholeRun: boolean }
  | { readonly kind: 'give-up'; readonly tries: Tries }

type RetryOutcome = Extract<ReplyOutcome, { kind: 'retry' }>

/** Decides after a failure that may pass. `random` is from 0 up to 1. */
export function decideRetry(outcome: RetryOutcome, before: Tries, random: number): Decision {
  const serverError = outcome.httpStatus === 500 && outcome.why !== 'database' ? outcome.message : null
  const tries: Tries = {
    count: before.count + 1,
    lastServerError: serverError,
    sameServerErrors:
      serverError === null ? 0 : serverError === before.lastServerError ? before.sameServerErrors + 1 : 1,
  }
  const rule = outcome.why === 'cancelled' ? usual : retries[outcome.why]
  if (tries.count >= rule.tries || tries.sameServerErrors >= sameServerError) return { kind: 'give-up', tries }
  if (outcome.retryAfterMs !== null) return { kind: 'again', tries, waitMs: outcome.retryAfterMs, wholeRun: true }
  const longest = Math.min(rule.capMs, rule.baseMs * 2 ** (tries.count - 1))
  return { kind: 'again', tries, waitMs: Math.round(random * longest), wholeRun: false }
}
