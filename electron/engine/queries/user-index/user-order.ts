import { hashFamily } from '../../../../shared/hashes/family-title.ts'
import type { UserSort } from '../../../../shared/ipc/views.ts'
import { userStates } from '../../../../shared/planning/call.ts'
import { numbersBy } from './load-columns.ts'
import { joined } from './pieces.ts'
import type { UserColumns } from './user-columns.ts'

/** Places in an order; the first `filled` have a value, the others follow in the order of the export. */
export type Order = { readonly places: Uint32Array; readonly filled: number }

/** Users by a column, the smallest value first; null: the order of the export. */
export function orderBy(columns: UserColumns, by: UserSort['by']): Order | null {
  switch (by) {
    case 'place':
      return null
    case 'run':
      return runFirst(columns)
    case 'email':
    case 'phone':
      return concatenated(columns, [columns.order(by)])
    case 'sourceId':
      return concatenated(columns, [columns.order('source_id')])
    case 'label':
      return concatenated(columns, [columns.order('email'), columns.order('phone'), columns.order('source_id')])
    case 'methods':
      return byFacet(columns, ({ methods }) => methods)
    case 'family':
      return byFacet(columns, ({ bucket }) => (bucket === 'none' ? '' : hashFamily.of(bucket)))
    case 'providers':
      return byFacet(columns, ({ providers }) => providers)
    case 'tenants':
      return byFacet(columns, ({ tenants }) => tenants)
    case 'state':
      return byState(columns)
    case 'tries':
      return byNumber(columns.happened().tries, true)
    case 'note':
      return concatenated(columns, [failedByCause(columns), columns.order('summary')])
  }
}

/** Kept with the facets, which are others only when users changed: while users are sent, every commit asks again. */
const outsideLast = new WeakMap<object, Order | null>()

/** Users that their plan keeps from being sent come last; null: there are none. */
function runFirst(columns: UserColumns): Order | null {
  const own = columns.facets()
  const known = outsideLast.get(own)
  if (known !== undefined) return known
  const outside = Uint8Array.from(own.facets, ({ state }) => (state === 'ready' ? 0 : 1))
  const order = outside.includes(1) ? byNumber(numbersBy(own.of, outside), false) : null
  outsideLast.set(own, order)
  return order
}

/** One list after the other, each user where it comes first; users in no list follow. */
function concatenated(columns: UserColumns, lists: readonly Uint32Array[]): Order {
  const { count } = columns.facets().places
  const seen = new Uint8Array(count)
  const places = new Uint32Array(count)
  let filled = 0
  for (const list of lists) {
    for (let index = 0; index < list.length; index++) {
      const place = list[index] ?? 0
      if (seen[place] === 1) continue
      seen[place] = 1
      places[filled++] = place
    }
  }
  let at = filled
  for (let place = 0; place < count; place++) if (seen[place] === 0) places[at++] = place
  return { places, filled }
}

/** The failed users, cause by cause. */
function failedByCause(columns: UserColumns): Uint32Array {
  const causes = [...columns.causes()].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return joined(causes.map(([, places]) => places))
}

type Facet = ReturnType<UserColumns['facets']>['facets'][number]

function byFacet(columns: UserColumns, valueOf: (facet: Facet) => string): Order {
  const { facets, of } = columns.facets()
  const values = facets.map(valueOf)
  const ranks = new Map([...new Set(values)].toSorted().map((value, rank) => [value, value === '' ? 0 : rank + 1]))
  const rankOf = Uint32Array.from(values, (value) => ranks.get(value) ?? 0)
  const numbers = new Uint32Array(of.length)
  for (let place = 0; place < of.length; place++) numbers[place] = rankOf[of[place] ?? 0] ?? 0
  return byNumber(numbers, true)
}

/** By the name of the state, as it is read. */
function byState(columns: UserColumns): Order {
  const ranks = new Uint8Array(userStates.length)
  for (const [rank, state] of userStates.toSorted().entries()) ranks[userStates.indexOf(state)] = rank
  return byNumber(numbersBy(columns.happened().states, ranks), false)
}

/** Counting sort. `emptyZero`: a 0 is no value. */
function byNumber(numbers: Uint8Array | Uint16Array | Uint32Array, emptyZero: boolean): Order {
  let most = 0
  for (let place = 0; place < numbers.length; place++) if ((numbers[place] ?? 0) > most) most = numbers[place] ?? 0
  const starts = new Uint32Array(most + 2)
  for (let place = 0; place < numbers.length; place++) {
    const after = (numbers[place] ?? 0) + 1
    starts[after] = (starts[after] ?? 0) + 1
  }
  const empty = emptyZero ? (starts[1] ?? 0) : 0
  for (let number = 1; number < starts.length; number++) {
    starts[number] = (starts[number] ?? 0) + (starts[number - 1] ?? 0)
  }
  const places = new Uint32Array(numbers.length)
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] ?? 0
    const at = starts[number] ?? 0
    starts[number] = at + 1
    // Those without a value go to the end.
    places[number === 0 && emptyZero ? at + numbers.length - empty : at - empty] = place
  }
  return { places, filled: numbers.length - empty }
}
