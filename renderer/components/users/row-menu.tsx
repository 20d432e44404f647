import { useEffect, useEffectEvent, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { placeNear } from '../popover.tsx'
import styles from './row-menu.module.css'

export type MenuItem = { readonly label: string; readonly disabled?: boolean; readonly run: () => void }

/** Where a menu opens, in pixels of the window. */
export type MenuPlace = { readonly x: number; readonly y: number }

/** A menu at a place: arrow keys go from item to item, Escape or a click elsewhere closes it. */
export function RowMenu({
  label,
  items,
  place,
  onClose,
}: {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly place: MenuPlace
  readonly onClose: () => void
}) {
  const menu = useRef<HTMLDivElement>(null)
  const { x, y } = place
  const closed = useEffectEvent(onClose)

  useEffect(() => {
    const before = document.activeElement
    const { current } = menu
    current?.showPopover()
    if (current) placeNear(current, { left: x, right: x, top: y, bottom: y })
    current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [x, y])

  function press(event: KeyboardEvent): void {
    const buttons = [...(menu.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (!Object.hasOwn(steps, event.key)) return
    event.preventDefault()
    buttons.at((steps[event.key] ?? 0) % buttons.length)?.focus()
  }

  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={styles.menu}
      onKeyDown={press}
      onToggle={(event) => event.newState === 'closed' && closed()}
    >
      {items.map(({ label: words, disabled = false, run }) => (
        <button
          key={words}
          type="button"
          role="menuitem"
          disabled={disabled}
          onClick={() => {
            menu.current?.hidePopover()
            run()
          }}
        >
          {words}
        </button>
      ))}
    </div>
  )
}
