import type { TargetView } from '../../shared/ipc/views.ts'
import styles from './core-chip.module.css'

/** Which core is spoken to, always in sight: a live one cannot be mistaken for the rehearsal. */
export function CoreChip({ target }: { readonly target: TargetView | null }) {
  if (!target) return <span className={styles.chip}>No core yet</span>
  const away = target.connected ? '' : ' · not connected'
  const look = target.kind === 'rehearsal' ? styles.rehearsal : styles.live
  return (
    <span className={`${styles.chip} ${look}`} title={target.baseUrl}>
      <span className={target.connected ? styles.dot : `${styles.dot} ${styles.hollow}`} aria-hidden="true" />
      <span className={styles.words}>
        {target.kind === 'rehearsal' ? `Rehearsal core · nothing leaves this computer` : `${target.name} · live`}
        {away}
      </span>
    </span>
  )
}
