import type { Dispatcher } from 'undici'
import type { RawReply } from '../../../shared/core-api/raw-reply.ts'
import { failureOf, type NetworkFailure } from './network-failure.ts'

export type HttpRequest = {
  readonly origin: string
  readonly path: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type ReplyLimits = {
  /** From the last byte of the request to the first of the reply, in milliseconds. */
  readonly headersMs: number
  /** From the head of the reply to its end, in milliseconds. */
  readonly bodyMs: number
  /** More is not read; nothing: `maxBody`. */
  readonly maxBytes?: number
}

export type Exchanged =
  | { readonly kind: 'reply'; readonly reply: RawReply }
  | { readonly kind: 'failure'; readonly failure: NetworkFailure; readonly httpStatus: number | null }

/** No reply of a core is that long; more is not read. In bytes. */
export const maxBody = 1024 * 1024

/**
 * One request, one reply, through undici's own dispatch: no streams, no redirects, no retries. Never rejects.
 * A body that breaks off makes a failure of a reply whose meaning is in its body (2xx, 404); other replies keep what came.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: HttpRequest,
  limits: ReplyLimits,
  signal?: AbortSignal,
): Promise<Exchanged> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null
    let status: number | null = null
    let headers: RawReply['headers'] = {}
    let bodySince = 0
    let length = 0
    const chunks: Buffer[] = []
    let settled = false

    const settle = (exchanged: Exchanged) => {
      settled = true
      signal?.removeEventListener('abort', cancel)
      resolve(exchanged)
    }
    const reply = (status: number): Exchanged => {
      const type = headers['content-type']
      const body = joined(chunks).toString()
      return { kind: 'reply', reply: { status, contentType: typeof type === 'string' ? type : null, headers, body } }
    }
    const fail = (error: unknown) => {
      if (settled) return
      if (status !== null && meansWithoutBody(status)) return settle(reply(status))
      const failure = failureOf(error, controller !== null)
      // Broken off in the middle of a success: a cut reply, whatever cut it.
      const cut = status !== null && status < 300 && failure.why === 'reset'
      settle({ kind: 'failure', httpStatus: status, failure: cut ? { ...failure, why: 'unexpected-reply' } : failure })
    }
    const giveUp = (code: string) => {
      const reason = Object.assign(new Error(code), { code })
      fail(reason)
      controller?.abort(reason)
    }
    const cancel = () => giveUp('UND_ERR_ABORTED')

    if (signal?.aborted === true) return cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    dispatcher.dispatch(
      { ...request, headersTimeout: limits.headersMs, bodyTimeout: limits.bodyMs },
      {
        onRequestStart(started) {
          controller = started
          if (settled) started.abort(new Error('cancelled before it began'))
        },
        // Comes again after every 1xx; the last one counts.
        onResponseStart(_controller, statusCode, replyHeaders) {
          status = statusCode < 200 ? null : statusCode
          headers = replyHeaders
          bodySince = performance.now()
        },
        onResponseData(started, chunk) {
          if (settled || status === null) return
          chunks.push(chunk)
          length += chunk.length
          if (length > (limits.maxBytes ?? maxBody)) {
            settle(reply(status))
            started.abort(new Error('longer than any reply'))
          } else if (performance.now() - bodySince > limits.bodyMs) giveUp('UND_ERR_BODY_TIMEOUT')
        },
        onResponseEnd() {
          if (!settled && status !== null) settle(reply(status))
        },
        onResponseError(_controller, error) {
          fail(error)
        },
      },
    )
  })
}

/** Nearly every reply is one piece, which needs no copy. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [only, ...more] = chunks
  return only !== undefined && more.length === 0 ? only : Buffer.concat(chunks)
}

/** The status alone says what the reply means: everything but a success and a 404, which may be a page. */
function meansWithoutBody(status: number): boolean {
  return status >= 300 && status !== 404
}
