import { useCallback, useEffect, useRef, useState } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { type ColumnId, type ColumnSet, everyColumn, maxWidth, minWidth } from './columns.tsx'
import type { Density } from './use-long-scroll.ts'

/** Which columns are shown in which order, how wide the operator made some of them, in pixels, and how high rows are. */
export type ColumnLayout = {
  readonly shown: readonly ColumnId[]
  /** Every other column is as wide as its content. */
  readonly widths: Readonly<Partial<Record<ColumnId, number>>>
  readonly density: Density
}

export const defaultLayouts: Readonly<Record<ColumnSet, ColumnLayout>> = {
  review: { shown: ['label', 'state', 'methods', 'family', 'note'], widths: {}, density: 'comfortable' },
  changed: { shown: ['label', 'state', 'note'], widths: {}, density: 'comfortable' },
  run: { shown: ['label', 'state', 'methods', 'tries', 'note'], widths: {}, density: 'comfortable' },
  report: { shown: ['label', 'state', 'methods', 'tries', 'note'], widths: {}, density: 'comfortable' },
}

/** Changes of the columns of a table. */
export const columnLayout = {
  /** The column that takes what is left over: the note where it is shown, else the last one. */
  stretched: ({ shown }: ColumnLayout): ColumnId => (shown.includes('note') ? 'note' : (shown.at(-1) ?? 'label')),
  resized: (layout: ColumnLayout, id: ColumnId, width: number): ColumnLayout => {
    const bounded = Math.round(Math.min(Math.max(width, minWidth), maxWidth))
    return { ...layout, widths: { ...layout.widths, [id]: bounded } }
  },
  /** Moves a column to where another one is, or by one place when `to` is a number of places. */
  moved: (layout: ColumnLayout, id: ColumnId, to: ColumnId | -1 | 1): ColumnLayout => {
    const from = layout.shown.indexOf(id)
    const place = typeof to === 'number' ? from + to : layout.shown.indexOf(to)
    if (from < 0 || place < 0 || place >= layout.shown.length || place === from) return layout
    const shown = layout.shown.filter((other) => other !== id)
    return { ...layout, shown: shown.toSpliced(place, 0, id) }
  },
  /** The column that names the user stays; a new one comes where it is offered. */
  switched: (layout: ColumnLayout, id: ColumnId, on: boolean): ColumnLayout => {
    if (id === 'label' || layout.shown.includes(id) === on) return layout
    if (!on) return { ...layout, shown: layout.shown.filter((other) => other !== id) }
    const before = everyColumn.slice(0, everyColumn.indexOf(id)).findLast((other) => layout.shown.includes(other))
    const place = before === undefined ? 0 : layout.shown.indexOf(before) + 1
    return { ...layout, shown: layout.shown.toSpliced(place, 0, id) }
  },
}

/** The stored layout, as far as it is valid; otherwise the default. */
export function readLayout(text: string | null, usual: ColumnLayout): ColumnLayout {
  const stored = jsonOf(text)
  if (typeof stored !== 'object' || stored === null || !('shown' in stored) || !Array.isArray(stored.shown))
    return usual
  const names: readonly unknown[] = stored.shown
  const shown = everyColumn.filter((id) => names.includes(id)).sort((a, b) => names.indexOf(a) - names.indexOf(b))
  if (!shown.includes('label')) return usual
  const widths = 'widths' in stored && typeof stored.widths === 'object' ? Object.entries(stored.widths ?? {}) : []
  const density = 'density' in stored && stored.density === 'compact' ? 'compact' : 'comfortable'
  return widths.reduce<ColumnLayout>(
    (layout, [name, width]: readonly [string, unknown]) => {
      const id = everyColumn.find((column) => column === name)
      return id === undefined || typeof width !== 'number' || !Number.isFinite(width)
        ? layout
        : columnLayout.resized(layout, id, width)
    },
    { shown, widths: {}, density },
  )
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** The last layouts of this window, so that a table that returns has its layout at once. */
const left = new Map<ColumnSet, ColumnLayout>()

/** Debounce before a layout is saved, ms: a dragged edge changes with every pixel. */
const rest = 300

/** The columns of one kind of table, as they were left the last time; main keeps them. */
export function useColumnLayout(set: ColumnSet): readonly [ColumnLayout, (layout: ColumnLayout) => void] {
  const bridge = useBridge()
  const [layout, setLayout] = useState(() => left.get(set) ?? defaultLayouts[set])
  const saving = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const recall = async (): Promise<void> => {
      const kept = await bridge.invoke('columns:get', { table: set })
      if (!kept.ok || left.has(set)) return
      const found = readLayout(kept.value.kept, defaultLayouts[set])
      left.set(set, found)
      setLayout(found)
    }
    if (!left.has(set)) void recall()
  }, [bridge, set])

  const change = useCallback(
    (next: ColumnLayout) => {
      left.set(set, next)
      setLayout(next)
      clearTimeout(saving.current)
      saving.current = setTimeout(
        () => void bridge.invoke('columns:set', { table: set, kept: JSON.stringify(next) }),
        rest,
      )
    },
    [bridge, set],
  )
  return [layout, change]
}
