import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'

/** Says that a file is mapped as in the earlier migration, and maps it by its columns again when that is wanted. */
export function InheritedMapping({ fileId }: { readonly fileId: number }) {
  const bridge = useBridge()
  const { baseline } = useDocument()
  const { accept } = useDocumentState()
  const undo = useMutation(() => bridge.invoke('mapping:set', { fileId, mapping: null }), accept)
  if (baseline?.inherited.files.includes(fileId) !== true)
    return <ProblemNotice problem={undo.problem} onDismiss={undo.dismiss} />
  return (
    <Notice>
      Mapped as in “{baseline.name}”, whose file had the same columns.{' '}
      <Button variant="link" busy={undo.busy} onClick={() => void undo.run()}>
        Suggest a new mapping
      </Button>
      <ProblemNotice problem={undo.problem} onDismiss={undo.dismiss} />
    </Notice>
  )
}
