import type { RecentMigration } from '../../../shared/ipc/views.ts'
import { PrimaryButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { Tag } from '../../components/tag.tsx'
import { CoreLabel } from './core-label.tsx'
import styles from './interrupted-card.module.css'
import { ProgressBar } from './progress-bar.tsx'
import { progressParts, recentTitle } from './recent-state.ts'

/** The migration whose run did not come to its end: to continue it is the next step. */
export function InterruptedCard({
  migration,
  busy,
  disabled,
  onContinue,
}: {
  readonly migration: RecentMigration
  readonly busy: boolean
  readonly disabled: boolean
  readonly onContinue: () => void
}) {
  const { summary } = migration
  if (summary === null) return null
  const { migrated, ready } = summary
  return (
    <Card className={styles.card}>
      <div className={styles.words}>
        <h2 className={styles.name}>
          <span>{recentTitle(migration)}</span> <Tag tone="accent">Paused</Tag> <CoreLabel core={summary.core} />
        </h2>
        <ProgressBar parts={progressParts(summary)} large />
        <p className={`${styles.line} figures`}>
          <span>
            <b>{count(migrated)} migrated</b>
          </span>
          <span className="muted">{count(ready)} left</span>
        </p>
      </div>
      <PrimaryButton className={styles.go} busy={busy} disabled={disabled} onClick={onContinue}>
        <Icon name="play" />
        Continue migration
      </PrimaryButton>
    </Card>
  )
}
