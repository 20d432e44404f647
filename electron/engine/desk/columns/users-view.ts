import type { UserFilter, UserSort } from '../../../../shared/bridge/views.ts'
import { orderBy, type Order } from './user-order.ts'
import { maskOf, type Mask } from './user-mask.ts'
import type { UserColumns } from './user-columns.ts'

/** Users that a filter lets through, in an order: any page of them is at hand. */
export type UsersView = { readonly total: number; readonly ids: (from: number, limit: number) => readonly number[] }

export type UsersViews = {
  /** `undefined` where the columns cannot tell. */
  readonly find: (filter: UserFilter, sort: UserSort) => UsersView | undefined
}

const mostKept = 4

/** Remembers the last few views, so that scrolling costs nothing but the rows. */
export function createUsersViews(columns: UserColumns): UsersViews {
  const kept = new Map<string, UsersView>()
  let stamp = ''
  return {
    find: (filter, sort) => {
      const now = columns.stamp()
      if (now !== stamp) kept.clear()
      stamp = now
      const key = JSON.stringify([filter, sort])
      const before = kept.get(key)
      if (before !== undefined) return before
      const view = makeView(columns, filter, sort)
      if (view === undefined) return undefined
      kept.set(key, view)
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break
        kept.delete(oldest)
      }
      return view
    },
  }
}

function makeView(columns: UserColumns, filter: UserFilter, sort: UserSort): UsersView | undefined {
  const mask = maskOf(columns, filter)
  if (mask === undefined) return undefined
  const { places } = columns.facets()
  const order = orderBy(columns, sort.by)
  if (order === null && mask === null) {
    const { count } = places
    const at = (index: number) => places.idAt(sort.descending ? count - 1 - index : index)
    return { total: count, ids: (from, limit) => range(from, Math.min(from + limit, count)).map(at) }
  }
  const found = inOrder(order ?? everyPlace(places.count), mask, sort.descending)
  return { total: found.length, ids: (from, limit) => [...found.subarray(from, from + limit)].map(places.idAt) }
}

function everyPlace(count: number): Order {
  return { places: Uint32Array.from({ length: count }, (_, place) => place), filled: count }
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
