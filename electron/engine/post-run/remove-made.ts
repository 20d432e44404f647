import { loginWith } from '../../../shared/core-api/found-user.ts'
import type { FoundUser } from '../../../shared/core-api/reply-bodies.ts'
import { describeFound } from '../../../shared/core-api/describe-found.ts'
import { loginOfKey } from '../../../shared/planning/call-key.ts'
import type { AttemptRecord } from '../runner/call-result.ts'
import type { AskCore } from './ask-core.ts'
import type { CreatedUserRow } from '../document/created-users.ts'

/** What came of removing one login method. */
export type Removal = {
  readonly outcome: 'removed' | 'gone' | 'unconfirmed' | 'linked' | 'mismatched' | 'failed'
  readonly message: string
  readonly attempts: readonly AttemptRecord[]
}

export type RemovalOrder = {
  readonly withLinked: boolean
  readonly confirmed: boolean
  /** Keys of the login methods that this migration created for the same person, this one included, or linked it to. */
  readonly own: readonly string[]
}

/**
 * Removes the login method that one call created, after a look at the user under its id in the core: a document can
 * name any id, and a user can have changed since. Linked accounts stay. `confirmed`: this machine created the user, or
 * the operator confirmed its removal; others stay, and their state in the core is returned. Null: the core did not
 * answer every question.
 */
export async function removeMade(
  core: AskCore,
  made: CreatedUserRow,
  { withLinked, confirmed, own }: RemovalOrder,
): Promise<Removal | null> {
  const { step, attempts } = await core.ask('find-user', { userId: made.coreUserId })
  if (step.kind === 'interrupted') return null
  if (step.kind === 'failed' && step.status === 'UNKNOWN_USER_ID_ERROR')
    return { outcome: 'gone', message: 'No longer in the core.', attempts }
  if (step.kind !== 'success') {
    const reason = step.kind === 'failed' ? step.message : 'no answer'
    return { outcome: 'failed', message: `The core could not be asked about this user: ${reason}`, attempts }
  }
  const user = step.value.users?.[0]
  const judged = judge(user, made, { withLinked, own })
  if ('outcome' in judged && (confirmed || judged.outcome !== 'linked')) return { ...judged, attempts }
  if (!confirmed && user !== undefined)
    return { outcome: 'unconfirmed', message: `${noRecord} ${describeFound(user)}`, attempts }
  if ('outcome' in judged) return { ...judged, attempts }
  const removed = await core.ask('remove-user', { userId: judged.remove })
  const all = [...attempts, ...removed.attempts]
  if (removed.step.kind === 'interrupted') return null
  if (removed.step.kind === 'success') return { outcome: 'removed', message: '', attempts: all }
  return { outcome: 'failed', message: removed.step.kind === 'failed' ? removed.step.message : '', attempts: all }
}

type Judged = { readonly remove: string } | Omit<Removal, 'attempts'>

/** The id of the login method to remove, or why it stays. */
function judge(
  user: FoundUser | undefined,
  { key }: CreatedUserRow,
  { withLinked, own }: Pick<RemovalOrder, 'withLinked' | 'own'>,
): Judged {
  if (user === undefined) return { outcome: 'failed', message: 'The core did not say how this user signs in.' }
  const wanted = loginOfKey(key)
  const method = wanted === null ? undefined : loginWith(user, wanted)
  if (method === undefined) return { outcome: 'mismatched', message: another }
  const others = user.loginMethods.length - 1
  const ours = own.map(loginOfKey).map((login) => (login === null ? undefined : loginWith(user, login)))
  const strangers = user.loginMethods.filter((one) => one !== method && !ours.includes(one)).length
  if (strangers > 0 && !withLinked) return { outcome: 'linked', message: linkedTo(strangers) }
  const id = method.recipeUserId ?? (others === 0 ? user.id : undefined)
  return id === undefined
    ? { outcome: 'failed', message: 'The core did not name the id of this login method.' }
    : { remove: id }
}

const noRecord = 'This machine has no record that it created this user. Not removed.'

const another =
  'Under this ID, the core has a user with another contact or login method than this migration created. Not removed.'

function linkedTo(others: number): string {
  const accounts = others === 1 ? 'another account' : `${others} other accounts`
  return `Has been linked to ${accounts} since. Not removed; confirm linked users to remove only what this migration created.`
}
