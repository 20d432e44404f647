import type { FetchErrorCode, FetchReply, OpenReply } from '../source.ts'

/** A page that will not come. */
export type Refusal = Extract<FetchReply, { kind: 'failed' | 'wait' }>

export function failed(code: FetchErrorCode, sentence: string, again = false): Extract<FetchReply, { kind: 'failed' }> {
  return { kind: 'failed', code, sentence, again }
}

export type NotOpened = Extract<OpenReply, { kind: 'failed' }>

/** A refusal while a source is opened: nothing was fetched yet, so that even a wait is left to the operator. */
export function notOpened(refusal: Refusal): NotOpened {
  return refusal.kind === 'failed'
    ? { kind: 'failed', code: refusal.code, sentence: refusal.sentence }
    : { kind: 'failed', code: 'rate-limited', sentence: `${refusal.reason} Continue in ${refusal.seconds} seconds.` }
}

/** What an API has to say when it refuses: sentences with a way out. What it writes itself is never repeated. */
export type ApiSayings = {
  /** The name of the product, e.g. `Auth0`. */
  readonly title: string
  /** 401, also with a new token. */
  readonly unauthorized: string
  /** 403, with the permission that is missing. */
  readonly forbidden: string
  /** 404: an address, realm or project that is not there. */
  readonly notFound: string
}

/** The head of a reply that is no success. */
type Head = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** What a status means, other than 2xx. `waitSeconds`: what a 429 or 503 asks for; null: it does not say. */
export function refusalOf({ status }: Head, sayings: ApiSayings, waitSeconds: number | null): Refusal {
  const { title } = sayings
  if (status === 429 || (status === 503 && waitSeconds !== null)) {
    const reason = `${title} limits the rate of requests.`
    return waitSeconds === null
      ? failed('rate-limited', `${reason} Continue later.`, true)
      : { kind: 'wait', seconds: waitSeconds, reason }
  }
  if (status === 401) return failed('unauthorized', sayings.unauthorized)
  if (status === 403) return failed('forbidden', sayings.forbidden)
  if (status === 404) return failed('not-found', sayings.notFound)
  if (status >= 300 && status < 400) {
    return failed(
      'bad-reply',
      `${title} answered with a redirect (${status}), which is not followed: credentials go to the given address only. Check the address.`,
    )
  }
  if (status >= 500 || status === 408 || status === 425) {
    return failed('source-error', `${title} has a problem of its own (${status}). Continue later.`, true)
  }
  // The server keeps a cursor only for some time.
  return failed(
    'source-error',
    `${title} rejected the request (${status}). Check the options. If the fetch was resumed after a long time, begin again with another file.`,
  )
}
