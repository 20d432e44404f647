import type { FileView } from '../../../shared/bridge/views.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useDocumentState } from '../../bridge/document-context.tsx'
import { useTask } from '../../bridge/use-task.ts'
import { Button } from '../../components/button.tsx'
import { counted } from '../../components/format.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'

/** Banner of a truncated file: nothing is sent until the operator replaces the file or accepts what was read of it. */
export function Truncation({ file }: { readonly file: FileView }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const use = useTask(() => bridge.ask('export:accept-truncation', { fileId: file.id }), accept)
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
