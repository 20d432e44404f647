import { useCallback, useMemo, useState } from 'react'
import type { UserFilter, UserSort } from '../../../shared/ipc/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { useStepState } from '../../navigation/step-state.ts'
import { exportOrder } from '../../api/use-users.ts'
import { noNarrowing, filterOf, toggled } from './table-filter.ts'
import type { TableFilter, Narrowing } from './table-filter.ts'
import { afterNarrowing, countSelected, noSelection } from './selection.ts'
import type { Selection } from './selection.ts'

/** A change of what is shown; `filter` alone puts it in place of all others, null takes all off. */
export type NarrowingChange = Partial<Narrowing> & { readonly filter?: TableFilter | null }

/** What a screen with users remembers: how they are narrowed and ordered, who is selected, who is shown. */
export type UsersView = {
  readonly narrowing: Narrowing
  readonly filter: UserFilter
  readonly narrow: (change: NarrowingChange) => void
  /** Narrows to a part, or takes it off when it is on. */
  readonly toggleFilter: (filter: TableFilter) => void
  readonly sort: UserSort
  readonly order: (sort: UserSort) => void
  readonly selection: Selection
  readonly select: (selection: Selection) => void
  /** How many are selected. */
  readonly selected: number
  /** Told by the table: how many users the filter lets through. */
  readonly found: (total: number) => void
  readonly shown: number | null
  readonly show: (id: number | null) => void
  /** The place of the table whose user is to be shown as soon as its row is loaded. */
  readonly wantedPlace: number | null
  readonly goTo: (place: number) => void
}

const noStates: readonly UserState[] = []

export function useUsersView(always: readonly UserState[] = noStates): UsersView {
  const [narrowing, setNarrowing] = useStepState<Narrowing>('narrowing', noNarrowing)
  const [sort, order] = useStepState<UserSort>('sort', exportOrder)
  const [selection, select] = useStepState<Selection>('selection', noSelection)
  const [total, found] = useState(0)
  const [shown, setShown] = useStepState<number | null>('shown', null)
  const [wantedPlace, goTo] = useState<number | null>(null)
  const show = useCallback(
    (id: number | null) => {
      setShown(id)
      goTo(null)
    },
    [setShown],
  )
  const narrow = useCallback(
    ({ filter, ...change }: NarrowingChange) => {
      setNarrowing((old) => ({
        ...old,
        ...change,
        ...(filter === undefined ? {} : { filters: filter ? [filter] : [] }),
      }))
      select(afterNarrowing)
    },
    [setNarrowing, select],
  )
  const toggleFilter = useCallback(
    (filter: TableFilter) => {
      setNarrowing((old) => ({ ...old, filters: toggled(old.filters, filter) }))
      select(afterNarrowing)
    },
    [setNarrowing, select],
  )
  const filter = useMemo(() => filterOf(narrowing, always), [narrowing, always])
  const selected = countSelected(selection, total)
  return {
    narrowing,
    filter,
    narrow,
    toggleFilter,
    sort,
    order,
    selection,
    select,
    selected,
    found,
    shown,
    show,
    wantedPlace,
    goTo,
  }
}
