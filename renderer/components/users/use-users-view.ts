import { useCallback, useMemo, useState } from 'react'
import type { UserFilter } from '../../../shared/bridge/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { everybody, filterOf, sameLens } from './lens.ts'
import type { Lens, Narrowing } from './lens.ts'

/** Ids of selected users as the table keeps them. */
export type Selection = Readonly<Record<string, true>>

/** What a screen with users remembers: how they are narrowed, who is selected, who is shown. */
export type UsersView = {
  readonly narrowing: Narrowing
  readonly filter: UserFilter
  readonly narrow: (change: Partial<Narrowing>) => void
  /** Narrows to a part, or takes it off when it is on. */
  readonly toggleLens: (lens: Lens) => void
  readonly selection: Selection
  readonly selected: readonly number[]
  readonly select: (selection: Selection) => void
  readonly shown: number | null
  readonly show: (id: number | null) => void
}

const noStates: readonly UserState[] = []

export function useUsersView(always: readonly UserState[] = noStates): UsersView {
  const [narrowing, setNarrowing] = useState<Narrowing>(everybody)
  const [selection, select] = useState<Selection>({})
  const [shown, show] = useState<number | null>(null)
  const narrow = useCallback((change: Partial<Narrowing>) => setNarrowing((old) => ({ ...old, ...change })), [])
  const toggleLens = useCallback(
    (lens: Lens) => setNarrowing((old) => ({ ...old, lens: sameLens(old.lens, lens) ? null : lens })),
    [],
  )
  const filter = useMemo(() => filterOf(narrowing, always), [narrowing, always])
  const selected = useMemo(() => Object.keys(selection).map(Number), [selection])
  return { narrowing, filter, narrow, toggleLens, selection, selected, select, shown, show }
}
