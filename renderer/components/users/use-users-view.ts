import { useCallback, useMemo, useState } from 'react'
import type { Scope } from '../../../shared/ipc/requests/run-requests.ts'
import type { UserFilter, UserSort } from '../../../shared/ipc/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { exportOrder } from '../../api/use-users.ts'
import { useStepState } from '../../navigation/step-context.tsx'

/** A change of what is shown; `filter` alone replaces all others, null clears them. */
type NarrowingChange = Partial<Narrowing> & { readonly filter?: TableFilter | null }

/** The state of a screen with users: filters and order, selection, the shown user. */
export type UsersView = {
  readonly narrowing: Narrowing
  readonly filter: UserFilter
  readonly narrow: (change: NarrowingChange) => void
  /** Filters by a part, or clears it when it is on. */
  readonly toggleFilter: (filter: TableFilter) => void
  readonly sort: UserSort
  /** Null: as the table begins. */
  readonly order: (sort: UserSort | null) => void
  readonly selection: Selection
  readonly select: (selection: Selection) => void
  /** How many are selected. */
  readonly selected: number
  /** Sets the number of users that match the filter, counted by the table. */
  readonly found: (total: number) => void
  readonly shown: number | null
  readonly show: (id: number | null) => void
  /** The place of the table whose user is to be shown as soon as its row is loaded. */
  readonly wantedPlace: number | null
  readonly goTo: (place: number) => void
  /** Shows the first user of the table, with the focus on what is to be corrected. */
  readonly correctFirst: () => void
  /** Moves the focus to the correction of the shown user. */
  readonly isCorrecting: boolean
}

const noStates: readonly UserState[] = []

/** `first`: the order in which the table begins. */
export function useUsersView(always: readonly UserState[] = noStates, first: UserSort = exportOrder): UsersView {
  const [narrowing, setNarrowing] = useStepState<Narrowing>('narrowing', noNarrowing)
  const [sort, order] = useStepState<UserSort | null>('sort', null)
  const [selection, select] = useStepState<Selection>('selection', noSelection)
  const [total, found] = useState(0)
  const [shown, setShown] = useStepState<number | null>('shown', null)
  const [wanted, setWanted] = useState<{ readonly place: number; readonly corrects: boolean } | null>(null)
  const [isCorrecting, setCorrecting] = useState(false)
  const show = useCallback(
    (id: number | null) => {
      setShown(id)
      setCorrecting(id !== null && wanted?.corrects === true)
      setWanted(null)
    },
    [setShown, wanted],
  )
  const goTo = useCallback((place: number) => setWanted({ place, corrects: false }), [])
  const correctFirst = useCallback(() => setWanted({ place: 0, corrects: true }), [])
  const narrow = useCallback(
    ({ filter, ...change }: NarrowingChange) => {
      setNarrowing((old) => ({
        ...old,
        ...change,
        ...(filter === undefined ? {} : { filters: filter ? [filter] : [] }),
      }))
      select(userSelection.afterNarrowing)
    },
    [setNarrowing, select],
  )
  const toggleFilter = useCallback(
    (filter: TableFilter) => {
      setNarrowing((old) => ({ ...old, filters: toggled(old.filters, filter) }))
      select(userSelection.afterNarrowing)
    },
    [setNarrowing, select],
  )
  const filter = useMemo(() => filterOf(narrowing, always), [narrowing, always])
  const selected = userSelection.count(selection, total)
  return {
    narrowing,
    filter,
    narrow,
    toggleFilter,
    sort: sort ?? first,
    order,
    selection,
    select,
    selected,
    found,
    shown,
    show,
    wantedPlace: wanted?.place ?? null,
    goTo,
    correctFirst,
    isCorrecting,
  }
}

/**
 * Selected users: one by one, or all users of a filter except for a few. The latter holds no ids, so that a million
 * users are selected as quickly as ten.
 */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly filter: UserFilter; readonly except: ReadonlySet<number> }

export const noSelection: Selection = { kind: 'some', ids: new Set() }

/** Users selected in a table. */
export const userSelection = {
  /** All users of the filter, loaded or not. */
  allMatching: (filter: UserFilter): Selection => ({ kind: 'all', filter, except: new Set() }),
  has: (selection: Selection, id: number): boolean =>
    selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id),
  /** `total`: users that match the filter of the table now. */
  count: (selection: Selection, total: number): number =>
    selection.kind === 'some' ? selection.ids.size : Math.max(total - selection.except.size, 0),
  /** Selects these users, or deselects them. */
  with: (selection: Selection, ids: readonly number[], on: boolean): Selection => {
    const of = selection.kind === 'some' ? selection.ids : selection.except
    const grows = on === (selection.kind === 'some')
    const next = new Set(of)
    for (const id of ids) {
      if (grows) next.add(id)
      else next.delete(id)
    }
    return selection.kind === 'some' ? { kind: 'some', ids: next } : { ...selection, except: next }
  },
  /** Changing the filter clears a "select all". */
  afterNarrowing: (selection: Selection): Selection => (selection.kind === 'all' ? noSelection : selection),
  /** The selection as the scope of a run; null when no user is selected. */
  scopeOf: (selection: Selection): Extract<Scope, { kind: 'users' | 'filter' }> | null => {
    if (selection.kind === 'all') {
      return { kind: 'filter', filter: selection.filter, except: [...selection.except] }
    }
    return selection.ids.size === 0 ? null : { kind: 'users', ids: [...selection.ids] }
  },
}

/** One value that the table is narrowed to: a part of a bar, a finding, or a cause of failure. */
export type TableFilter =
  | { readonly kind: 'hash' | 'method' | 'provider' | 'failure'; readonly key: string; readonly label: string }
  | { readonly kind: 'finding'; readonly code: string; readonly group: string; readonly label: string }

/** Everything that narrows the table. Values of one kind are alternatives; a user has to pass every kind that is named. */
export type Narrowing = {
  readonly filters: readonly TableFilter[]
  readonly states: readonly UserState[]
  readonly search: string
}

export const noNarrowing: Narrowing = { filters: [], states: [], search: '' }

/** The filter of a request for this narrowing; `always`: states shown when none is chosen. */
export function filterOf({ filters, states, search }: Narrowing, always: readonly UserState[] = []): UserFilter {
  const wanted = states.length > 0 ? states : always
  const words = search.trim()
  const keysOf = (kind: Exclude<TableFilter['kind'], 'finding'>) => {
    const keys = filters.flatMap((filter) => (filter.kind !== 'finding' && filter.kind === kind ? [filter.key] : []))
    return keys.length > 0 ? { [kind]: keys } : {}
  }
  const findings = filters.flatMap((filter) =>
    filter.kind === 'finding' ? [{ code: filter.code, group: filter.group }] : [],
  )
  return {
    ...(wanted.length > 0 ? { states: [...wanted] } : {}),
    ...keysOf('method'),
    ...keysOf('hash'),
    ...keysOf('provider'),
    ...(findings.length > 0 ? { finding: findings } : {}),
    ...keysOf('failure'),
    ...(words ? { search: words } : {}),
  }
}

/** Whether two filters match the same users, so that pressing the same part again clears it. */
export function sameFilter(a: TableFilter | null, b: TableFilter | null): boolean {
  if (!a || !b || a.kind !== b.kind) return a === b
  if (a.kind === 'finding') return b.kind === 'finding' && a.code === b.code && a.group === b.group
  return b.kind !== 'finding' && a.key === b.key
}

/** Without causes that no failed user has any more, and without `failed` when no user is; null: all of it still holds. */
export function withoutSolved(narrowing: Narrowing, causes: ReadonlySet<string>, failed: number): Narrowing | null {
  const filters = narrowing.filters.filter((filter) => filter.kind !== 'failure' || causes.has(filter.key))
  const states = narrowing.states.filter((state) => state !== 'failed' || failed > 0)
  const isSame = filters.length === narrowing.filters.length && states.length === narrowing.states.length
  return isSame ? null : { ...narrowing, filters, states }
}

/** Adds a value, or removes it when it is set; all others stay. */
export function toggled(filters: readonly TableFilter[], filter: TableFilter): readonly TableFilter[] {
  const others = filters.filter((other) => !sameFilter(other, filter))
  return others.length < filters.length ? others : [...filters, filter]
}

/** Adds a state, or removes it when it is set. */
export function toggledState(states: readonly UserState[], state: UserState): readonly UserState[] {
  return states.includes(state) ? states.filter((other) => other !== state) : [...states, state]
}

export function isNarrowed({ filters, states, search }: Narrowing): boolean {
  return filters.length > 0 || states.length > 0 || search.trim() !== ''
}
