import type { ProgressView } from '../../../shared/ipc/views.ts'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import styles from './bulk-card.module.css'
import { bulkStages, currentBulkStage, executorLine } from './bulk-text.ts'

/** How users are sent: the stages of a bulk import with their numbers, and what automatic has chosen. */
export function BulkCard({ progress }: { readonly progress: ProgressView }) {
  const { bulk } = progress
  const line = executorLine(progress)
  if (bulk === null) return line === '' ? null : <p className={styles.line}>{line}</p>
  const current = currentBulkStage(bulk)
  const figures = {
    'Look up': bulk.lookedUp,
    Stage: bulk.staged,
    'Wait for the core': Math.max(0, bulk.waiting - bulk.processing),
    Import: bulk.processing,
  }
  return (
    <Card title="Bulk import">
      <ol className={styles.stages}>
        {bulkStages.map((stage) => (
          <li key={stage} className={styles.stage} aria-current={stage === current ? 'step' : undefined}>
            {stage}
            <b className="figures">{count(figures[stage])}</b>
          </li>
        ))}
      </ol>
      <p className={bulk.phase === 'late' ? styles.late : styles.text}>{bulk.message}</p>
      {line !== '' && <p className={styles.text}>{line}</p>}
    </Card>
  )
}
