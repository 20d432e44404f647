import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { MenuPanel } from './menu-panel.tsx'
import type { MenuItem } from './menu-panel.tsx'
import { placeNear } from './place-near.ts'
import type { Reason } from './reasons.ts'
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
