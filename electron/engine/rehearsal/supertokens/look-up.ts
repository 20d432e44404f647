import { type CoreReply, json, text } from '../context.ts'
import { methodsOf } from '../operations/linked-accounts.ts'
import { normaliseEmail, normalisePhone } from '../store/normalise-email.ts'
import type { StoredUser } from '../store/stored-user.ts'
import { inJoinOrder, inTenant, placeOf, thirdPartyKey, type Users } from '../store/users.ts'
import { type Call, guarded, ofApp, optionalQuery, readQuery, type Routes } from './call.ts'
import { userJson } from './user-json.ts'

export const lookUpRoutes: Routes = {
  '/users': guarded({ GET: listUsers }),
  '/users/count': guarded({ GET: countUsers }),
  '/users/by-accountinfo': guarded({ GET: byAccountInfo }),
  '/user/id': ofApp({ GET: userById }),
}

/** GET /users/by-accountinfo: users of every login method who have all (or, as a union, any) of what is asked for. */
function byAccountInfo(call: Call): CoreReply {
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
  return given === null ? null : users.findByEmail(normaliseEmail(given), tenant)
}

function usersOfPhone(users: Users, given: string | null, tenant: string): Found | null {
  return given === null ? null : users.findByPhone(normalisePhone(given), tenant)
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
function userById(call: Call): CoreReply {
  const given = readQuery(call, 'userId')
  if (!given.ok) return given.reply
  const [user] = methodsOf(call.context, call.context.userIds.ownId(given.value.userId))
  return user === undefined
    ? json({ status: 'UNKNOWN_USER_ID_ERROR' })
    : json({ status: 'OK', user: userJson(user, call.context, call.cdi) })
}

/** GET /users/count, of all users of the tenant or of the login methods in `includeRecipeIds`. */
function countUsers(call: Call): CoreReply {
  const isOfAll = optionalQuery(call, 'includeAllTenants')?.toLowerCase() === 'true'
  if (call.context.tenants.byId.size > 0 && !isOfAll) return countInTenant(call)
  const { byId, passwordByEmail, thirdPartyByKey } = call.context.users
  const counts = {
    emailpassword: passwordByEmail.size,
    thirdparty: thirdPartyByKey.size,
    passwordless: byId.size - passwordByEmail.size - thirdPartyByKey.size,
  }
  const wanted = optionalQuery(call, 'includeRecipeIds')?.split(',') ?? ['emailpassword', 'thirdparty', 'passwordless']
  const entries = Object.entries(counts).filter(([recipe]) => wanted.includes(recipe))
  const { primaryById, membersByPrimary } = call.context.links
  const linked = optionalQuery(call, 'includeRecipeIds') === null ? primaryById.size - membersByPrimary.size : 0
  return json({ status: 'OK', count: entries.reduce((sum, [, count]) => sum + count, 0) - linked })
}

/** With several tenants, the users are gone through one by one. */
function countInTenant({ context, tenant }: Call): CoreReply {
  const found = new Set<string>()
  for (const user of context.users.list) {
    if (user !== null && user.tenantIds.includes(tenant)) found.add(context.links.primaryOf(user.id) ?? user.id)
  }
  return json({ status: 'OK', count: found.size })
}

/** GET /users, a page of at most 500 in the order they joined, or newest first. */
function listUsers(call: Call): CoreReply {
  const limit = Number(optionalQuery(call, 'limit') ?? '100')
  if (!Number.isInteger(limit) || limit < 1 || limit > 500) {
    return text(400, limit > 500 ? 'max limit allowed is 500' : 'limit must a positive integer with min value 1')
  }
  const newestFirst = optionalQuery(call, 'timeJoinedOrder') === 'DESC'
  const { users } = call.context
  const list = inJoinOrder(users.joined)
  const step = newestFirst ? -1 : 1
  const token = optionalQuery(call, 'paginationToken')
  let place = newestFirst ? list.length - 1 : 0
  if (token !== null) {
    const [id = '', timeJoined = ''] = Buffer.from(token, 'base64').toString('utf8').split(';')
    if (id === '' || !/^\d+$/.test(timeJoined)) return text(400, 'invalid pagination token')
    place = placeOfUser(users, id, Number(timeJoined))
  }
  const found: StoredUser[] = []
  for (; place >= 0 && place < list.length && found.length < limit; place += step) {
    const user = list[place]
    if (
      user !== undefined &&
      users.byId.get(user.id) === user &&
      methodsOf(call.context, user.id)[0] === user &&
      user.tenantIds.includes(call.tenant)
    )
      found.push(user)
  }
  const next = list[place]
  return json({
    status: 'OK',
    users: found.map((user) => userJson(user, call.context, call.cdi)),
    ...(next === undefined
      ? {}
      : { nextPaginationToken: Buffer.from(`${next.id};${next.timeJoined}`).toString('base64') }),
  })
}

/** The place of a user, also of a removed one: users who join or leave meanwhile move no other user to another page. */
function placeOfUser({ byId, joined }: Users, id: string, timeJoined: number): number {
  const list = inJoinOrder(joined)
  const user = byId.get(id)
  if (user?.timeJoined === timeJoined) return placeOf(list, user)
  const first = placeOf(list, { timeJoined, place: 0 })
  for (let place = first; list[place]?.timeJoined === timeJoined; place += 1) {
    if (list[place]?.id === id) return place
  }
  return first
}
