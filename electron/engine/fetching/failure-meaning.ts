import type { FetchErrorCode, FetchReply } from './source.ts'

/** A failure as a reply of a source. */
export type FailedReply = Extract<FetchReply, { kind: 'failed' }>

/** What an error code of a server means; `again`: worth a retry. */
export type FailureMeaning = readonly [code: FetchErrorCode, sentence: string, again?: boolean]

export function failedReply([code, sentence, again = false]: FailureMeaning): FailedReply {
  return { kind: 'failed', code, sentence, again }
}
