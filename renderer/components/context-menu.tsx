import { useEffect, useRef } from 'react'
import { MenuPanel } from './menu-panel.tsx'
import type { MenuItem } from './menu-panel.tsx'
import { placeNear } from './place-near.ts'

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
