import type { FileView } from '../../../shared/bridge/views.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useDocumentState } from '../../bridge/document-context.tsx'
import { useTask } from '../../bridge/use-task.ts'
import { Button } from '../../components/button.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './confirm-file.module.css'

/** A file that only the migration names: its path is seen before it is opened. */
export function ConfirmFile({ file }: { readonly file: FileView }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const confirm = useTask(() => bridge.ask('export:confirm', { fileId: file.id }), accept)
  return (
    <Notice tone="wait">
      This migration names a file that was not chosen on this machine. It is read into the migration only if you want
      that:
      <code className={styles.path}>{file.unconfirmedPath}</code>
      <Button small busy={confirm.busy} onClick={() => void confirm.run()} aria-label={`Read file ${file.name}`}>
        Read file
      </Button>
      <ProblemNotice problem={confirm.problem} onDismiss={confirm.dismiss} />
    </Notice>
  )
}
