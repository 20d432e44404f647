import { Fragment, useEffect, useState } from 'react'
import type { ReportView } from '../../../shared/ipc/views.ts'
import { type ReportFormat, reportFile } from '../../../shared/ipc/report-files.ts'
import { unchangedOf } from '../../../shared/report/state-titles.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useHost } from '../../api/host-context.tsx'
import { Button, PrimaryButton, reasons } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Checkbox } from '../../components/controls/field.tsx'
import { count, counted } from '../../components/texts/format.ts'
import { Notice, OperationProgress, ProblemNotice } from '../../components/notices/notice.tsx'
import styles from './report-step.module.css'
import type { SaveReport } from './report-actions.tsx'

/** Polling interval for the progress of saving, ms. */
const askEvery = 500

/** Progress of saving files, with a button to stop. Small files are saved before it shows. */
function SavingProgress() {
  const bridge = useBridge()
  const [{ done, total }, setReached] = useState({ done: 0, total: 0 })
  const [stopping, setStopping] = useState(false)
  const stop = useMutation(
    () => bridge.invoke('report:save-state', { stop: true }),
    () => setStopping(true),
  )
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const state = await bridge.invoke('report:save-state', { stop: false })
      if (state.ok) setReached(state.value)
    }
    const asking = setInterval(() => void ask(), askEvery)
    return () => clearInterval(asking)
  }, [bridge])
  if (total === 0) return null
  const saving = done < total ? `Saving: ${count(done)} of ${count(total)} users` : 'Finishing the file'
  return (
    <div className={styles.saving}>
      <OperationProgress label="Saving" done={done} total={total} stop={stop} stopping={stopping}>
        {stopping ? 'Stopping' : saving}
      </OperationProgress>
    </div>
  )
}

type Item = {
  readonly name: string
  /** The number of rows, or the purpose of the file. */
  readonly note: string
  /** Each format with the label of its button. */
  readonly kinds: readonly (readonly [ReportFormat, string])[]
}

/** The files to download; lists without users are left out. */
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
  const desktop = useHost().host === 'desktop'
  const items = itemsOf(report, desktop)
  const formats = items.flatMap(({ kinds }) => kinds.map(([format]) => format))
  return (
    <Card
      title="Downloads"
      aside={
        desktop && (
          <Button
            small
            variant="subtle"
            busy={save.savingAll}
            disabled={save.saving !== null && reasons.busy}
            onClick={() => setAsking('all')}
          >
            Save all…
          </Button>
        )
      }
    >
      <ul className={styles.files}>
        {items.map(({ name, note, kinds }) => (
          <Fragment key={name}>
            <li>
              <span>
                <b>{name}</b> <span className={`${styles.about} figures`}>{note}</span>
              </span>
              <span className={styles.kinds}>
                {kinds.map(([format, word]) => (
                  <Button
                    key={format}
                    small
                    busy={save.saving === format}
                    disabled={(save.saving !== null || save.savingAll) && reasons.busy}
                    aria-label={word === 'Save' ? `Save ${name}` : `Save ${name} as ${word}`}
                    onClick={() => (format === 'users-without-password' ? setAsking('list') : save.run(format))}
                  >
                    {word}
                  </Button>
                ))}
              </span>
            </li>
            {name === 'Report' && report.undone !== null && <RemovedUsers masked={masked} />}
          </Fragment>
        ))}
      </ul>
      <div className={styles.mask}>
        <Checkbox checked={masked} onChange={onMasked}>
          Mask emails and phone numbers
        </Checkbox>
      </div>
      {(save.saving !== null || save.savingAll) && <SavingProgress />}
      {save.stopped !== null && <Notice onDismiss={save.dismiss}>{save.stopped}</Notice>}
      <ProblemNotice of={save} />
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

/** The users that an undo has removed. */
function RemovedUsers({ masked }: { readonly masked: boolean }) {
  const bridge = useBridge()
  const [saved, setSaved] = useState<string | null>(null)
  const save = useMutation(
    () => bridge.invoke('post-run:save', { kind: 'undo', masked }),
    (answer) => setSaved(answer.saved),
  )
  return (
    <li>
      <span>
        <b>removed.csv</b>{' '}
        <span className={styles.about}>{saved === null ? 'Old and former IDs' : `Saved as ${saved}`}</span>
        <ProblemNotice of={save} />
      </span>
      <span className={styles.kinds}>
        <Button small busy={save.busy} aria-label="Save removed.csv" onClick={() => void save.run()}>
          Save
        </Button>
      </span>
    </li>
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

function itemsOf({ counts, totals, withoutPassword, held }: ReportView, desktop: boolean): readonly Item[] {
  const open = counts.failed + counts['in-doubt']
  const list = (format: ReportFormat, users: number, note = count(users)): readonly Item[] =>
    users === 0 ? [] : [{ name: reportFile(format).name, note, kinds: [[format, 'Save']] }]
  return [
    {
      name: 'Report',
      note: '',
      kinds: desktop
        ? [
            ['html', 'HTML'],
            ['pdf', 'PDF'],
          ]
        : [['html', 'HTML']],
    },
    ...list('created', counts.migrated, 'Old and new IDs'),
    ...list('blocked', counts.blocked),
    ...list('failed', open),
    ...list('held', held, `${count(held)} of the source`),
    ...list('excluded', counts.excluded - unchangedOf(totals, counts)),
    ...list('users-without-password', withoutPassword, `${count(withoutPassword)} to reset, unmasked`),
    {
      name: 'All records',
      note: count(totals.records),
      kinds: [
        ['csv', 'CSV'],
        ['json', 'JSON'],
      ],
    },
  ]
}

/** Every file of the report into one folder; the list for mailing only when its full addresses are asked for. */
function SaveAllDialog({
  formats,
  users,
  onClose,
  onSave,
}: {
  readonly formats: readonly ReportFormat[]
  /** On the list for mailing. */
  readonly users: number
  readonly onClose: () => void
  readonly onSave: (formats: readonly ReportFormat[]) => void
}) {
  const [full, setFull] = useState(false)
  const chosen = formats.filter((format) => full || format !== 'users-without-password')
  return (
    <Dialog
      title="Save all files"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PrimaryButton onClick={() => onSave(chosen)}>Save {counted(chosen.length, 'file')}…</PrimaryButton>
        </>
      }
    >
      <p>You choose a folder. The files go into a new folder there, so none is replaced.</p>
      {formats.includes('users-without-password') && (
        <Checkbox checked={full} onChange={setFull}>
          Include users-without-password.csv with the full addresses of {counted(users, 'user')}
        </Checkbox>
      )}
    </Dialog>
  )
}

/** Confirms a saved file in the footer, with a link to its folder in the desktop app. */
export function SavedNotice({ name }: { readonly name: string }) {
  const bridge = useBridge()
  const desktop = useHost().host === 'desktop'
  const show = useMutation(() => bridge.invoke('report:show-in-folder', {}))
  return (
    <span className={`row ${styles.saved}`} role="status">
      <span>
        Saved as <b>{name}</b>.
      </span>
      {desktop && (
        <Button variant="link" busy={show.busy} onClick={() => void show.run()}>
          Show in folder
        </Button>
      )}
    </span>
  )
}
