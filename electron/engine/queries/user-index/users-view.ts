import type { UserFilter, UserSort } from '../../../../shared/ipc/views.ts'
import { type UserState, userStates } from '../../../../shared/planning/call.ts'
import { numbersBy } from './load-columns.ts'
import { markMatches, smallLetters } from './pieces.ts'
import type { UserColumns } from './user-columns.ts'
import { type Order, orderBy } from './user-order.ts'

/** A 1 at the place of every user that passes a filter; null: all users. */
type Mask = Uint8Array | null

const searched = ['email', 'phone', 'source_id'] as const

/** Answers `undefined` where the columns cannot tell, which is never but for a damaged document. */
function maskOf(columns: UserColumns, filter: UserFilter): Mask | undefined {
  const { places } = columns.facets()
  const masks: Uint8Array[] = []
  /** The union of the lists. */
  const marked = (lists: readonly Uint32Array[]): Uint8Array => {
    const marks = new Uint8Array(places.count)
    for (const list of lists) for (let at = 0; at < list.length; at++) marks[list[at] ?? 0] = 1
    return marks
  }

  const facets = facetMarks(columns, filter)
  if (facets !== null) masks.push(facets)
  const states = statesOf(filter)
  if (states.length > 0) masks.push(stateMarks(columns.happened().states, states))
  const { failure = [], finding = [] } = filter
  if (failure.length > 0) masks.push(marked(failure.map((cause) => columns.causes().get(cause) ?? new Uint32Array())))
  if (finding.length > 0) masks.push(marked(finding.map(({ code, group }) => columns.finding(code, group))))
  const words = smallLetters(filter.search?.trim() ?? '')
  if (words !== '') {
    const marks = new Uint8Array(places.count)
    for (const column of searched) {
      const pieces = columns.lines(column)
      if (pieces === null) return undefined
      for (const lines of pieces) markMatches(lines, words, marks)
    }
    masks.push(marks)
  }
  return inAll(masks)
}

/** Users that pass every mask; without masks, all users. */
function inAll([first, ...others]: readonly Uint8Array[]): Mask {
  if (first === undefined) return null
  for (const other of others) {
    for (let place = 0; place < first.length; place++) first[place] = (first[place] ?? 0) & (other[place] ?? 0)
  }
  return first
}

/** Only failed users have a cause, whatever the other filters are. */
function statesOf({ states = [], failure = [] }: UserFilter): readonly UserState[] {
  return failure.length === 0 ? states : states.length === 0 || states.includes('failed') ? ['failed'] : states
}

function stateMarks(states: Uint8Array, wantedStates: readonly UserState[]): Uint8Array {
  return numbersBy(
    states,
    Uint8Array.from(userStates, (state) => (wantedStates.includes(state) ? 1 : 0)),
  )
}

function facetMarks(columns: UserColumns, { method = [], hash = [], provider = [] }: UserFilter): Uint8Array | null {
  if (method.length === 0 && hash.length === 0 && provider.length === 0) return null
  const { facets, of } = columns.facets()
  const anyOf = (wanted: readonly string[], has: (value: string) => boolean) => wanted.length === 0 || wanted.some(has)
  const fits = facets.map((facet) => {
    const methods = facet.methods === '' ? ['none'] : facet.methods.split(',')
    const providers = facet.providers.split(',')
    return anyOf(method, (one) => methods.includes(one)) &&
      anyOf(hash, (one) => facet.bucket === one) &&
      anyOf(provider, (one) => providers.includes(one))
      ? 1
      : 0
  })
  return numbersBy(of, Uint8Array.from(fits))
}

/** Users that a filter lets through, in an order: any page of them is at hand. */
type UsersView = {
  readonly total: number
  readonly ids: (from: number, limit: number) => readonly number[]
  /** How many come before this user; -1 for one that the filter keeps out. */
  readonly placeOf: (id: number) => number
}

export type UsersViews = {
  /** How many users there are. */
  readonly count: () => number
  /** `undefined` where the columns cannot tell. */
  readonly find: (filter: UserFilter, sort: UserSort) => UsersView | undefined
}

/** A small cache of values that are slow to make, least recently used first out. */
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

/** Caches the last views with their masks and orders, so that scrolling only reads rows. */
export function createUsersViews(columns: UserColumns): UsersViews {
  const views = lastFew<UsersView | undefined>(4)
  const masks = lastFew<Mask | undefined>(3)
  const orders = lastFew<Order | null>(4)
  let stamp = ''
  return {
    count: () => {
      columns.stamp()
      return columns.count()
    },
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
  const line = lineOf(places.count, mask, order, sort.descending)
  return {
    total: line.length,
    ids: (from, limit) => line.slice(from, Math.min(from + limit, line.length)).map(places.idAt),
    placeOf: (id) => {
      const place = places.of(id)
      return place < 0 ? -1 : line.indexOf(place)
    },
  }
}

/** The ordered users, by their places in the export. */
type Line = {
  readonly length: number
  readonly slice: (from: number, to: number) => readonly number[]
  /** -1: not in it. */
  readonly indexOf: (place: number) => number
}

/** Avoids materialising the whole order; that dominates at ten million users. */
function lineOf(count: number, mask: Mask, order: Order | null, descending: boolean): Line {
  if (order !== null) {
    const found = inOrder(order, mask, descending)
    return {
      length: found.length,
      slice: (from, to) => [...found.subarray(from, to)],
      indexOf: (place) => found.indexOf(place),
    }
  }
  const line = mask === null ? everybody(count) : markedLine(mask)
  return descending ? backwards(line) : line
}

function everybody(count: number): Line {
  return {
    length: count,
    slice: range,
    indexOf: (place) => place,
  }
}

function backwards(line: Line): Line {
  const { length } = line
  return {
    length,
    slice: (from, to) => line.slice(length - to, length - from).toReversed(),
    indexOf: (place) => {
      const index = line.indexOf(place)
      return index < 0 ? -1 : length - 1 - index
    },
  }
}

/** Places whose marks are counted together. */
const blockSize = 4096

/** The marked places in their order: how many are marked in each block tells where any page of them begins. */
function markedLine(mask: Uint8Array): Line {
  const blocks = Math.ceil(mask.length / blockSize)
  const before = new Uint32Array(blocks + 1)
  for (let block = 0; block < blocks; block++) {
    const end = Math.min((block + 1) * blockSize, mask.length)
    let marked = 0
    for (let place = block * blockSize; place < end; place++) marked += mask[place] ?? 0
    before[block + 1] = (before[block] ?? 0) + marked
  }
  return {
    length: before[blocks] ?? 0,
    slice: (from, to) => {
      const found: number[] = []
      let block = 0
      while (block < blocks && (before[block + 1] ?? 0) <= from) block += 1
      let index = before[block] ?? 0
      for (let place = block * blockSize; place < mask.length && index < to; place++) {
        if (mask[place] !== 1) continue
        if (index >= from) found.push(place)
        index += 1
      }
      return found
    },
    indexOf: (place) => {
      if (mask[place] !== 1) return -1
      const block = Math.floor(place / blockSize)
      let index = before[block] ?? 0
      for (let other = block * blockSize; other < place; other++) index += mask[other] ?? 0
      return index
    },
  }
}

/** Users without a value come last in both directions. */
function inOrder({ places, filled }: Order, mask: Mask, descending: boolean): Uint32Array {
  if (mask === null && !descending) return places
  const found = new Uint32Array(places.length)
  let at = 0
  for (let index = 0; index < places.length; index++) {
    const place = places[descending && index < filled ? filled - 1 - index : index] ?? 0
    if (mask === null || mask[place] === 1) found[at++] = place
  }
  return found.slice(0, at)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index)
}
