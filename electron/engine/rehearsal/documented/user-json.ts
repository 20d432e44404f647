import type { StoredUser } from '../store/stored-user.ts'

/**
 * The user in a reply. The specification does not show one; this is the smallest that real cores have sent:
 * the id, the time of joining and the contacts that are there.
 */
export function userJson(user: StoredUser): object {
  return {
    id: user.id,
    timeJoined: user.timeJoined,
    ...(user.email === null ? {} : { email: user.email }),
    ...(user.phoneNumber === null ? {} : { phoneNumber: user.phoneNumber }),
    ...(user.recipe === 'thirdparty' ? { thirdParty: { id: user.provider, userId: user.providerUserId } } : {}),
  }
}
