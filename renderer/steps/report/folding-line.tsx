import { useId, useState, type ReactNode } from 'react'
import { count } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import styles from './causes-card.module.css'

/** Names that a line shows before all are asked for. */
export const maxNamed = 3

/** A line with its count, which folds out its details; its action stands at the end. */
export function FoldingLine({
  users,
  words,
  action,
  children,
}: {
  readonly users: number
  readonly words: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li className={styles.cause}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'down' : 'right'} size={14} />
        <b className={`${styles.users} figures`}>{count(users)}</b>
        <span className={styles.words}>{words}</span>
      </button>
      {action}
      <div id={id} className={styles.names} hidden={!open}>
        {open && children}
      </div>
    </li>
  )
}
