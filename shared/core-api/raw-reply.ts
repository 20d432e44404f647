/** An HTTP reply as it came. */
export type RawReply = {
  readonly status: number
  readonly contentType: string | null
  readonly headers: ReplyHeaders
  /** Decoded text; at most what the client reads of a body. */
  readonly body: string
}

export type ReplyContext = {
  /** Every secret of the request (`secretsOf`): none of them is left in an outcome. */
  readonly secrets: readonly string[]
  /** Of a request about many users: the secrets of one of them, by its place. */
  readonly secretsOfUser?: ((index: number) => readonly string[]) | undefined
  /** The names of its roles and tenants, which a refusal of it may repeat. */
  readonly namesOfUser?: ((index: number) => readonly string[]) | undefined
  /** Unix epoch, milliseconds. */
  readonly now: number
}

/** Header values as an HTTP client gives them, names in lower case. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * How long the core asks to wait, in milliseconds; null when it does not say or says it wrongly. Both forms of
 * `Retry-After`: seconds, and a date, which is read against the server's own clock (`Date`) where it tells it.
 * Of several headers the longest wait counts.
 */
export function readRetryAfter(headers: ReplyHeaders, now: number): number | null {
  const serverNow =
    valuesOf(headers['date'])
      .map(readDate)
      .find((time) => time !== null) ?? now
  const waits = valuesOf(headers['retry-after'])
    .map((value) => readWait(value.trim(), serverNow))
    .filter((wait) => wait !== null)
  return waits.length === 0 ? null : Math.max(...waits)
}

function readWait(value: string, now: number): number | null {
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER)
  const date = readDate(value)
  return date === null ? null : Math.max(0, date - now)
}

/** Only what begins with the name of a day: `Date.parse` alone takes `-1` for a date. */
function readDate(value: string): number | null {
  const time = /^\s*[a-z]{3,9},? /i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}

function valuesOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}
