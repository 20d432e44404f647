import type { ReactNode } from 'react'
import { Tag } from '../../components/tag.tsx'
import styles from './findings-panel.module.css'

/** One answer to a decision: a radio button with what follows from it. */
export function ChoiceCard({
  name,
  label,
  consequence,
  reason = null,
  narrow = false,
  checked,
  disabled,
  onChoose,
}: {
  readonly name: string
  readonly label: string
  readonly consequence: string
  /** Why this is the recommended answer; null where it is not. */
  readonly reason?: string | null
  /** Takes less room than the other answers. */
  readonly narrow?: boolean
  readonly checked: boolean
  readonly disabled: boolean
  readonly onChoose: () => void
}) {
  return (
    <label className={narrow ? `${styles.card} ${styles.later}` : styles.card}>
      <input type="radio" name={name} checked={checked} disabled={disabled} onChange={onChoose} />
      <span className={styles.cardHead}>
        {label}{' '}
        {reason !== null && (
          <Tag tone="accent" tip={reason}>
            Recommended
          </Tag>
        )}
      </span>
      {consequence !== '' && <span className={styles.consequence}>{consequence}</span>}
    </label>
  )
}

/** An answer that is given with a field of its own, or in the list of users. */
export function FieldCard({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={`${styles.card} ${styles.fieldCard}`}>
      <span className={styles.cardHead}>{label}</span>
      {children}
    </div>
  )
}
