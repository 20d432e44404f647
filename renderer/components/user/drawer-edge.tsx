import { useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './user-drawer.module.css'

const usualWidth = 420
const bounds = { min: 340, max: 820 } as const

/** As it was left in this window. */
let left = usualWidth

export function useDrawerWidth(): readonly [number, (width: number) => void] {
  const [width, setWidth] = useState(left)
  return [
    width,
    (wanted) => {
      left = Math.round(Math.min(Math.max(wanted, bounds.min), bounds.max))
      setWidth(left)
    },
  ]
}

/** The edge of the drawer: dragged or moved by the arrow keys it makes the drawer wider, a double click makes it as usual. */
export function DrawerEdge({ width, onWidth }: { readonly width: number; readonly onWidth: (width: number) => void }) {
  function drag(event: PointerEvent<HTMLDivElement>): void {
    const drawer = event.currentTarget.parentElement?.getBoundingClientRect()
    if (event.currentTarget.hasPointerCapture(event.pointerId) && drawer) onWidth(drawer.right - event.clientX)
  }

  function press(event: KeyboardEvent): void {
    const step = event.key === 'ArrowLeft' ? 24 : event.key === 'ArrowRight' ? -24 : 0
    if (step === 0) return
    event.preventDefault()
    onWidth(width + step)
  }

  return (
    <div
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the drawer"
      aria-valuenow={width}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onKeyDown={press}
      onDoubleClick={() => onWidth(usualWidth)}
    />
  )
}
