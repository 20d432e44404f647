import type { UserFilter, UserSort } from '../../../../shared/ipc/views.ts'
import { orderBy, type Order } from './user-order.ts'
import { maskOf, type Mask } from './user-mask.ts'
import type { UserColumns } from './user-columns.ts'

/** Users that a filter lets through, in an order: any page of them is at hand. */
export type UsersView = {
  readonly total: number
  readonly ids: (from: number, limit: number) => readonly number[]
  /** How many come before this user; -1 for one that the filter keeps out. */
  readonly placeOf: (id: number) => number
}

export type UsersViews = {
  /** `undefined` where the columns cannot tell. */
  readonly find: (filter: UserFilter, sort: UserSort) => UsersView | undefined
}

/** The last few of something that takes a moment to make. */
function lastFew<T>(most: number): { readonly get: (key: string, make: () => T) => T; readonly clear: () => void } {
  const kept = new Map<string, { readonly value: T }>()
  return {
    clear: () => kept.clear(),
    get: (key, make) => {
      const found = kept.get(key) ?? { value: make() }
      kept.delete(key)
      kept.set(key, found)
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
      return found.value
    },
  }
}

/** Remembers the last few views, so that scrolling costs nothing but the rows, and what they were made of. */
export function createUsersViews(columns: UserColumns): UsersViews {
  const views = lastFew<UsersView | undefined>(4)
  const masks = lastFew<Mask | undefined>(3)
  const orders = lastFew<Order | null>(4)
  let stamp = ''
  return {
    find: (filter, sort) => {
      const now = columns.stamp()
      if (now !== stamp) for (const kept of [views, masks, orders]) kept.clear()
      stamp = now
      return views.get(JSON.stringify([filter, sort]), () => {
        const mask = masks.get(JSON.stringify(filter), () => maskOf(columns, filter))
        const order = orders.get(sort.by, () => orderBy(columns, sort.by))
        return mask === undefined ? undefined : makeView(columns, mask, order, sort)
      })
    },
  }
}

function makeView(columns: UserColumns, mask: Mask, order: Order | null, sort: UserSort): UsersView {
  const { places } = columns.facets()
  if (order === null && mask === null) {
    const { count } = places
    const at = (index: number) => places.idAt(sort.descending ? count - 1 - index : index)
    return {
      total: count,
      ids: (from, limit) => range(from, Math.min(from + limit, count)).map(at),
      placeOf: (id) => {
        const place = places.of(id)
        return place < 0 || !sort.descending ? place : count - 1 - place
      },
    }
  }
  const found = inOrder(order ?? everyPlace(places.count), mask, sort.descending)
  return {
    total: found.length,
    ids: (from, limit) => [...found.subarray(from, from + limit)].map(places.idAt),
    placeOf: (id) => {
      const place = places.of(id)
      return place < 0 ? -1 : found.indexOf(place)
    },
  }
}

function everyPlace(count: number): Order {
  const places = new Uint32Array(count)
  for (let place = 0; place < count; place++) places[place] = place
  return { places, filled: count }
}

function inOrder({ places, filled }: Order, mask: Mask, descending: boolean): Uint32Array {
  const found = new Uint32Array(places.length)
  let at = 0
  const take = (place: number): void => {
    if (mask === null || mask[place] === 1) found[at++] = place
  }
  if (descending) for (let index = filled - 1; index >= 0; index--) take(places[index] ?? 0)
  else for (let index = 0; index < filled; index++) take(places[index] ?? 0)
  // Who has no value comes last, whichever way.
  for (let index = filled; index < places.length; index++) take(places[index] ?? 0)
  return found.subarray(0, at)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index)
}
