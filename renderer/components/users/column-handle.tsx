import { useRef } from 'react'
import type { PointerEvent } from 'react'
import styles from './users-table.module.css'

/** The edge of a column: dragged it sizes the column, double-clicked it fits the column to what it holds. Keys do the same on the name. */
export function ColumnHandle({
  width,
  onWidth,
  onFit,
}: {
  readonly width: number
  readonly onWidth: (width: number) => void
  readonly onFit: () => void
}) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null)

  function begin(event: PointerEvent<HTMLSpanElement>): void {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const drawn = event.currentTarget.parentElement?.getBoundingClientRect().width
    from.current = { x: event.clientX, width: drawn ?? width }
  }

  return (
    <span
      className={styles.handle}
      aria-hidden="true"
      onPointerDown={begin}
      onPointerMove={(event) => {
        if (from.current) onWidth(from.current.width + event.clientX - from.current.x)
      }}
      onPointerUp={() => {
        from.current = null
      }}
      onDoubleClick={onFit}
    />
  )
}
