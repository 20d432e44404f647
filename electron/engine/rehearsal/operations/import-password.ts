import type { CoreContext } from '../context.ts'
import { onlyPublic, publicTenant, type StoredUser } from '../store/stored-user.ts'
import { changeUser, createUser, inTenant } from '../store/users.ts'

/**
 * Keeps a password hash for an email, both already checked and normalised (specification 4.5).
 * As in real cores, a second import silently replaces the password of the user who is there.
 */
export function importPassword(
  context: CoreContext,
  email: string,
  passwordHash: string,
  tenant = publicTenant,
): { readonly didUserAlreadyExist: boolean; readonly user: StoredUser } {
  const { users, random, clock } = context
  const user = users.passwordByEmail.get(inTenant(tenant, email))
  if (user === undefined) {
    const tenantIds = tenant === publicTenant ? onlyPublic : [tenant]
    const fields = { recipe: 'emailpassword', email, passwordHash, tenantIds } as const
    return { didUserAlreadyExist: false, user: createUser(users, random, clock(), fields) }
  }
  changeUser(users, user, { passwordHash })
  return { didUserAlreadyExist: true, user }
}
