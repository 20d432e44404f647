/** A call with this status was sent and surely not done. */
export const notApplied = 'not-applied'

/** A call with this status met a user who was in the core before: nothing was sent, the operator is to decide. */
export const conflict = 'conflict'

/**
 * A call in `sending` with this status is looked up before it is sent, and `absent_at` is durable before its request leaves:
 * without it, nothing was sent.
 */
export const lookUpFirst = 'look-up-first'

/** A call with this status is looked up before it is sent again; it stays so until it was answered. */
export const reconcileFirst = 'reconcile-first'

/** A call with this status counts as done, but nothing was sent for it; its message says what is missing. */
export const noOp = 'no-op'

/** What a call ended with. The status of a call that is to be sent or is being sent is a note for the next run. */
export function endStatus(call: { readonly state: string; readonly status: string | null }): string | null {
  return call.state === 'todo' || call.state === 'sending' ? null : call.status
}
