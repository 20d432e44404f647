import { useCallback, useEffect, useRef, useState } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { readLayout, defaultLayouts } from './column-layout.ts'
import type { ColumnLayout } from './column-layout.ts'
import type { ColumnSet } from './columns.tsx'

/** As they were left in this window, so that a table that comes back is at once as it was. */
const left = new Map<ColumnSet, ColumnLayout>()

/** Milliseconds of rest after which a change is kept: an edge that is dragged changes with every pixel. */
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
