import type { MigrationSummary } from '../../../shared/ipc/views.ts'
import { Clipped } from '../../components/tooltip.tsx'
import styles from './core-label.module.css'

/** Live or rehearsal, and the host of a live core. */
export function CoreLabel({ core }: { readonly core: MigrationSummary['core'] }) {
  if (core === null) return <span className="muted">No core yet</span>
  const live = core.kind === 'live'
  return (
    <span className={styles.core}>
      <span className={`${styles.chip} ${live ? styles.live : styles.rehearsal}`}>
        <i className={styles.dot} aria-hidden="true" />
        {live ? 'Live' : 'Rehearsal'}
      </span>
      {live && <Clipped className={styles.host}>{core.name}</Clipped>}
    </span>
  )
}
