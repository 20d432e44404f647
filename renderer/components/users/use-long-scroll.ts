import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { StepScroll } from '../../navigation/step-context.tsx'

type ShownRows = {
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
  const drawn = useRef(scroll)
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
    drawn.current = left.current
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
        now.current = next
        if (left.current === null) place.write(next)
        if (drawn.current.shift !== next.shift || drawn.current.firstRow !== next.firstRow) {
          drawn.current = next
          setScroll(next)
        }
        tell(next.top + next.shift - next.firstRow * rowHeight, isScrolling)
      }
      // Both states are drawn once, and before the frame.
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
      const next = placeFor(row, now.current, extent())
      if (next === null) return
      // Drawn with the scroll event, when the rows there are known: earlier the focused row would be gone for a moment.
      now.current = { ...now.current, top: next.top, shift: next.shift }
      scroller.current?.scrollTo({ top: next.top })
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

/** Row density of a table. */
export type Density = 'comfortable' | 'compact'

/** Pixels of one row. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 32, compact: 26 }

/** Chromium draws no element higher than 33 million pixels, and gets inexact before that. */
export const maxHeight = 12_000_000

/** Rows that are measured at a time: as many for a million users as for ten thousand. */
export const stretchRows = 4000

/**
 * A table longer than an element may be high. Scrolling by hand moves pixel by pixel; a drag of the bar, which
 * goes further than two screens at once, goes to the same part of the table as of the bar.
 */
type LongScroll = {
  /** Where the element is scrolled to. */
  readonly top: number
  /** Offset of the table beyond the scroll position, in pixels. */
  readonly shift: number
  /** The first row of those that are measured. */
  readonly firstRow: number
}

export const atTop: LongScroll = { top: 0, shift: 0, firstRow: 0 }

/** `rows` in the table, each so high, and how many pixels of it are seen at once. */
type Extent = { readonly rows: number; readonly rowHeight: number; readonly seen: number }

export function drawnHeight({ rows, rowHeight }: Pick<Extent, 'rows' | 'rowHeight'>): number {
  return Math.min(rows * rowHeight, maxHeight)
}

/** Near either end nothing is scaled, so that both can be reached by hand. */
const edge = 100_000

/** The shift for a place of the bar. */
function shiftAt(top: number, extent: Extent): number {
  const drawn = drawnHeight(extent)
  const beyond = extent.rows * extent.rowHeight - drawn
  const travel = drawn - extent.seen - 2 * edge
  if (beyond <= 0 || travel <= 0) return 0
  return Math.round((Math.min(Math.max(top - edge, 0), travel) / travel) * beyond)
}

/** Where the table is after the element was scrolled to `top`. */
export function scrolled(before: LongScroll, top: number, extent: Extent): LongScroll {
  const last = drawnHeight(extent) - extent.seen
  const isJump = Math.abs(top - before.top) > 2 * extent.seen || top < edge || top > last - edge
  const shift = isJump ? shiftAt(top, extent) : before.shift
  return {
    top,
    shift,
    firstRow: stretchFor(before.firstRow, Math.floor((top + shift) / extent.rowHeight), extent.rows),
  }
}

/** Moves the stretch of measured rows along before its end comes into sight. */
function stretchFor(firstRow: number, row: number, rows: number): number {
  const within = row >= firstRow + stretchRows / 4 && row < firstRow + (stretchRows / 4) * 3
  const atStart = firstRow === 0 && row < stretchRows / 2
  if ((within || atStart) && firstRow + stretchRows <= Math.max(rows, stretchRows)) return firstRow
  return Math.min(Math.max(row - stretchRows / 2, 0), Math.max(rows - stretchRows, 0))
}

/** Where the table has to be so that a row is in sight; null when it is. */
export function placeFor(row: number, at: LongScroll, extent: Extent): LongScroll | null {
  const { rows, rowHeight, seen } = extent
  const start = row * rowHeight
  const offset = at.top + at.shift
  if (start >= offset && start + rowHeight <= offset + seen) return null
  const wanted = start < offset ? start : start + rowHeight - seen
  if (Math.abs(wanted - offset) <= seen) return { ...at, top: Math.max(wanted - at.shift, 0) }
  // Far away the row comes to the middle. The shift is set with it: a scaled bar moves so little that `scrolled` could take it for a nudge.
  const middle = Math.min(Math.max(start - (seen - rowHeight) / 2, 0), rows * rowHeight - seen)
  const top = topOf(middle, extent)
  return scrolled({ ...at, top, shift: middle - top }, top, extent)
}

/** The place of the bar that shows an offset of the table. */
function topOf(offset: number, extent: Extent): number {
  const drawn = drawnHeight(extent)
  const beyond = extent.rows * extent.rowHeight - drawn
  const travel = drawn - extent.seen - 2 * edge
  if (beyond <= 0 || travel <= 0 || offset <= edge) return offset
  const middle = Math.min((offset - edge) * (travel / (travel + beyond)), travel)
  return middle < travel ? Math.round(edge + middle) : offset - beyond
}
