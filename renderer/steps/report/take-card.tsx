import type { ReportView } from '../../../shared/bridge/views.ts'
import { useAnswer } from '../../bridge/use-answer.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Tick } from '../../components/field.tsx'
import { counted } from '../../components/format.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './take-card.module.css'
import type { Format, SaveReport } from './use-save.ts'

type Item = {
  readonly name: string
  readonly size: string
  readonly use: string
  /** Each kind with the word on its button. */
  readonly kinds: readonly (readonly [Format, string])[]
}

/** The files to take along, each with what it is for. */
export function TakeCard({
  report,
  masked,
  save,
  onMasked,
}: {
  readonly report: ReportView
  readonly masked: boolean
  readonly save: SaveReport
  readonly onMasked: (masked: boolean) => void
}) {
  const desktop = useAnswer('app:info', {}, 0).value?.host === 'desktop'
  return (
    <Card title="Take with you">
      <ul className={styles.files}>
        {itemsOf(report, desktop).map(({ name, size, use, kinds }) => (
          <li key={name}>
            <b>{name}</b>
            <span className={`${styles.quiet} figures`}>{size}</span>
            <span className={`${styles.quiet} ${styles.use}`}>{use}</span>
            <span className={styles.kinds}>
              {kinds.map(([format, word]) => (
                <Button
                  key={format}
                  small
                  busy={save.saving === format}
                  disabled={save.saving !== null}
                  aria-label={word === 'Save' ? `Save ${name}` : `Save ${name} as ${word}`}
                  onClick={() => save.run(format)}
                >
                  {word}…
                </Button>
              ))}
            </span>
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

function itemsOf({ counts, totals, withoutPassword }: ReportView, desktop: boolean): readonly Item[] {
  return [
    {
      name: 'Report',
      size: desktop ? 'HTML · PDF' : 'HTML',
      use: desktop ? 'for people and auditors' : 'for people and auditors; prints to a PDF',
      kinds: desktop
        ? [
            ['html', 'HTML'],
            ['pdf', 'PDF'],
          ]
        : [['html', 'HTML']],
    },
    {
      name: 'created.csv',
      size: counted(counts.migrated, 'user'),
      use: 'old id and new id',
      kinds: [['created', 'Save']],
    },
    {
      name: 'failed.csv',
      size: counted(counts.failed + counts.unknown, 'user'),
      use: 'reason and advice; given with the export, it narrows a migration to them',
      kinds: [['failed', 'Save']],
    },
    {
      name: 'no-password.csv',
      size: counted(withoutPassword, 'user'),
      use: 'for the mail about a new password',
      kinds: [['no-password', 'Save']],
    },
    {
      name: 'Everything',
      size: counted(totals.records, 'record'),
      use: 'every call with its outcome, for tables and programs',
      kinds: [
        ['csv', 'CSV'],
        ['json', 'JSON'],
      ],
    },
  ]
}
