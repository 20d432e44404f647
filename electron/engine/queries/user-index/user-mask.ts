import type { UserFilter } from '../../../../shared/ipc/views.ts'
import { userStates, type UserState } from '../../../../shared/planning/call.ts'
import { numbersBy } from './load-columns.ts'
import { markMatches, smallLetters } from './text-search.ts'
import type { UserColumns } from './user-columns.ts'

/** A 1 at the place of every user that a filter lets through; null: everybody. */
export type Mask = Uint8Array | null

const searched = ['email', 'phone', 'source_id'] as const

/** Answers `undefined` where the columns cannot tell, which is never but for a damaged document. */
export function maskOf(columns: UserColumns, filter: UserFilter): Mask | undefined {
  const { places } = columns.facets()
  const masks: Uint8Array[] = []
  /** Users who are in any of the lists. */
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

/** Those whom every mask lets through; none lets everybody through. */
function inAll([first, ...others]: readonly Uint8Array[]): Mask {
  if (first === undefined) return null
  for (const other of others) {
    for (let place = 0; place < first.length; place++) first[place] = (first[place] ?? 0) & (other[place] ?? 0)
  }
  return first
}

/** A cause is one of failed users, whatever else is asked for. */
function statesOf({ states = [], failure = [] }: UserFilter): readonly UserState[] {
  return failure.length === 0 ? states : states.length === 0 || states.includes('failed') ? ['failed'] : states
}

function stateMarks(states: Uint8Array, asked: readonly UserState[]): Uint8Array {
  return numbersBy(
    states,
    Uint8Array.from(userStates, (state) => (asked.includes(state) ? 1 : 0)),
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
