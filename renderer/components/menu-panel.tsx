import type { KeyboardEvent, RefObject } from 'react'
import { explained, type Reason } from './reasons.ts'
import styles from './menu-panel.module.css'

export type MenuItem = {
  readonly label: string
  readonly run: () => void
  readonly danger?: boolean
  /** Why it cannot be done now. */
  readonly disabled?: Reason
}

/** The list of a menu in a popover: arrow keys go from item to item; Tab, Escape, or a click outside closes it. */
export function MenuPanel({
  ref,
  id,
  label,
  items,
  onOpen,
  onClose,
}: {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly id?: string
  readonly label: string
  readonly items: readonly MenuItem[]
  /** Places the list, which is drawn by then. */
  readonly onOpen: (list: HTMLElement) => void
  readonly onClose?: () => void
}) {
  function press(event: KeyboardEvent): void {
    const all = ref.current ? buttonsOf(ref.current) : []
    const focused = all.findIndex((button) => button === document.activeElement)
    const to = new Map([
      ['ArrowDown', focused + 1],
      ['ArrowUp', focused - 1],
      ['Home', 0],
      ['End', -1],
    ]).get(event.key)
    if (event.key === 'Tab') ref.current?.hidePopover()
    if (to === undefined || all.length === 0) return
    event.preventDefault()
    all.at(to % all.length)?.focus()
  }

  return (
    <div
      ref={ref}
      id={id}
      popover="auto"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={styles.menu}
      onKeyDown={press}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'closed') return onClose?.()
        onOpen(currentTarget)
        buttonsOf(currentTarget)[0]?.focus()
      }}
    >
      {items.map(({ label: words, run, danger = false, disabled }) => (
        <button
          key={words}
          type="button"
          role="menuitem"
          tabIndex={-1}
          {...(disabled && explained(disabled))}
          aria-disabled={Boolean(disabled) || undefined}
          data-danger={danger || undefined}
          onClick={() => {
            if (disabled) return
            ref.current?.hidePopover()
            run()
          }}
        >
          {words}
        </button>
      ))}
    </div>
  )
}

function buttonsOf(list: HTMLElement): readonly HTMLButtonElement[] {
  return [...list.querySelectorAll<HTMLButtonElement>('button')]
}
