import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocumentState } from '../../../api/document-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'

/** Chooses another file in place of one of the export, such as one that was moved. */
export function useReplaceFile(fileId: number) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  return useMutation(
    () => bridge.invoke('export:replace', { fileId }),
    (view) => view && accept(view),
  )
}
