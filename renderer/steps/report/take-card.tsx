import type { StateCounts } from '../../../shared/bridge/views.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Tick } from '../../components/field.tsx'
import { counted } from '../../components/format.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './take-card.module.css'
import type { Format, SaveReport } from './use-save.ts'

/** The files to take along, each with what it is for. */
export function TakeCard({
  counts,
  masked,
  save,
  onMasked,
}: {
  readonly counts: StateCounts
  readonly masked: boolean
  readonly save: SaveReport
  readonly onMasked: (masked: boolean) => void
}) {
  const files: readonly {
    readonly format: Format
    readonly name: string
    readonly size: string
    readonly use: string
  }[] = [
    { format: 'csv', name: 'Report', size: 'CSV', use: 'one line for each call, with its outcome' },
    { format: 'json', name: 'Everything', size: 'JSON', use: 'every user and every attempt, for programs' },
    { format: 'created', name: 'created.csv', size: counted(counts.migrated, 'user'), use: 'old id and new id' },
    {
      format: 'failed',
      name: 'failed.csv',
      size: counted(counts.failed, 'user'),
      use: 'reason and advice; narrows the next run to them',
    },
  ]
  return (
    <Card title="Take with you">
      <ul className={styles.files}>
        {files.map(({ format, name, size, use }) => (
          <li key={format}>
            <b>{name}</b>
            <span className={`${styles.quiet} figures`}>{size}</span>
            <span className={styles.quiet}>{use}</span>
            <Button
              small
              busy={save.saving === format}
              disabled={save.saving !== null}
              aria-label={`Save ${name}`}
              onClick={() => save.run(format)}
            >
              Save…
            </Button>
          </li>
        ))}
      </ul>
      <Tick checked={masked} onChange={onMasked}>
        Mask emails and phone numbers in saved files
      </Tick>
      <div aria-live="polite" className={styles.saved}>
        {save.saved && <Notice tone="ok">Saved as {save.saved}.</Notice>}
      </div>
      <ProblemNotice problem={save.problem} onDismiss={save.dismiss} />
    </Card>
  )
}
