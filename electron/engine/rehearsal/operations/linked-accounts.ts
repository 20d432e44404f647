import type { CoreContext } from '../context.ts'
import type { StoredUser } from '../store/stored-user.ts'

type Context = Pick<CoreContext, 'users' | 'userIds' | 'links'>
type WholeContext = Context & Pick<CoreContext, 'people'>

/** All login methods of the user that an own id stands for, oldest first; none: there is no such user. */
export function methodsOf({ users, links }: Context, id: string): readonly StoredUser[] {
  const primaryId = links.primaryOf(id)
  const ids = primaryId === null ? [id] : links.membersOf(primaryId)
  const methods = ids.map((one) => users.byId.get(one)).filter((one) => one !== undefined)
  return methods.toSorted((a, b) => a.timeJoined - b.timeJoined)
}

/** Another primary user who has an email or phone number of this login method, and which of the two. */
export function primaryWithSameContact(
  { users, links }: Context,
  method: StoredUser,
  besides: string,
): { readonly primaryId: string; readonly contact: 'email' | 'phone number' } | null {
  const found = method.tenantIds.flatMap((tenant) => [
    ...users.findByEmail(method.email, tenant).map(({ id }) => ({ id, contact: 'email' as const })),
    ...users.findByPhone(method.phoneNumber, tenant).map(({ id }) => ({ id, contact: 'phone number' as const })),
  ])
  for (const { id, contact } of found) {
    const primaryId = links.primaryOf(id)
    if (primaryId !== null && primaryId !== besides) return { primaryId, contact }
  }
  return null
}

/**
 * Removes a login method, or its user with all linked login methods. The rest of a primary user keeps its id, and the
 * external id too.
 */
export function removeAccount(context: WholeContext, id: string, withLinked: boolean): void {
  const { users, links } = context
  const primaryId = links.primaryOf(id)
  const ids = withLinked && primaryId !== null ? links.membersOf(primaryId) : [id]
  for (const one of ids) {
    const user = users.byId.get(one)
    if (user === undefined) continue
    links.unlink(one)
    if (links.membersOf(one).length === 0) forget(context, one)
    users.remove(user)
  }
  if (primaryId !== null && links.membersOf(primaryId).length === 0) forget(context, primaryId)
}

/** Nothing is kept of a user who is gone, under either id. */
function forget({ userIds, people }: WholeContext, id: string): void {
  for (const one of new Set([id, userIds.shownId(id)])) people.forget(one)
  userIds.unmap(id)
}
