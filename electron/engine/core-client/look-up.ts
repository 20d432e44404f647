import { hasLogin, type LoginKey } from '../../../shared/core-api/found-user.ts'
import type { ReplyOutcome } from '../../../shared/core-api/outcome.ts'
import type { FoundUser } from '../../../shared/core-api/reply-bodies.ts'
import type { CoreClient, SendResult } from './core-client.ts'

export type LookUpResult =
  /** `user` has this very login method. */
  | { readonly kind: 'present'; readonly user: FoundUser }
  /** Nobody has it. `others`: users with the same contact or identity in another login method. */
  | { readonly kind: 'absent'; readonly others: readonly FoundUser[] }
  /** The core did not tell: retry, fail or stop as the outcome says. */
  | {
      readonly kind: 'untold'
      readonly outcome: Exclude<ReplyOutcome, { kind: 'success' }>
      readonly result: SendResult
    }

/** Asks a `supertokens` core once whether it already has a login method. In the `documented` dialect always `untold`. */
export async function lookUp(client: CoreClient, key: LoginKey, signal?: AbortSignal): Promise<LookUpResult> {
  const result = await client.send('look-up', key, signal)
  const { outcome } = result
  if (outcome.kind !== 'success') return { kind: 'untold', outcome, result }
  const users = outcome.users ?? []
  const user = users.find((user) => hasLogin(user, key))
  return user === undefined ? { kind: 'absent', others: users } : { kind: 'present', user }
}
