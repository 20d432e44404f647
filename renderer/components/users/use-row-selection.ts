import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { count } from '../../../shared/format.ts'
import { maxNamed } from '../../../shared/ipc/run-limits.ts'
import { problem, type Problem } from '../../../shared/result.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { type UserPages, userPages } from '../../api/use-users.ts'
import { useStepState } from '../../navigation/step-context.tsx'
import { type Selection, userSelection, type UsersView } from './use-users-view.ts'

export type RowSelection = {
  /** Selects or deselects a user; with `range` all users from the last selected one to it. */
  readonly toggle: (index: number, id: number, on: boolean, range: boolean) => void
  /** Selects all users from the row where the drag began to its current row, which may be fewer than a moment ago. */
  readonly stretch: (from: number, to: number) => void
  /** The next drag begins at the current row. */
  readonly rest: () => void
  readonly problem: Problem | null
  readonly dismiss: () => void
}

/** The first row of a range, and the selection before it. */
type Anchor = { readonly question: string; readonly index: number; readonly id: number; readonly before: Selection }

const tooMany = `Up to ${count(maxNamed)} users can be chosen one by one. Narrow the table by a filter, then select all of them with the box at its head.`

/** Selecting users of a table, one by one or from one to another, over rows that were loaded and rows that were not. */
export function useRowSelection(view: UsersView, pages: UserPages): RowSelection {
  const bridge = useBridge()
  const [selectionProblem, setSelectionProblem] = useState<Problem | null>(null)
  const anchor = useRef<Anchor | null>(null)
  const stretching = useRef(false)
  const newest = useRef(0)
  const { filter, sort } = view
  const question = JSON.stringify([filter, sort])
  /** The anchor of the current range; null after a change of filter or order. */
  const anchored = (): Anchor | null => (anchor.current?.question === question ? anchor.current : null)

  const put = (next: Selection): boolean => {
    const fits = namedOneByOne(next) <= maxNamed
    setSelectionProblem(fits ? null : problem('too-many-chosen', tooMany).error)
    if (fits) view.select(next)
    return fits
  }

  /** All users between two rows; without a request when all of them are loaded. */
  const between = async (from: Anchor, to: number): Promise<readonly number[] | null> => {
    const [first, last] = from.index < to ? [from.index, to] : [to, from.index]
    const loaded =
      last - first < 1000 ? Array.from({ length: last - first + 1 }, (_, n) => userPages.rowAt(pages, first + n)) : []
    const ids = loaded.flatMap((row) => (row === null ? [] : [row.id]))
    if (ids.length > last - first && userPages.rowAt(pages, from.index)?.id === from.id) return ids
    const id = userPages.rowAt(pages, to)?.id
    const end = id === undefined ? { place: to } : { id }
    const mine = (newest.current += 1)
    const answer = await bridge.invoke('users:range', { filter, sort, from: from.id, to: end })
    if (newest.current !== mine) return null
    if (!answer.ok) setSelectionProblem(answer.error)
    return answer.ok ? answer.value.ids : null
  }

  /** Selects or deselects all users between two rows on top of `base`; returns the new selection. */
  const reach = async (from: Anchor, to: number, on: boolean, base: Selection): Promise<Selection | null> => {
    newest.current += 1
    const whole = Math.min(from.index, to) === 0 && Math.max(from.index, to) === (pages.total ?? 0) - 1
    // A whole table is selected without listing its rows.
    const all = on && whole && (pages.total ?? 0) > maxNamed ? userSelection.allMatching(filter) : null
    const ids = all === null ? await between(from, to) : []
    const next = all ?? (ids === null ? null : userSelection.with(base, ids, on))
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
        const next = userSelection.with(view.selection, [id], on)
        if (put(next)) anchor.current = { question, index, id, before: next }
        return
      }
      void toggleRange(from, index, id, on)
    },
    stretch: (from, to) => {
      const id = userPages.rowAt(pages, from)?.id
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
    problem: selectionProblem,
    dismiss: () => setSelectionProblem(null),
  }
}

/** The row that takes part in the order of the Tab key; the arrows go to the others. */
type ActiveRow = {
  readonly active: number
  readonly setActive: (index: number) => void
  /** Takes keys before the rows do. */
  readonly press: (event: KeyboardEvent) => void
  /** The focus has come to a row that is still being loaded. */
  readonly wait: (index: number) => void
}

/** Which control of the active row gets the focus once the row is there, and which one was pressed meanwhile. */
type Wanted = { readonly control: string; readonly pressed: 'show' | 'box' | null }

const pressing: Readonly<Record<string, 'show' | 'box'>> = { Enter: 'show', ' ': 'box' }

/** Moves the focus from row to row, also to one that is still being loaded: no key is lost meanwhile. `screen`: rows in sight. */
export function useActiveRow(
  scroller: RefObject<HTMLDivElement | null>,
  {
    total,
    screen,
    reveal,
    selecting,
    onMove,
  }: {
    readonly total: number
    readonly screen: () => number
    readonly reveal: (row: number) => void
    readonly selecting: RowSelection
    /** Told where the keys have led to without selecting. */
    readonly onMove: (row: number) => void
  },
): ActiveRow {
  const [active, setActive] = useStepState('active row', 0)
  const wanted = useRef<Wanted | null>(null)

  // Before any other event: if a row vanished with the focus, the next key would have no target.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const { control, pressed } = wanted.current
    const find = (name: string) =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"] [data-control="${name}"]`)
    const there = find(control)
    const isFocusOutside =
      document.activeElement !== document.body && !scroller.current?.contains(document.activeElement)
    if (there || isFocusOutside) wanted.current = null
    if (isFocusOutside) return
    if (there) {
      there.focus({ preventScroll: true })
      if (pressed) find(pressed)?.click()
    } else scroller.current?.querySelector<HTMLElement>('[data-control="waiting"]')?.focus({ preventScroll: true })
  })

  function press(event: KeyboardEvent): void {
    const control = event.target instanceof HTMLElement ? event.target.dataset['control'] : undefined
    if (control === undefined || event.altKey || event.metaKey) return
    const waited = wanted.current?.control ?? 'show'
    const pressed = pressing[event.key]
    const to = nextRowIndex(event.key, active, total, screen())
    if (pressed && !event.ctrlKey && (control === 'waiting' || wanted.current !== null)) {
      // The row that has the focus is not the one that the keys have led to.
      wanted.current = { control: waited, pressed }
      event.preventDefault()
      event.stopPropagation()
    } else if (to !== null) {
      event.preventDefault()
      if (event.shiftKey) selecting.stretch(active, to)
      else {
        selecting.rest()
        onMove(to)
      }
      wanted.current = { control: control === 'waiting' ? waited : control, pressed: null }
      setActive(to)
      reveal(to)
    }
  }

  function wait(index: number): void {
    wanted.current ??= { control: 'show', pressed: null }
    setActive(index)
  }

  return { active, setActive, press, wait }
}

/** The row that a key moves the focus to; null: the key does not move it. `screen`: rows in sight. */
function nextRowIndex(key: string, from: number, total: number, screen: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + screen,
    PageUp: from - screen,
    Home: 0,
    End: total - 1,
  }
  const to = Object.hasOwn(steps, key) ? steps[key] : undefined
  return to === undefined || total === 0 ? null : Math.min(Math.max(to, 0), total - 1)
}

/** Number of ids that the selection holds, included or excluded ones. */
function namedOneByOne(selection: Selection): number {
  return selection.kind === 'some' ? selection.ids.size : selection.except.size
}
