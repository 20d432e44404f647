import type { Random } from '../random.ts'
import { type ManyByKey, manyByKey } from './links.ts'
import { onlyPublic, publicTenant, type Recipe, type StoredUser } from './stored-user.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Entry = Mutable<StoredUser> & { readonly place: number }

/** Events about users, for the store that keeps them (the state file). */
export type UserChange =
  | { readonly kind: 'user'; readonly user: StoredUser }
  | { readonly kind: 'removed'; readonly id: string }

/**
 * All users, with an index for every look-up, so that none scans them. Keys of
 * tenants other than `public` begin with the tenant (`inTenant`).
 */
export type Users = {
  readonly byId: Map<string, Entry>
  readonly passwordByEmail: Map<string, Entry>
  readonly passwordlessByEmail: Map<string, Entry>
  readonly passwordlessByPhone: Map<string, Entry>
  readonly thirdPartyByKey: Map<string, Entry>
  readonly thirdPartyByEmail: ManyByKey<Entry>
  /** In the order in which they were created; a removed user leaves null. */
  readonly list: (Entry | null)[]
  /** In the order in which they joined, removed ones included. */
  readonly joined: JoinOrder<Entry>
  onChange: (change: UserChange) => void
  /** Creates a user under a new id. The caller has made sure that no user of the recipe has the same key. */
  readonly create: (random: Random, now: number, fields: NewUser) => StoredUser
  /** Adds a user as it is, or replaces the one with the same id. */
  readonly put: (user: StoredUser) => StoredUser
  /** Users of every login method who have a normalised email. */
  readonly findByEmail: (email: string | null, tenant: string) => readonly StoredUser[]
  /** Users who have a normalised phone number. */
  readonly findByPhone: (phoneNumber: string | null, tenant: string) => readonly StoredUser[]
  /** Changes some fields of a user in place and updates the indexes. */
  readonly change: (user: StoredUser, edit: UserEdit) => void
  readonly remove: (user: StoredUser) => void
}

export function createUsers(): Users {
  const users: Users = {
    byId: new Map(),
    passwordByEmail: new Map(),
    passwordlessByEmail: new Map(),
    passwordlessByPhone: new Map(),
    thirdPartyByKey: new Map(),
    thirdPartyByEmail: new Map(),
    list: [],
    joined: createJoinOrder(),
    onChange: () => undefined,
    create: (random, now, fields) =>
      users.put({
        id: random.uuid(),
        recipe: fields.recipe,
        timeJoined: now,
        email: fields.email ?? null,
        phoneNumber: fields.phoneNumber ?? null,
        provider: fields.provider ?? null,
        providerUserId: fields.providerUserId ?? null,
        passwordHash: fields.passwordHash ?? null,
        verifiedEmail: fields.verifiedEmail ?? null,
        tenantIds: fields.tenantIds ?? onlyPublic,
      }),
    put: (user) => {
      const old = users.byId.get(user.id)
      if (old !== undefined) {
        unindex(users, old)
        Object.assign(old, user)
        index(users, old)
        users.onChange({ kind: 'user', user: old })
        return old
      }
      const entry = entryOf(user, users.list.length)
      users.list.push(entry)
      addJoined(users.joined, entry)
      users.byId.set(entry.id, entry)
      index(users, entry)
      users.onChange({ kind: 'user', user: entry })
      return entry
    },
    findByEmail: (email, tenant) => {
      if (email === null) return []
      const key = inTenant(tenant, email)
      const single = [users.passwordByEmail.get(key), users.passwordlessByEmail.get(key)]
      return [...single.filter((user) => user !== undefined), ...manyByKey.all(users.thirdPartyByEmail, key)]
    },
    findByPhone: (phoneNumber, tenant) => {
      const user = phoneNumber === null ? undefined : users.passwordlessByPhone.get(inTenant(tenant, phoneNumber))
      return user === undefined ? [] : [user]
    },
    change: (user, edit) => {
      users.put({ ...user, ...edit })
    },
    remove: (user) => {
      const entry = users.byId.get(user.id)
      if (entry === undefined) return
      unindex(users, entry)
      users.byId.delete(entry.id)
      users.list[entry.place] = null
      users.onChange({ kind: 'removed', id: entry.id })
    },
  }
  return users
}

/** Third-party ids are compared exactly, untrimmed. */
export function thirdPartyKey(provider: string, providerUserId: string): string {
  return `${provider}\u0000${providerUserId}`
}

/** The index key of a contact or identity in one tenant. */
export function inTenant(tenant: string, key: string): string {
  return tenant === publicTenant ? key : `${tenant}\u0001${key}`
}

type NewUser = {
  readonly recipe: Recipe
  readonly email?: string | null
  readonly phoneNumber?: string | null
  readonly provider?: string
  readonly providerUserId?: string
  readonly passwordHash?: string
  readonly verifiedEmail?: string | null
  /** Nothing: `public` alone. */
  readonly tenantIds?: readonly string[]
}

/** Written out: a spread would double what a user takes in memory. */
function entryOf(user: StoredUser, place: number): Entry {
  return {
    id: user.id,
    recipe: user.recipe,
    timeJoined: user.timeJoined,
    email: user.email,
    phoneNumber: user.phoneNumber,
    provider: user.provider,
    providerUserId: user.providerUserId,
    passwordHash: user.passwordHash,
    verifiedEmail: user.verifiedEmail,
    tenantIds: user.tenantIds,
    place,
  }
}

type UserEdit = Partial<Pick<StoredUser, 'email' | 'phoneNumber' | 'passwordHash' | 'verifiedEmail'>>

function index(users: Users, user: Entry): void {
  for (const tenant of user.tenantIds) {
    const at = (key: string): string => inTenant(tenant, key)
    if (user.recipe === 'emailpassword') {
      if (user.email !== null) users.passwordByEmail.set(at(user.email), user)
    } else if (user.recipe === 'passwordless') {
      if (user.email !== null) users.passwordlessByEmail.set(at(user.email), user)
      if (user.phoneNumber !== null) users.passwordlessByPhone.set(at(user.phoneNumber), user)
    } else {
      users.thirdPartyByKey.set(at(thirdPartyKey(user.provider ?? '', user.providerUserId ?? '')), user)
      if (user.email !== null) manyByKey.add(users.thirdPartyByEmail, at(user.email), user)
    }
  }
}

function unindex(users: Users, user: Entry): void {
  for (const tenant of user.tenantIds) {
    const at = (key: string): string => inTenant(tenant, key)
    if (user.recipe === 'emailpassword') {
      if (user.email !== null) users.passwordByEmail.delete(at(user.email))
    } else if (user.recipe === 'passwordless') {
      if (user.email !== null) users.passwordlessByEmail.delete(at(user.email))
      if (user.phoneNumber !== null) users.passwordlessByPhone.delete(at(user.phoneNumber))
    } else {
      users.thirdPartyByKey.delete(at(thirdPartyKey(user.provider ?? '', user.providerUserId ?? '')))
      if (user.email !== null) manyByKey.drop(users.thirdPartyByEmail, at(user.email), user)
    }
  }
}

/** The fields that an order by time of joining needs. `place`: the user's place in the order of creation. */
type Joined = { readonly timeJoined: number; readonly place: number }

/**
 * Users in the order in which they joined, as real cores page through them. A bulk import keeps old times, so users
 * join before existing ones: they wait in `added` until the next read, and are merged all at once.
 */
type JoinOrder<T extends Joined> = { sorted: T[]; added: T[] }

function createJoinOrder<T extends Joined>(): JoinOrder<T> {
  return { sorted: [], added: [] }
}

function compare(one: Joined, other: Joined): number {
  return one.timeJoined - other.timeJoined || one.place - other.place
}

function addJoined<T extends Joined>(order: JoinOrder<T>, user: T): void {
  const last = order.sorted.at(-1)
  const isNewest = last === undefined || compare(last, user) < 0
  if (isNewest && order.added.length === 0) order.sorted.push(user)
  else order.added.push(user)
}

/** All of them in order. */
export function inJoinOrder<T extends Joined>(order: JoinOrder<T>): readonly T[] {
  const first = order.added.toSorted(compare)
  const [oldest] = first
  if (oldest === undefined) return order.sorted
  const from = placeOf(order.sorted, oldest)
  const behind = order.sorted.slice(from)
  order.sorted.length = from
  order.added = []
  let [left, right] = [0, 0]
  while (left < behind.length || right < first.length) {
    const [one, other] = [behind[left], first[right]]
    const isOne = other === undefined || (one !== undefined && compare(one, other) < 0)
    const next = isOne ? one : other
    if (next !== undefined) order.sorted.push(next)
    if (isOne) left += 1
    else right += 1
  }
  return order.sorted
}

/** The place of the first user who joined at this moment or later; the number of all users if there is none. */
export function placeOf(sorted: readonly Joined[], moment: Joined): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const one = sorted[middle]
    if (one !== undefined && compare(one, moment) < 0) from = middle + 1
    else to = middle
  }
  return from
}
