import type { FileView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { count, counted } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './truncation.module.css'

/** Banner of a truncated file: nothing is sent until the operator replaces the file or accepts its read part. */
export function Truncation({
  file,
  replacing,
  onReplace,
  onShowSkipped,
}: {
  readonly file: FileView
  readonly replacing: boolean
  readonly onReplace: () => void
  readonly onShowSkipped: () => void
}) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const use = useMutation(() => bridge.invoke('export:accept-truncation', { fileId: file.id }), accept)
  if (file.truncation === null || !file.complete) return null
  const { reason, accepted } = file.truncation
  const complete = file.records - file.unreadable
  return (
    <>
      <div className={styles.banner} role="alert">
        <Icon name="alert" />
        <div>
          <p>
            <b>This file is incomplete.</b> It ends {placeOf(file)}. All users after that are missing.
          </p>
          <p className={styles.reason}>
            {accepted
              ? `You use its ${counted(complete, 'complete record')}; the report says so.`
              : 'Export the file again and replace it here.'}
          </p>
          <p className={styles.reason}>{reason}</p>
          <div className={styles.actions}>
            <Button small busy={replacing} onClick={onReplace} aria-label={`Replace file… ${file.name}`}>
              <b>Replace file…</b>
            </Button>
            {!accepted && (
              <Button small busy={use.busy} onClick={() => void use.run()}>
                Use the {counted(complete, 'complete record')}
              </Button>
            )}
            {file.unreadable > 0 && (
              <Button
                variant="link"
                small
                onClick={onShowSkipped}
                aria-label={`${file.unreadable === 1 ? 'Show skipped record' : 'Show skipped records'} of ${file.name}`}
              >
                {file.unreadable === 1 ? 'Show skipped record' : 'Show skipped records'}
              </Button>
            )}
          </div>
        </div>
      </div>
      <ProblemNotice problem={use.problem} onDismiss={use.dismiss} />
    </>
  )
}

/** `in the middle of record 1,317 (line 1,318)`; the record that was cut is the last one that was counted. */
function placeOf({ records, unreadable, truncation }: FileView): string {
  const [, word = '', line] =
    /^(?:(?:Sheet|Table) .*, )?(line|row|document|entry) (\d+):/i.exec(truncation?.reason ?? '') ?? []
  const at = line === undefined ? '' : ` (${word.toLowerCase()} ${count(Number(line))})`
  return unreadable > 0 ? `in the middle of record ${count(records)}${at}` : `after record ${count(records)}${at}`
}
