import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { attachTooltip, isCut } from './tooltip-anchor.ts'
import styles from './tooltip.module.css'

/**
 * The one tooltip of the window. An element asks for it by `data-tip`, which is what it says; with `data-clip` it is shown
 * only while the element has no room for its text, and without a `data-tip` says that text.
 */
export function Tooltip() {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (panel.current ? attachTooltip(document, panel.current) : undefined), [])
  return <div ref={panel} id="tooltip" role="tooltip" popover="manual" className={styles.tooltip} />
}

/** A word with an explanation, for the mouse and for the keyboard. */
export function Explained({
  tip,
  className,
  children,
}: {
  readonly tip: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <span className={className} data-tip={tip} tabIndex={0}>
      {children}
    </span>
  )
}

/** A text that is cut where there is no room; only then the Tab key stops at it, and all of it is shown. */
export function Clipped({
  className,
  children,
}: {
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const text = useRef<HTMLSpanElement>(null)
  const [cut, setCut] = useState(false)
  useLayoutEffect(() => {
    if (!text.current) return undefined
    const { current } = text
    const measure = (): void => setCut(isCut(current))
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    measure()
    return () => observer.disconnect()
  })
  return (
    <span
      ref={text}
      className={[styles.clipped, className].filter(Boolean).join(' ')}
      data-clip=""
      tabIndex={cut ? 0 : undefined}
    >
      {children}
    </span>
  )
}
