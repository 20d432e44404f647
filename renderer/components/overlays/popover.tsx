import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { placeNear } from './menu.tsx'
import styles from './popover.module.css'

/** A button that opens a panel below it; a click outside or Escape closes it. The panel is made only while it is open. */
export function PopoverButton({
  label,
  children,
  content,
  variant,
  small = true,
  className,
}: {
  /** The name of the panel. */
  readonly label: string
  readonly children: ReactNode
  /** Mounted only while the panel is open. */
  readonly content: ReactNode
  readonly variant?: 'plain' | 'subtle' | 'link'
  readonly small?: boolean
  readonly className?: string | undefined
}) {
  const id = useId()
  const button = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useLayoutEffect(() => {
    const anchor = button.current?.getBoundingClientRect()
    if (open && anchor && panel.current) placeNear(panel.current, anchor)
  })

  return (
    <span ref={button} className={styles.anchor}>
      <Button
        small={small}
        variant={variant ?? 'plain'}
        className={className}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? panel.current?.hidePopover() : panel.current?.showPopover())}
      >
        {children}
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={styles.panel}
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && content}
      </div>
    </span>
  )
}

/** Closes the panel that an element stands in. */
export function closePopover(within: Element): void {
  within.closest<HTMLElement>('[popover]')?.hidePopover()
}
