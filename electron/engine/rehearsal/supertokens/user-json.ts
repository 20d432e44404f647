import { shownId, type UserIds } from '../store/user-ids.ts'
import { isVerified, type StoredUser } from '../store/stored-user.ts'
import type { Cdi } from './versions.ts'

/** A user in the shape of the interface version that was asked for. Contacts that are not there are left out, never null. */
export function userJson(user: StoredUser, userIds: UserIds, cdi: Cdi): object {
  const id = shownId(userIds, user.id)
  return cdi < 400 ? flatUser(user, id, cdi) : userWithLoginMethods(user, id, cdi)
}

/** The field that interface 4.0 added beside the user. */
export function recipeUserId(user: StoredUser, userIds: UserIds, cdi: Cdi): object {
  return cdi < 400 ? {} : { recipeUserId: shownId(userIds, user.id) }
}

function flatUser(user: StoredUser, id: string, cdi: Cdi): object {
  return {
    id,
    timeJoined: user.timeJoined,
    ...(cdi < 300 ? {} : { tenantIds: ['public'] }),
    ...contacts(user),
  }
}

function userWithLoginMethods(user: StoredUser, id: string, cdi: Cdi): object {
  const loginMethod = {
    tenantIds: ['public'],
    recipeUserId: id,
    verified: isVerified(user),
    timeJoined: user.timeJoined,
    recipeId: user.recipe,
    ...contacts(user),
  }
  return {
    id,
    isPrimaryUser: false,
    tenantIds: ['public'],
    timeJoined: user.timeJoined,
    emails: user.email === null ? [] : [user.email],
    phoneNumbers: user.phoneNumber === null ? [] : [user.phoneNumber],
    thirdParty: user.recipe === 'thirdparty' ? [thirdPartyOf(user)] : [],
    ...(cdi < 503 ? {} : { webauthn: { credentialIds: [] } }),
    loginMethods: [loginMethod],
  }
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
