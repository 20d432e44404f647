import type { FileView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { counted } from '../../components/format.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'

/** Banner of a truncated file: nothing is sent until the operator replaces the file or accepts what was read of it. */
export function Truncation({ file }: { readonly file: FileView }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const use = useMutation(() => bridge.invoke('export:accept-truncation', { fileId: file.id }), accept)
  if (file.truncation === null || !file.complete) return null
  const { reason, accepted } = file.truncation
  const complete = file.records - file.unreadable
  return (
    <>
      <Notice tone="bad">
        <b>This file is incomplete.</b> {reason} How many users are missing cannot be told.{' '}
        {accepted ? (
          <>You use its {counted(complete, 'complete record')}; the report says so.</>
        ) : (
          <>
            Remove it and add the whole file, or go on without the rest.{' '}
            <Button small busy={use.busy} onClick={() => void use.run()}>
              Use the {counted(complete, 'complete record')}
            </Button>
          </>
        )}
      </Notice>
      <ProblemNotice problem={use.problem} onDismiss={use.dismiss} />
    </>
  )
}
