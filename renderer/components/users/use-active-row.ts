import { useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { useStepState } from '../../navigation/step-state.ts'
import type { RowSelection } from './use-row-selection.ts'

/** The row that takes part in the order of the Tab key; the arrows go to the others. */
export type ActiveRow = {
  readonly active: number
  readonly setActive: (index: number) => void
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
    if (control === 'waiting' && pressed) {
      wanted.current = { control: waited, pressed }
      event.preventDefault()
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

/** Where a key leads; null when it leads nowhere. `screen`: rows in sight. */
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
