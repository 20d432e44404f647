import { shownId, type UserIds } from './user-ids.ts'
import { isVerified, type Recipe, type StoredUser } from './stored-user.ts'
import type { Users } from './users.ts'

/** One user for the screen. Never a hash. */
export type UserRow = {
  /** The mapped id where there is one. */
  readonly id: string
  readonly emails: readonly string[]
  readonly phoneNumbers: readonly string[]
  readonly providers: readonly string[]
  readonly loginMethods: readonly Recipe[]
  readonly verified: boolean
  /** Milliseconds since 1970. */
  readonly created: number
}

/** `from`: 0 for the first page, then `next` of the page before. */
export type UserPage = { readonly from: number; readonly limit: number }

/** `next` is null on the last page. */
export type UserRows = { readonly rows: readonly UserRow[]; readonly next: number | null }

/** One page of users in the order they joined. */
export function userRows(users: Users, userIds: UserIds, page: UserPage): UserRows {
  const rows: UserRow[] = []
  let place = Math.max(0, page.from)
  for (; place < users.list.length && rows.length < page.limit; place += 1) {
    const user = users.list[place]
    if (user !== null && user !== undefined) rows.push(rowOf(user, userIds))
  }
  return { rows, next: place < users.list.length ? place : null }
}

function rowOf(user: StoredUser, userIds: UserIds): UserRow {
  return {
    id: shownId(userIds, user.id),
    emails: user.email === null ? [] : [user.email],
    phoneNumbers: user.phoneNumber === null ? [] : [user.phoneNumber],
    providers: user.provider === null ? [] : [user.provider],
    loginMethods: [user.recipe],
    verified: isVerified(user),
    created: user.timeJoined,
  }
}
