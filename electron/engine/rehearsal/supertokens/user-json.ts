import { methodsOf } from '../operations/linked-accounts.ts'
import type { CoreContext } from '../context.ts'
import { isVerified, type StoredUser, type UserIds } from '../store/stored-user.ts'
import type { Cdi } from './call.ts'

type Context = Pick<CoreContext, 'users' | 'userIds' | 'links'>

/**
 * The user of a login method, with all linked ones, in the shape of the interface version that was asked for. Contacts
 * that are not there are left out, never null.
 */
export function userJson(user: StoredUser, context: Context, cdi: Cdi): object {
  return cdi < 400 ? flatUser(user, context.userIds.shownId(user.id), cdi) : userWithLoginMethods(user, context, cdi)
}

/** The field that interface 4.0 added beside the user. */
export function recipeUserId(user: StoredUser, userIds: UserIds, cdi: Cdi): object {
  return cdi < 400 ? {} : { recipeUserId: userIds.shownId(user.id) }
}

function flatUser(user: StoredUser, id: string, cdi: Cdi): object {
  return {
    id,
    timeJoined: user.timeJoined,
    ...(cdi < 300 ? {} : { tenantIds: user.tenantIds }),
    ...contacts(user),
  }
}

function userWithLoginMethods(user: StoredUser, context: Context, cdi: Cdi): object {
  const { userIds, links } = context
  const primaryId = links.primaryOf(user.id)
  const methods = primaryId === null ? [user] : methodsOf(context, primaryId)
  return {
    id: userIds.shownId(primaryId ?? user.id),
    isPrimaryUser: primaryId !== null,
    tenantIds: [...new Set(methods.flatMap(({ tenantIds }) => tenantIds))],
    timeJoined: methods[0]?.timeJoined ?? user.timeJoined,
    emails: different(methods.map(({ email }) => email)),
    phoneNumbers: different(methods.map(({ phoneNumber }) => phoneNumber)),
    thirdParty: methods.filter(({ recipe }) => recipe === 'thirdparty').map(thirdPartyOf),
    ...(cdi < 503 ? {} : { webauthn: { credentialIds: [] } }),
    loginMethods: methods.map((method) => loginMethod(method, userIds)),
  }
}

function loginMethod(user: StoredUser, userIds: UserIds): object {
  return {
    tenantIds: user.tenantIds,
    recipeUserId: userIds.shownId(user.id),
    verified: isVerified(user),
    timeJoined: user.timeJoined,
    recipeId: user.recipe,
    ...contacts(user),
  }
}

function different(values: readonly (string | null)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== null))]
}

function contacts(user: StoredUser): object {
  return {
    ...(user.email === null ? {} : { email: user.email }),
    ...(user.phoneNumber === null ? {} : { phoneNumber: user.phoneNumber }),
    ...(user.recipe === 'thirdparty' ? { thirdParty: thirdPartyOf(user) } : {}),
  }
}

function thirdPartyOf(user: StoredUser): object {
  return { id: user.provider, userId: user.providerUserId }
}
