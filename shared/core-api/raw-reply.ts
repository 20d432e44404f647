import type { ReplyHeaders } from './retry-after.ts'

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
  /** Unix epoch, milliseconds. */
  readonly now: number
}
