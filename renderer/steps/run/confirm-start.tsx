import { useQuery } from '../../api/use-query.ts'
import { useDocument } from '../../api/document-context.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { noSelection } from '../../components/users/use-users-view.ts'
import { StartDialog } from '../review/start-dialog.tsx'

/** The usual confirmation for all ready users, as a dialog in place of the other step. */
export function ConfirmStart({ onClose, onStarted }: { readonly onClose: () => void; readonly onStarted: () => void }) {
  const { version } = useDocument()
  const { value: preview, problem, reload } = useQuery('preview:get', {}, version)
  if (!preview) return <ProblemNotice problem={problem} onRetry={reload} />
  return (
    <StartDialog
      preview={preview}
      selection={noSelection}
      selected={0}
      startWith="all"
      onClose={onClose}
      onStarted={onStarted}
    />
  )
}
