import { useId, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'

export type MenuItem = {
  readonly label: string
  readonly onChoose: () => void
  readonly danger?: boolean
  readonly disabled?: boolean
}

/** A button with three dots, and behind it a list of actions: arrow keys move, Escape closes. */
export function Menu({
  label,
  items,
  disabled = false,
}: {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly disabled?: boolean
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  function place(): void {
    const at = button.current?.getBoundingClientRect()
    const list = panel.current
    if (!at || !list) return
    const { offsetWidth: width, offsetHeight: height } = list
    const below = at.bottom + 4
    list.style.left = `${Math.max(8, Math.min(at.right - width, innerWidth - width - 8))}px`
    list.style.top = `${below + height > innerHeight - 8 ? Math.max(8, at.top - height - 4) : below}px`
    buttons(list)[0]?.focus()
  }
  function move(event: KeyboardEvent): void {
    const list = panel.current
    if (!list) return
    const all = buttons(list)
    const here = all.findIndex((each) => each === document.activeElement)
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    all[(to + all.length) % all.length]?.focus()
  }
  function choose(action: () => void): void {
    panel.current?.hidePopover()
    button.current?.focus()
    action()
  }

  return (
    <>
      <Button
        ref={button}
        variant="subtle"
        small
        className={styles.dots}
        popoverTarget={id}
        disabled={disabled}
        title="More actions"
        aria-label={label}
      >
        <Icon name="more" />
      </Button>
      <div
        id={id}
        ref={panel}
        popover="auto"
        role="menu"
        aria-label={label}
        className={styles.menu}
        onKeyDown={move}
        onToggle={(event) => event.newState === 'open' && place()}
      >
        {items.map(({ label: words, onChoose, danger = false, disabled: off = false }) => (
          <button
            key={words}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={off}
            className={danger ? `${styles.item} ${styles.danger}` : styles.item}
            onClick={() => choose(onChoose)}
          >
            {words}
          </button>
        ))}
      </div>
    </>
  )
}

function buttons(list: HTMLElement): readonly HTMLButtonElement[] {
  return [...list.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
}
