import type { RecentMigration } from '../../../shared/ipc/views.ts'
import { PrimaryButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { Tag } from '../../components/tag.tsx'
import { CoreLabel } from './core-label.tsx'
import styles from './interrupted-card.module.css'
import { ProgressBar } from './progress-bar.tsx'
import { progressParts, whenText } from './recent-state.ts'

/** The migration whose run did not come to its end: to continue it is the next step. */
export function InterruptedCard({
  migration: { name, at, summary },
  now,
  busy,
  disabled,
  onContinue,
}: {
  readonly migration: RecentMigration
  readonly now: number
  readonly busy: boolean
  readonly disabled: boolean
  readonly onContinue: () => void
}) {
  if (summary === null) return null
  const { migrated, users, ready } = summary
  return (
    <Card className={styles.card}>
      <div className={styles.words}>
        <h2 className={styles.name}>
          <span>{name}</span> <Tag tone="accent">Paused</Tag> <CoreLabel core={summary.core} />
        </h2>
        <p className="muted">Last open {lower(whenText(at, now))}. Nothing was lost.</p>
        <ProgressBar parts={progressParts(summary)} large />
        <p className={`${styles.line} figures`}>
          <span>
            <b>{count(migrated)}</b> of {count(users)} migrated
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

/** `Today, 09:15` within a sentence. */
function lower(text: string): string {
  return text.replace(/^(?:Today|Yesterday)/, (word) => word.toLowerCase())
}
