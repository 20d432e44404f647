import type { ReplyOutcome, RetryWhy } from '../../../shared/core-api/outcome.ts'

/** How one class of failure is retried. Waits are full jitter: random between 0 and `base * 2^(tries - 1)`, at most `cap`. */
type Retry = { readonly tries: number; readonly baseMs: number; readonly capMs: number }

const usual: Retry = { tries: 6, baseMs: 400, capMs: 20_000 }

/** The one table of retries. All operations are safe to repeat at once: code + consume as a pair, the others as they are. */
const retries: Readonly<Record<Exclude<RetryWhy, 'cancelled'>, Retry>> = {
  'rate-limited': usual,
  'server-error': usual,
  html: usual,
  'unexpected-reply': usual,
  connect: usual,
  reset: usual,
  timeout: usual,
}

/** The same text in this many 500s is not a passing trouble: over-long values and NUL answer so for ever. */
const sameServerError = 4

/** A longer `Retry-After` pauses the run instead of waiting. */
export const longestWaitMs = 15 * 60_000

/** A user on whom this much time was spent is not tried again: requests and its own waits, not those of the whole run. */
export const longestUserMs = 5 * 60_000

/** What went wrong so far with one step of one call. */
export type Tries = {
  readonly count: number
  readonly lastServerError: string | null
  readonly sameServerErrors: number
}

export const noTries: Tries = { count: 0, lastServerError: null, sameServerErrors: 0 }

export type Decision =
  /** `wholeRun`: the core asked for the wait, so nothing new is sent meanwhile. */
  | { readonly kind: 'again'; readonly tries: Tries; readonly waitMs: number; readonly wholeRun: boolean }
  | { readonly kind: 'give-up'; readonly tries: Tries }

type RetryOutcome = Extract<ReplyOutcome, { kind: 'retry' }>

/** Decides after a failure that may pass. `random` is from 0 up to 1. */
export function decideRetry(outcome: RetryOutcome, before: Tries, random: number): Decision {
  const serverError = outcome.httpStatus === 500 ? outcome.message : null
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
