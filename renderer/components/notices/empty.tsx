import type { ReactNode } from 'react'
import styles from './empty.module.css'

/** A placeholder where there is nothing yet: why, and the next step. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.words}>{children}</div>}
    </div>
  )
}

/** Grey bars in the shape of what is being loaded, said once in words. */
export function Loading({ label, lines = 3 }: { readonly label: string; readonly lines?: number }) {
  return (
    <div className={styles.loading} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} className={styles.line} aria-hidden="true" />
      ))}
    </div>
  )
}
