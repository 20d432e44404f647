import { json, text, type CoreReply } from '../exchange.ts'
import { methodsOf } from '../operations/linked-accounts.ts'
import { normaliseEmail } from '../store/normalise-email.ts'
import type { StoredUser } from '../store/stored-user.ts'
import { ownId } from '../store/user-ids.ts'
import { findByEmail, findByPhone, inTenant, thirdPartyKey, type Users } from '../store/users.ts'
import { optionalQuery, readQuery, type Call } from './call.ts'
import { normalisePhone } from './normalise-phone.ts'
import { userJson } from './user-json.ts'

/** GET /users/by-accountinfo: users of every login method who have all (or, as a union, any) of what is asked for. */
export function byAccountInfo(call: Call): CoreReply {
  const given = readQuery(call, 'doUnionOfAccountInfo')
  if (!given.ok) return given.reply
  const { doUnionOfAccountInfo } = given.value
  if (doUnionOfAccountInfo !== 'true' && doUnionOfAccountInfo !== 'false') {
    return text(400, "'doUnionOfAccountInfo' should be either 'true' or 'false'")
  }
  const provider = optionalQuery(call, 'thirdPartyId')
  const providerUserId = optionalQuery(call, 'thirdPartyUserId')
  if ((provider === null) !== (providerUserId === null)) {
    return text(400, "If 'thirdPartyId' is provided, 'thirdPartyUserId' must also be provided, and vice versa")
  }
  const { tenant } = call
  const { users } = call.context
  const found = [
    usersOfEmail(users, optionalQuery(call, 'email'), tenant),
    usersOfPhone(users, optionalQuery(call, 'phoneNumber'), tenant),
    usersOfProvider(users, provider, providerUserId, tenant),
  ]
    .filter((one) => one !== null)
    .map((one) => one.map((user) => oldestMethod(call, user)))
  const matching = doUnionOfAccountInfo === 'true' ? union(found) : intersection(found)
  const inOrder = matching.toSorted((a, b) => a.timeJoined - b.timeJoined)
  return json({ status: 'OK', users: inOrder.map((user) => userJson(user, call.context, call.cdi)) })
}

type Found = readonly StoredUser[]

function usersOfEmail(users: Users, given: string | null, tenant: string): Found | null {
  return given === null ? null : findByEmail(users, normaliseEmail(given), tenant)
}

function usersOfPhone(users: Users, given: string | null, tenant: string): Found | null {
  return given === null ? null : findByPhone(users, normalisePhone(given), tenant)
}

function usersOfProvider(
  users: Users,
  provider: string | null,
  providerUserId: string | null,
  tenant: string,
): Found | null {
  if (provider === null || providerUserId === null) return null
  const user = users.thirdPartyByKey.get(inTenant(tenant, thirdPartyKey(provider, providerUserId)))
  return user === undefined ? [] : [user]
}

/** Stands for all login methods of its user. */
function oldestMethod({ context }: Call, user: StoredUser): StoredUser {
  return methodsOf(context, user.id)[0] ?? user
}

function union(found: readonly Found[]): Found {
  return [...new Set(found.flat())]
}

function intersection(found: readonly Found[]): Found {
  const [first = [], ...rest] = found
  return [...new Set(first)].filter((user) => rest.every((others) => others.includes(user)))
}

/** GET /user/id */
export function userById(call: Call): CoreReply {
  const given = readQuery(call, 'userId')
  if (!given.ok) return given.reply
  const [user] = methodsOf(call.context, ownId(call.context.userIds, given.value.userId))
  return user === undefined
    ? json({ status: 'UNKNOWN_USER_ID_ERROR' })
    : json({ status: 'OK', user: userJson(user, call.context, call.cdi) })
}
