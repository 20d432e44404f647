import { methodsOf } from '../operations/linked-accounts.ts'
import { json, text, type CoreReply } from '../exchange.ts'
import { inJoinOrder, placeOf } from '../store/join-order.ts'
import { primaryOf } from '../store/links.ts'
import type { StoredUser } from '../store/stored-user.ts'
import { optionalQuery, type Call } from './call.ts'
import { userJson } from './user-json.ts'

/** GET /users/count, of all users of the tenant or of the login methods in `includeRecipeIds`. */
export function countUsers(call: Call): CoreReply {
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
    if (user !== null && user.tenantIds.includes(tenant)) found.add(primaryOf(context.links, user.id) ?? user.id)
  }
  return json({ status: 'OK', count: found.size })
}

/** GET /users, a page of at most 500 in the order they joined, or newest first. */
export function listUsers(call: Call): CoreReply {
  const limit = Number(optionalQuery(call, 'limit') ?? '100')
  if (!Number.isInteger(limit) || limit < 1 || limit > 500) {
    return text(400, limit > 500 ? 'max limit allowed is 500' : 'limit must a positive integer with min value 1')
  }
  const newestFirst = optionalQuery(call, 'timeJoinedOrder') === 'DESC'
  const { byId, joined } = call.context.users
  const list = inJoinOrder(joined)
  const step = newestFirst ? -1 : 1
  const token = optionalQuery(call, 'paginationToken')
  let place = newestFirst ? list.length - 1 : 0
  if (token !== null) {
    const [timeJoined = Number.NaN, at = Number.NaN] = Buffer.from(token, 'base64')
      .toString('utf8')
      .split(';')
      .map(Number)
    if (!Number.isInteger(timeJoined) || !Number.isInteger(at)) return text(400, 'invalid pagination token')
    // Users who join meanwhile move no other user to another page.
    place = placeOf(list, { timeJoined, place: at })
  }
  const found: StoredUser[] = []
  for (; place >= 0 && place < list.length && found.length < limit; place += step) {
    const user = list[place]
    if (
      user !== undefined &&
      byId.get(user.id) === user &&
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
      : { nextPaginationToken: Buffer.from(`${next.timeJoined};${next.place}`).toString('base64') }),
  })
}
