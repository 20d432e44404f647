import { useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './document-menu.module.css'
import { Icon } from './icon.tsx'

/** The document's name, and behind it what can be done with the document as a whole. */
export function DocumentMenu({
  name,
  location,
  onCopy,
  onClose,
}: {
  readonly name: string
  readonly location: string
  readonly onCopy: () => void
  readonly onClose: () => void
}) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  function choose(action: () => void): void {
    panel.current?.hidePopover()
    action()
  }
  return (
    <>
      <button type="button" className={styles.name} popoverTarget={id} title={location}>
        <span>{name.replace(/\.migration$/, '')}</span>
        <Icon name="down" size={12} />
        <span className="visually-hidden">Document menu</span>
      </button>
      <div id={id} ref={panel} popover="auto" className={styles.menu}>
        <p className={styles.location}>{location}</p>
        <Button variant="subtle" className={styles.item} onClick={() => choose(onCopy)}>
          Save a copy…
        </Button>
        <Button variant="subtle" className={styles.item} onClick={() => choose(onClose)}>
          Close migration
        </Button>
      </div>
    </>
  )
}
