import { useVirtualizer } from '@tanstack/react-virtual'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { StepScroll } from '../../navigation/step-state.ts'
import { atTop, drawnHeight, scrolled, stretchRows, topFor } from './long-scroll.ts'
import type { Extent, LongScroll } from './long-scroll.ts'

export type ShownRows = {
  /** Indexes of the rows to draw. */
  readonly rows: readonly number[]
  /** Pixels before the first and behind the last of them. */
  readonly before: number
  readonly after: number
  readonly reveal: (row: number) => void
  readonly toTop: () => void
}

type Scroller = Virtualizer<HTMLDivElement, Element>

/** Which of any number of rows are drawn. Only a stretch of them is measured, and the bar is scaled where it must be. Begins at `place`. */
export function useLongScroll(
  scroller: RefObject<HTMLDivElement | null>,
  rows: number,
  { head: headHeight, row: rowHeight }: { readonly head: number; readonly row: number },
  place: StepScroll<LongScroll>,
): ShownRows {
  const [scroll, setScroll] = useState<LongScroll>(atTop)
  const now = useRef(scroll)
  const extent = useCallback(
    (): Extent => ({ rows, rowHeight, seen: (scroller.current?.clientHeight ?? 600) - headHeight }),
    [rows, scroller, headHeight, rowHeight],
  )
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  }, [rows])
  const left = useRef(place.read())
  useLayoutEffect(() => {
    if (left.current === null || rows === 0) return
    // First where that was, then the bar: a short way from there changes nothing about the scale.
    now.current = left.current
    setScroll(left.current)
    scroller.current?.scrollTo({ top: left.current.top })
    left.current = null
  }, [rows, scroller])
  const firstRow = Math.min(scroll.firstRow, Math.max(rows - stretchRows, 0))

  const observe = useCallback(
    (instance: Scroller, tell: (offset: number, isScrolling: boolean) => void) => {
      const element = instance.scrollElement
      if (!element) return undefined
      const look = (isScrolling: boolean): void => {
        // The height that was observed: asking the element would lay everything out once more.
        const seen = (instance.scrollRect?.height ?? element.clientHeight) - headHeight
        const next = scrolled(now.current, element.scrollTop, { rows: latest.current, rowHeight, seen })
        const before = now.current
        now.current = next
        if (left.current === null) place.write(next)
        if (before.shift !== next.shift || before.firstRow !== next.firstRow) setScroll(next)
        tell(next.top + next.shift - next.firstRow * rowHeight, isScrolling)
      }
      // What both states say is drawn once, and before the frame.
      const onScroll = (): void => flushSync(() => look(true))
      const onEnd = (): void => flushSync(() => look(false))
      look(false)
      element.addEventListener('scroll', onScroll, { passive: true })
      element.addEventListener('scrollend', onEnd, { passive: true })
      return () => {
        element.removeEventListener('scroll', onScroll)
        element.removeEventListener('scrollend', onEnd)
      }
    },
    [headHeight, rowHeight, place],
  )

  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: Math.min(rows - firstRow, stretchRows),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    observeElementOffset: observe,
    scrollToFn: () => undefined,
    useFlushSync: false,
  })
  const items = virtual.getVirtualItems()
  const start = (items[0]?.index ?? 0) + firstRow
  const end = (items.at(-1)?.index ?? -1) + firstRow + 1
  const reveal = useCallback(
    (row: number) => {
      const top = topFor(row, now.current, extent())
      if (top !== null) scroller.current?.scrollTo({ top })
    },
    [extent, scroller],
  )
  const toTop = useCallback(() => scroller.current?.scrollTo({ top: 0 }), [scroller])
  const before = Math.max(start * rowHeight - scroll.shift, 0)
  return {
    rows: items.map(({ index }) => index + firstRow),
    before,
    after: Math.max(drawnHeight({ rows, rowHeight }) - before - (end - start) * rowHeight, 0),
    reveal,
    toTop,
  }
}
