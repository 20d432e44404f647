import type { CoreContext } from '../context.ts'
import { onlyPublic, publicTenant, type StoredUser } from '../store/stored-user.ts'
import { changeUser, createUser, inTenant, thirdPartyKey } from '../store/users.ts'

export type ThirdPartyLogin = {
  readonly provider: string
  readonly providerUserId: string
  /** Normalised. */
  readonly email: string
  /** True marks the email verified; false never takes that back. */
  readonly isVerified: boolean
  /** The same for a user who is created; as `isVerified` when it is not given. */
  readonly isVerifiedWhenNew?: boolean
  /** Nothing: `public`. */
  readonly tenant?: string
}

/** Creates the user of a provider's id, or finds it and takes over its new email (specification 4.4). */
export function signInOrUp(
  context: CoreContext,
  login: ThirdPartyLogin,
): { readonly createdNewUser: boolean; readonly user: StoredUser } {
  const { users, random, clock } = context
  const { provider, providerUserId, email, tenant = publicTenant } = login
  const verifiedEmail = login.isVerified ? email : null
  const user = users.thirdPartyByKey.get(inTenant(tenant, thirdPartyKey(provider, providerUserId)))
  if (user === undefined) {
    const fields = {
      recipe: 'thirdparty',
      provider,
      providerUserId,
      email,
      verifiedEmail: (login.isVerifiedWhenNew ?? login.isVerified) ? email : null,
      tenantIds: tenant === publicTenant ? onlyPublic : [tenant],
    } as const
    return { createdNewUser: true, user: createUser(users, random, clock(), fields) }
  }
  const newlyVerified = verifiedEmail !== null && user.verifiedEmail !== verifiedEmail
  if (user.email !== email || newlyVerified) {
    changeUser(users, user, { email, verifiedEmail: verifiedEmail ?? user.verifiedEmail })
  }
  return { createdNewUser: false, user }
}
