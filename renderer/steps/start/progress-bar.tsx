import type { Part } from './recent-state.ts'
import styles from './progress-bar.module.css'

/** A bar of parts; each is wide enough to be seen. The words beside it say the same. */
export function ProgressBar({ parts, large = false }: { readonly parts: readonly Part[]; readonly large?: boolean }) {
  return (
    <div className={large ? `${styles.bar} ${styles.large}` : styles.bar} aria-hidden="true">
      {parts.map(({ users, fill }) => (
        <i key={fill} style={{ flexGrow: users, background: `var(--fill-${fill})` }} />
      ))}
    </div>
  )
}
