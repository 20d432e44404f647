import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../../api/document-context.tsx'
import { isUnderWay, useProgress } from '../../../api/progress-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { useQuery } from '../../../api/use-query.ts'
import { Button } from '../../controls/button.tsx'
import { counted } from '../../texts/format.ts'
import { ProblemNotice } from '../../notices/notice.tsx'

/**
 * Sends all users who were corrected and are ready again. Shows nothing before the first run, while one is under way, without
 * a connection, or when there is none to send.
 */
export function SendCorrected({ small = false }: { readonly small?: boolean }) {
  const bridge = useBridge()
  const { version, started, target, undone } = useDocument()
  const { progress, take } = useProgress()
  const { decisions } = useDocumentState()
  // After an undo, all users are sent again together.
  const possible = started && undone === undefined && target?.connected === true && !isUnderWay(progress)
  const corrected = useQuery('users:corrected', possible ? {} : null, version, 1000)
  const send = useMutation(() => bridge.invoke('run:retry', { scope: { kind: 'corrected' } }), take, decisions)
  const ready = possible ? (corrected.value?.ready ?? 0) : 0
  if (ready === 0 && send.problem === null) return null
  return (
    <>
      {ready > 0 && (
        <Button small={small} busy={send.busy} onClick={() => void send.run()}>
          Send {counted(ready, 'corrected user')}
        </Button>
      )}
      <ProblemNotice of={send} />
    </>
  )
}
