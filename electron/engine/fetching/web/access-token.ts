import * as z from 'zod'
import { failed, type Refusal, type WebClient, type WebReply, type WebRequest } from './web-client.ts'

/** An access token and when it ends: Unix epoch, milliseconds. */
type Token = { readonly text: string; readonly endsAt: number }

export type TokenReply = { readonly kind: 'token'; readonly token: Token } | Refusal

/** Sends requests with an access token, and gets a new one before it ends or when it is refused. */
export type AuthorizedClient = {
  /** A refusal, too, when no token is to be had. A 401 with a new token is left to the caller. */
  readonly send: (request: WebRequest, signal: AbortSignal) => Promise<WebReply | Refusal>
}

/** Tokens are renewed this long before they end, or half their life where that is shorter. */
const marginMs = 60_000

/** `request` gets a new token; several requests that lack one wait for the same. */
export function withAccessToken(
  client: WebClient,
  request: (signal: AbortSignal) => Promise<TokenReply>,
  now: () => number,
): AuthorizedClient {
  let token: (Token & { readonly renewAt: number }) | null = null
  let pending: Promise<TokenReply> | null = null

  const renew = async (signal: AbortSignal): Promise<TokenReply> => {
    const requestedAt = now()
    const reply = await request(signal)
    if (reply.kind !== 'token') return reply
    const { endsAt } = reply.token
    token = { ...reply.token, renewAt: endsAt - Math.min(marginMs, (endsAt - requestedAt) / 2) }
    return reply
  }
  const current = async (signal: AbortSignal): Promise<TokenReply> => {
    if (token !== null && now() < token.renewAt) return { kind: 'token', token }
    pending ??= renew(signal).finally(() => (pending = null))
    return await pending
  }
  const sendWith = async (request: WebRequest, { text }: Token, signal: AbortSignal) =>
    await client.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${text}` } }, signal)

  return {
    send: async (request, signal) => {
      const first = await current(signal)
      if (first.kind !== 'token') return first
      const reply = await sendWith(request, first.token, signal)
      if (reply.kind !== 'reply' || reply.status !== 401) return reply
      // Ended earlier than announced, or revoked. Another request may have a new one already.
      if (token?.text === first.token.text) token = null
      const second = await current(signal)
      return second.kind === 'token' ? await sendWith(request, second.token, signal) : second
    },
  }
}

/** Text that may stand in a header: nothing but visible ASCII. */
export function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}

/** A token as OAuth 2.0 hands it out (RFC 6749, 5.1). Without a life it is taken for a short one. */
const tokenBody = z.object({
  access_token: z.string().refine(isHeaderText),
  expires_in: z.coerce.number().positive().default(300),
})

/** Requests a token. A 400 and a 401 alike mean that the credentials are refused. */
export async function requestToken(
  request: Omit<WebRequest, 'method'>,
  { client, refused, now }: { readonly client: WebClient; readonly refused: string; readonly now: () => number },
  signal: AbortSignal,
): Promise<TokenReply> {
  const reply = await client.send({ method: 'POST', ...request }, signal)
  if (reply.kind !== 'reply') return reply
  if (reply.status === 400 || reply.status === 401) return failed('unauthorized', refused)
  const read = client.read(reply, tokenBody)
  if (read.kind !== 'value') return read
  return { kind: 'token', token: { text: read.value.access_token, endsAt: now() + read.value.expires_in * 1000 } }
}
