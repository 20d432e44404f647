import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { Icon } from '../display/icon.tsx'
import styles from './dialog.module.css'

const fields = 'input:checked, input:not([type="radio"]), select, textarea'

/**
 * A modal question. It is open while it is rendered; Escape and the cross ask `onClose`. It begins at its first field, or at
 * the button that changes nothing, the first of its foot.
 */
export function Dialog({
  title,
  picture = null,
  onClose,
  foot,
  wide = false,
  children,
}: {
  readonly title: string
  /** Stands before the title. */
  readonly picture?: ReactNode
  readonly onClose: () => void
  readonly foot: ReactNode
  /** `whole`: wide, and its content reaches the edges. */
  readonly wide?: boolean | 'whole'
  readonly children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    const first = dialog?.querySelector<HTMLElement>(fields) ?? dialog?.querySelector<HTMLElement>('footer button')
    first?.focus({ preventScroll: true })
    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={ref}
      className={[styles.dialog, wide && styles.wide, wide === 'whole' && styles.whole].filter(Boolean).join(' ')}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.header}>
        {picture !== null && <span className={styles.picture}>{picture}</span>}
        <h2 id={id}>{title}</h2>
        <Button variant="subtle" small className={styles.close} onClick={onClose} aria-label="Close">
          <Icon name="close" />
        </Button>
      </header>
      <div className={styles.body}>{children}</div>
      <footer className={styles.foot}>{foot}</footer>
    </dialog>
  )
}
