import type { ReactNode } from 'react'
import { Icon } from '../../components/icon.tsx'
import styles from './holds-note.module.css'

/** One line above the table about what all or most of its users have; beside it, what can be done. */
export function HoldsNote({
  beside,
  optional = false,
  children,
}: {
  readonly beside?: ReactNode
  /** It gives way to the table in a low window. */
  readonly optional?: boolean
  readonly children: ReactNode
}) {
  return (
    <p className={styles.holds} data-optional={optional || undefined}>
      <Icon name="info" size={15} />
      <span>{children}</span>
      {beside}
    </p>
  )
}
