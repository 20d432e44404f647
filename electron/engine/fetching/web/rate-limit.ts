import { readRetryAfter, type ReplyHeaders } from '../../../../shared/core-api/retry-after.ts'

/**
 * Seconds until requests may go on, from `Retry-After` or the reset of a rate limit (`X-Rate-Limit-Reset` of Okta,
 * `X-RateLimit-Reset` of Auth0 and others: seconds since 1970); null: the reply does not say. At least 1.
 */
export function waitSeconds(headers: ReplyHeaders, now: number): number | null {
  const after = readRetryAfter(headers, now)
  if (after !== null) return Math.max(1, Math.ceil(after / 1000))
  return resetSeconds(headers, now)
}

/** Seconds until the rate limit is reset, by the server's own clock where it tells it. */
export function resetSeconds(headers: ReplyHeaders, now: number): number | null {
  const reset = numberIn(headers['x-rate-limit-reset']) ?? numberIn(headers['x-ratelimit-reset'])
  if (reset === null) return null
  // Some count from now instead.
  if (reset < 1_000_000_000) return Math.max(1, Math.ceil(reset))
  const date = headers['date']
  const told = typeof date === 'string' ? Date.parse(date) : Number.NaN
  const serverNow = Number.isNaN(told) ? now : told
  return Math.max(1, Math.ceil(reset - serverNow / 1000) + 1)
}

/** True when less than a tenth of the requests of this window is left, which others may need. */
export function isNearlySpent(headers: ReplyHeaders): boolean {
  const limit = numberIn(headers['x-rate-limit-limit'])
  const left = numberIn(headers['x-rate-limit-remaining'])
  return limit !== null && left !== null && left * 10 < limit
}

/** Several windows are several values: the first is the shortest. */
function numberIn(value: ReplyHeaders[string]): number | null {
  const text = typeof value === 'string' ? value : value?.[0]
  const number = /^\s*(\d+(?:\.\d+)?)\s*(?:,|$)/.exec(text ?? '')?.[1]
  return number === undefined ? null : Number(number)
}
