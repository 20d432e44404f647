import { callKey } from '../../../../shared/planning/call-key.ts'
import { createsUser, type Call, type CallKind } from '../../../../shared/planning/call.ts'
import type { LoginKey } from '../../../../shared/core-api/found-user.ts'

/** What tells whether a user of the core is one of ours. */
export type BulkIdentity = {
  readonly keys: readonly LoginKey[]
  /** The old id, under which the core knows the user from the import on. */
  readonly externalUserId: string | null
}

/** A user who is about to be staged: nothing was ever sent of its calls. */
export type UnsentUser = BulkIdentity & { readonly id: number; readonly calls: readonly Call[] }

/** A call without its contents: hashes of staged users are not held in memory. */
export type BegunCall = { readonly key: string; readonly kind: CallKind }

/** A user of a batch that this run began. */
export type BegunUser = BulkIdentity & {
  readonly id: number
  /** Calls that create the user: one for each login method, the primary one first. */
  readonly creating: readonly BegunCall[]
  /** Calls that complete it. */
  readonly following: readonly BegunCall[]
}

/** What is left of a user in memory after its request was written down: arrays as long as they have to be. */
export function begunUser({ id, calls, keys, externalUserId }: UnsentUser): BegunUser {
  const following = calls.filter((call) => !createsUser(call)).map(begunCall)
  return { id, keys, externalUserId, creating: calls.filter(createsUser).map(begunCall), following }
}

function begunCall(call: Call): BegunCall {
  return { key: callKey(call), kind: call.kind }
}
