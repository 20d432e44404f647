/** A call with this status was sent and surely not done. */
export const notApplied = 'not-applied'

/** A call with this status met a user who was in the core before: nothing was sent, the operator is to decide. */
export const conflict = 'conflict'

/** A call with this status is looked up before it is sent again; it stays so until it was answered. */
export const reconcileFirst = 'reconcile-first'

/** A call with this status counts as done, but nothing was sent for it; its message says what is missing. */
export const noOp = 'no-op'
