import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import { interruptedText } from './review-text.ts'

/** Says that the app ended while users were being excluded, and how far that was, until the operator has read it. */
export function InterruptedExclusion() {
  const bridge = useBridge()
  const { interruptedExclusion } = useDocument()
  const dismiss = useMutation(() => bridge.invoke('users:exclude-stop', {}))
  if (interruptedExclusion === null) return null
  const { strong, rest } = interruptedText(interruptedExclusion)
  return (
    <>
      <Notice tone="wait" onDismiss={() => void dismiss.run()}>
        <b>{strong}</b>
        {rest}
      </Notice>
      <ProblemNotice problem={dismiss.problem} onDismiss={dismiss.dismiss} />
    </>
  )
}
