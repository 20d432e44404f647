import type { UserFilter } from '../../../../shared/ipc/views.ts'
import { userStates, type UserState } from '../../../../shared/planning/call.ts'
import { ofFacets } from './load-columns.ts'
import { markMatches, smallLetters } from './text-search.ts'
import type { UserColumns } from './user-columns.ts'

/** A 1 at the place of every user that a filter lets through; null: everybody. */
export type Mask = Uint8Array | null

const searched = ['email', 'phone', 'source_id'] as const

/** Answers `undefined` where the columns cannot tell, which is never but for a damaged document. */
export function maskOf(columns: UserColumns, filter: UserFilter): Mask | undefined {
  const { places } = columns.facets()
  let mask: Mask = null
  const keep = (marks: Uint8Array): void => {
    if (mask === null) mask = marks
    else for (let place = 0; place < marks.length; place++) mask[place] = (mask[place] ?? 0) & (marks[place] ?? 0)
  }
  /** Users who are in any of the lists. */
  const marked = (lists: readonly Uint32Array[]): Uint8Array => {
    const marks = new Uint8Array(places.count)
    for (const ids of lists) {
      for (let at = 0; at < ids.length; at++) {
        const place = places.of(ids[at] ?? 0)
        if (place >= 0) marks[place] = 1
      }
    }
    return marks
  }

  const facets = facetMarks(columns, filter)
  if (facets !== null) keep(facets)
  const states = statesOf(filter)
  if (states.length > 0) {
    const wanted = Uint8Array.from(userStates, (state) => (states.includes(state) ? 1 : 0))
    keep(columns.happened().states.map((state) => wanted[state] ?? 0))
  }
  const { failure = [], finding = [] } = filter
  if (failure.length > 0) keep(marked(failure.map((cause) => columns.causes().get(cause) ?? new Uint32Array())))
  if (finding.length > 0) keep(marked(finding.map(({ code, group }) => columns.finding(code, group))))
  const words = smallLetters(filter.search?.trim() ?? '')
  if (words !== '') {
    const marks = new Uint8Array(places.count)
    for (const column of searched) {
      const lines = columns.lines(column)
      if (lines === null) return undefined
      markMatches(lines, words, marks)
    }
    keep(marks)
  }
  return mask
}

/** A cause is one of failed users, whatever else is asked for. */
function statesOf({ states = [], failure = [] }: UserFilter): readonly UserState[] {
  return failure.length === 0 ? states : states.length === 0 || states.includes('failed') ? ['failed'] : states
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
  return ofFacets(of, Uint8Array.from(fits))
}
