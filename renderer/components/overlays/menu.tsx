import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Button, explained, type Reason } from '../controls/button.tsx'
import { Icon } from '../display/icon.tsx'
import styles from './menu.module.css'

/** A button and behind it a list of actions; three dots unless it has words of its own. */
export function Menu({
  label,
  items,
  disabled,
  children,
}: {
  readonly children?: ReactNode
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly disabled?: Reason
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      {children === undefined ? (
        <Button
          ref={button}
          variant="subtle"
          small
          className={styles.dots}
          popoverTarget={id}
          disabled={disabled}
          data-tip="More actions"
          aria-label={label}
        >
          <Icon name="more" />
        </Button>
      ) : (
        <Button ref={button} popoverTarget={id} disabled={disabled}>
          {children}
        </Button>
      )}
      <MenuPanel
        ref={list}
        id={id}
        label={label}
        items={items}
        onOpen={(panel) => button.current && placeNear(panel, button.current.getBoundingClientRect(), 'end')}
      />
    </>
  )
}

export type MenuItem = {
  readonly label: string
  readonly run: () => void
  readonly danger?: boolean
  /** Why it cannot be done now. */
  readonly disabled?: Reason
}

/** The list of a menu in a popover: arrow keys go from item to item; Tab, Escape, or a click outside closes it. */
function MenuPanel({
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
        if (!currentTarget.contains(document.activeElement)) buttonsOf(currentTarget)[0]?.focus()
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

/** Where a menu opens, in pixels of the window. */
export type MenuPlace = { readonly x: number; readonly y: number }

/** A menu at a place of the window, open while it is mounted, with a key for each place; the focus goes back to where it was. */
export function ContextMenu({
  label,
  items,
  place: { x, y },
  onClose,
}: {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly place: MenuPlace
  readonly onClose: () => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    list.current?.showPopover()
    // At once: the event of the popover comes later, and a key pressed meanwhile would go to the row.
    if (list.current) buttonsOf(list.current)[0]?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <MenuPanel
      ref={list}
      label={label}
      items={items}
      onOpen={(panel) => placeNear(panel, { left: x, right: x, top: y, bottom: y })}
      onClose={onClose}
    />
  )
}

type Anchor = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const gap = 4
const edge = 8

/** Below the anchor where there is room, else above; never beyond the window. `end`: their right edges meet. */
export function placeNear(panel: HTMLElement, anchor: Anchor, align: 'start' | 'end' = 'start'): void {
  const { innerWidth, innerHeight } = globalThis
  const { offsetWidth: width, offsetHeight: height } = panel
  const below = innerHeight - anchor.bottom - gap - edge
  const top = height <= below || below >= anchor.top ? anchor.bottom + gap : Math.max(anchor.top - gap - height, edge)
  const left = align === 'end' ? anchor.right - width : anchor.left
  panel.style.left = `${Math.max(Math.min(left, innerWidth - width - edge), edge)}px`
  panel.style.top = `${top}px`
  panel.style.maxHeight = `${innerHeight - top - edge}px`
}
