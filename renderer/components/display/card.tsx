import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

/** A titled panel. `bare` leaves out the padding, for tables that fill it. */
export function Card({
  title,
  aside,
  bare = false,
  className,
  children,
}: {
  readonly title?: ReactNode
  readonly aside?: ReactNode
  readonly bare?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const id = useId()
  const classes = ['panel', styles.card, bare && styles.bare, className].filter(Boolean).join(' ')
  return (
    <section className={classes} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={styles.header}>
          <h2 id={id}>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
