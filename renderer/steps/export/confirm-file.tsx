import type { FileView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './confirm-file.module.css'

/** A file that only the migration names: its path is seen before it is opened. */
export function ConfirmFile({ file }: { readonly file: FileView }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const confirm = useMutation(() => bridge.invoke('export:confirm', { fileId: file.id }), accept)
  return (
    <Notice tone="wait">
      This migration names a file that was not chosen on this machine. It is read only if you want that:
      <code className={styles.path}>{file.unconfirmedPath}</code>
      <Button small busy={confirm.busy} onClick={() => void confirm.run()} aria-label={`Read file ${file.name}`}>
        Read file
      </Button>
      <ProblemNotice problem={confirm.problem} onDismiss={confirm.dismiss} />
    </Notice>
  )
}
