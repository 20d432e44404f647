import { useRef, useState } from 'react'
import { count } from '../../../shared/format.ts'
import { maxNamed } from '../../../shared/ipc/max-named.ts'
import { problem, type Problem } from '../../../shared/result.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { rowAt } from '../../api/user-pages.ts'
import type { UserPages } from '../../api/user-pages.ts'
import { allMatching, namedOneByOne, select } from './selection.ts'
import type { Selection } from './selection.ts'
import type { UsersView } from './use-users-view.ts'

export type RowSelection = {
  /** Selects or deselects a user; with `range` all users from the last selected one to it. */
  readonly toggle: (index: number, id: number, on: boolean, range: boolean) => void
  /** Selects all users from the row where the drag began to its current row, which may be fewer than a moment ago. */
  readonly stretch: (from: number, to: number) => void
  /** The next stretch begins where it is. */
  readonly rest: () => void
  readonly problem: Problem | null
  readonly dismiss: () => void
}

/** Where a range begins, and who was selected before it was. */
type Anchor = { readonly question: string; readonly index: number; readonly id: number; readonly before: Selection }

const tooMany = `Up to ${count(maxNamed)} users can be chosen one by one. Narrow the table by a filter, then select all of them with the box at its head.`

/** Selecting users of a table, one by one or from one to another, over rows that were loaded and rows that were not. */
export function useRowSelection(view: UsersView, pages: UserPages): RowSelection {
  const bridge = useBridge()
  const [trouble, setTrouble] = useState<Problem | null>(null)
  const anchor = useRef<Anchor | null>(null)
  const stretching = useRef(false)
  const newest = useRef(0)
  const { filter, sort } = view
  const question = JSON.stringify([filter, sort])
  /** Among others, or in another order, a range begins anew. */
  const anchored = (): Anchor | null => (anchor.current?.question === question ? anchor.current : null)

  const put = (next: Selection): boolean => {
    const fits = namedOneByOne(next) <= maxNamed
    setTrouble(fits ? null : problem('too-many-chosen', tooMany).error)
    if (fits) view.select(next)
    return fits
  }

  /** All users between two rows; without a request when all of them are loaded. */
  const between = async (from: Anchor, to: number): Promise<readonly number[] | null> => {
    const [first, last] = from.index < to ? [from.index, to] : [to, from.index]
    const loaded =
      last - first < 1000 ? Array.from({ length: last - first + 1 }, (_, n) => rowAt(pages, first + n)) : []
    const ids = loaded.flatMap((row) => (row === null ? [] : [row.id]))
    if (ids.length > last - first && rowAt(pages, from.index)?.id === from.id) return ids
    const id = rowAt(pages, to)?.id
    const end = id === undefined ? { place: to } : { id }
    const mine = (newest.current += 1)
    const answer = await bridge.invoke('users:range', { filter, sort, from: from.id, to: end })
    if (newest.current !== mine) return null
    if (!answer.ok) setTrouble(answer.error)
    return answer.ok ? answer.value.ids : null
  }

  /** Selects or deselects all users between two rows on top of `base`; returns the new selection. */
  const reach = async (from: Anchor, to: number, on: boolean, base: Selection): Promise<Selection | null> => {
    newest.current += 1
    const whole = Math.min(from.index, to) === 0 && Math.max(from.index, to) === (pages.total ?? 0) - 1
    // All of a long table need not be named one by one.
    const all = on && whole && (pages.total ?? 0) > maxNamed ? allMatching(filter) : null
    const ids = all === null ? await between(from, to) : []
    const next = all ?? (ids === null ? null : select(base, ids, on))
    return next !== null && put(next) ? next : null
  }

  const toggleRange = async (from: Anchor, index: number, id: number, on: boolean): Promise<void> => {
    const before = await reach(from, index, on, view.selection)
    if (before !== null) anchor.current = { question, index, id, before }
  }

  return {
    toggle: (index, id, on, range) => {
      stretching.current = false
      const from = anchored()
      if (from === null || !range || from.index === index) {
        newest.current += 1
        const next = select(view.selection, [id], on)
        if (put(next)) anchor.current = { question, index, id, before: next }
        return
      }
      void toggleRange(from, index, id, on)
    },
    stretch: (from, to) => {
      const id = rowAt(pages, from)?.id
      const going = stretching.current && anchored() !== null
      if (!going && anchored()?.index !== from)
        anchor.current = id === undefined ? null : { question, index: from, id, before: view.selection }
      const start = anchored()
      if (start === null) return
      stretching.current = true
      void reach(start, to, true, start.before)
    },
    rest: () => {
      stretching.current = false
    },
    problem: trouble,
    dismiss: () => setTrouble(null),
  }
}
