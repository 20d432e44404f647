import { useBridge } from '../../bridge/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../bridge/document-context.tsx'
import { useAnswer } from '../../bridge/use-answer.ts'
import { useTask } from '../../bridge/use-task.ts'
import { Button } from '../../components/button.tsx'
import { counted } from '../../components/format.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'

/** Says that a list of users narrows the migration, and offers to send everybody again. */
export function NarrowedNotice() {
  const bridge = useBridge()
  const { version, narrowed: isNarrowed } = useDocument()
  const { accept } = useDocumentState()
  const narrowed = useAnswer('preview:get', isNarrowed ? {} : null, version, 1000).value?.narrowed ?? null
  const widen = useTask(() => bridge.ask('export:widen', {}), accept)
  if (!isNarrowed || narrowed === null) return null
  const missing = narrowed.named - narrowed.found
  return (
    <Notice tone={narrowed.found === 0 ? 'wait' : 'plain'}>
      Narrowed to the <b>{counted(narrowed.found, 'user')}</b> of {narrowed.from.join(' and ') || 'a list'};{' '}
      {counted(narrowed.ready, 'user')} of them can be sent.
      {missing > 0 &&
        ` ${counted(missing, 'line')} of the list ${missing === 1 ? 'names' : 'name'} nobody new in these files.`}{' '}
      <Button look="link" busy={widen.busy} onClick={() => void widen.run()}>
        Send everybody instead
      </Button>
      <ProblemNotice problem={widen.problem} onDismiss={widen.dismiss} />
    </Notice>
  )
}
