import { useBridge } from '../../bridge/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../bridge/document-context.tsx'
import { useTask } from '../../bridge/use-task.ts'
import { Button } from '../../components/button.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'

/** Says that a file is mapped as in the earlier migration, and maps it by its columns again when that is wanted. */
export function TakenMapping({ fileId }: { readonly fileId: number }) {
  const bridge = useBridge()
  const { earlier } = useDocument()
  const { accept } = useDocumentState()
  const undo = useTask(() => bridge.ask('mapping:set', { fileId, mapping: null }), accept)
  if (earlier?.taken.files.includes(fileId) !== true)
    return <ProblemNotice problem={undo.problem} onDismiss={undo.dismiss} />
  return (
    <Notice>
      Mapped as in “{earlier.name}”, whose file had the same columns.{' '}
      <Button look="link" busy={undo.busy} onClick={() => void undo.run()}>
        Suggest a mapping anew
      </Button>
      <ProblemNotice problem={undo.problem} onDismiss={undo.dismiss} />
    </Notice>
  )
}
