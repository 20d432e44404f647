import { useCallback, useState } from 'react'
import { readLayout, usualLayouts } from './column-layout.ts'
import type { ColumnLayout } from './column-layout.ts'
import type { ColumnSet } from './columns.tsx'

/** The columns of one kind of table, as they were left the last time. */
export function useColumnLayout(set: ColumnSet): readonly [ColumnLayout, (layout: ColumnLayout) => void] {
  const key = `columns ${set}`
  const [layout, setLayout] = useState(() => readLayout(recall(key), usualLayouts[set]))
  const change = useCallback(
    (next: ColumnLayout) => {
      setLayout(next)
      remember(key, JSON.stringify(next))
    },
    [key],
  )
  return [layout, change]
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Not allowed to: the table is as usual.
    return null
  }
}

function remember(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // It is as usual the next time.
  }
}
