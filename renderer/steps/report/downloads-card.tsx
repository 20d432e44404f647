import { useState } from 'react'
import type { ReportView } from '../../../shared/ipc/views.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Checkbox } from '../../components/field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { counted } from '../../components/format.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './downloads-card.module.css'
import { SaveAllDialog } from './save-all-dialog.tsx'
import { SavingProgress } from './saving-progress.tsx'
import type { Format, SaveReport } from './use-save.ts'

type Item = {
  readonly name: string
  readonly size: string
  readonly use: string
  /** Each kind with the word on its button. */
  readonly kinds: readonly (readonly [Format, string])[]
  /** Nobody is on the list, so there is nothing to save. */
  readonly empty?: boolean
  /** Never masked, because it is for mailing. */
  readonly full?: boolean
}

/** The files to download, each with what it is for. A list that nobody is on cannot be saved. */
export function DownloadsCard({
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
  const [asking, setAsking] = useState<'list' | 'all' | null>(null)
  const host = useQuery('app:info', {}, 0).value?.host
  const desktop = host === 'desktop'
  const items = itemsOf(report, desktop)
  const formats = items.flatMap(({ kinds, empty = false }) => (empty ? [] : kinds.map(([format]) => format)))
  return (
    <Card
      title="Downloads"
      aside={
        desktop && (
          <Button
            small
            variant="subtle"
            busy={save.savingAll}
            disabled={save.saving !== null}
            onClick={() => setAsking('all')}
          >
            Save all…
          </Button>
        )
      }
    >
      <ul className={styles.files}>
        {items.map(({ name, size, use, kinds, empty = false, full = false }) => (
          <li key={name}>
            <span>
              <b>{name}</b>
              <span className={styles.use}>{use}</span>
              {full && <span className={styles.full}>Contains full addresses</span>}
            </span>
            <span className={`${styles.size} figures`}>{size}</span>
            <span className={styles.kinds}>
              {!empty &&
                kinds.map(([format, word]) => (
                  <Button
                    key={format}
                    small
                    busy={save.saving === format}
                    disabled={save.saving !== null || save.savingAll}
                    aria-label={word === 'Save' ? `Save ${name}` : `Save ${name} as ${word}`}
                    onClick={() => (format === 'users-without-password' ? setAsking('list') : save.run(format))}
                  >
                    {word}
                  </Button>
                ))}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.mask}>
        <Checkbox checked={masked} onChange={onMasked}>
          Mask emails and phone numbers in the other files
        </Checkbox>
      </div>
      {host === 'browser' && (
        <p className={styles.use}>
          A browser saves one file at a time. The desktop app can save all files in one folder.
        </p>
      )}
      {(save.saving !== null || save.savingAll) && <SavingProgress />}
      {save.stopped !== null && <Notice onDismiss={save.dismiss}>{save.stopped}</Notice>}
      <ProblemNotice problem={save.problem} onDismiss={save.dismiss} />
      {asking === 'list' && (
        <FullAddresses
          users={report.withoutPassword}
          onClose={() => setAsking(null)}
          onSave={() => {
            setAsking(null)
            save.run('users-without-password')
          }}
        />
      )}
      {asking === 'all' && (
        <SaveAllDialog
          formats={formats}
          users={report.withoutPassword}
          onClose={() => setAsking(null)}
          onSave={(chosen) => {
            setAsking(null)
            save.runAll(chosen)
          }}
        />
      )}
    </Card>
  )
}

/** The list is for mailing, so it is the one file that is never masked. */
function FullAddresses({
  users,
  onClose,
  onSave,
}: {
  readonly users: number
  readonly onClose: () => void
  readonly onSave: () => void
}) {
  return (
    <Dialog
      title="Save full addresses?"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={onSave}>
            Save full addresses
          </Button>
        </>
      }
    >
      <p>
        users-without-password.csv is for mailing: it holds the full email and phone number of{' '}
        <b>{counted(users, 'user')}</b>, whatever is masked in the other files. Keep it safe.
      </p>
    </Dialog>
  )
}

function itemsOf({ counts, totals, withoutPassword }: ReportView, desktop: boolean): readonly Item[] {
  return [
    {
      name: 'Report',
      size: '',
      use: desktop ? 'For people and auditors' : 'For people and auditors; print it for a PDF',
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
      use: 'Old ID and new ID',
      kinds: [['created', 'Save']],
      empty: counts.migrated === 0,
    },
    {
      name: 'failed.csv',
      size: counted(counts.failed + counts['in-doubt'], 'user'),
      use:
        counts.failed + counts['in-doubt'] === 0
          ? 'No user failed'
          : 'Load it with the export to migrate only these users',
      kinds: [['failed', 'Save']],
      empty: counts.failed + counts['in-doubt'] === 0,
    },
    {
      name: 'blocked.csv',
      size: counted(counts.blocked, 'user'),
      use: 'Needs a decision, with the reason',
      kinds: [['blocked', 'Save']],
      empty: counts.blocked === 0,
    },
    {
      name: 'excluded.csv',
      size: counted(counts.excluded, 'user'),
      use: 'Excluded, with the reason',
      kinds: [['excluded', 'Save']],
      empty: counts.excluded === 0,
    },
    {
      name: 'users-without-password.csv',
      size: counted(withoutPassword, 'user'),
      use: 'Users who need a password reset',
      full: true,
      kinds: [['users-without-password', 'Save']],
      empty: withoutPassword === 0,
    },
    {
      name: 'All records',
      size: counted(totals.records, 'record'),
      use: 'Every request and its outcome',
      kinds: [
        ['csv', 'CSV'],
        ['json', 'JSON'],
      ],
    },
  ]
}
