import { useState } from 'react'
import { useDocument } from '../../api/document-context.tsx'
import { isUnderWay, useProgress } from '../../api/progress-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { count } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { useUsersView } from '../../components/users/use-users-view.ts'
import { Reconnect } from '../connect/reconnect.tsx'
import { useSteps } from '../step-context.tsx'
import { ReviewBody } from './review-body.tsx'
import { StartDialog } from './start-dialog.tsx'

type Asking = 'all' | 'selected' | null

/** What will happen to whom, before anything is sent; every decision, and the start. */
export function ReviewStep() {
  const { version, work, target, counts, started } = useDocument()
  const { progress } = useProgress()
  const { go } = useSteps()
  const { value: preview, problem, reload } = useQuery('preview:get', {}, version)
  const view = useUsersView()
  const [asking, setAsking] = useState<Asking>(null)
  const { selected } = view
  const underWay = isUnderWay(progress)
  const connected = target?.connected === true
  const canStart = preview !== null && connected && counts.ready > 0 && work.kind === 'idle' && !underWay

  return (
    <StepFrame
      title="Review"
      lead={`${started ? 'Users already sent stay as they are.' : 'Nothing has been sent.'} Click a bar to filter the list.`}
      say={target ? (preview?.sentence ?? '\u00a0') : 'Connect a core first, or rehearse.'}
      actions={
        <>
          <Button disabled={!canStart || selected === 0} onClick={() => setAsking('selected')}>
            Migrate selected only{selected > 0 && ` (${count(selected)})`}
          </Button>
          {target === null && <PrimaryButton onClick={() => go('connect')}>Choose a core</PrimaryButton>}
          {target !== null && underWay && <PrimaryButton onClick={() => go('run')}>Back to the run</PrimaryButton>}
          {target !== null && !underWay && (
            <PrimaryButton disabled={!canStart} onClick={() => setAsking('all')}>
              Start migration…
            </PrimaryButton>
          )}
        </>
      }
    >
      <Reconnect />
      <ProblemNotice problem={problem} onRetry={reload} />
      {(preview || !problem) && <ReviewBody preview={preview} view={view} />}
      {asking && preview && (
        <StartDialog
          preview={preview}
          selection={view.selection}
          selected={selected}
          startWith={asking}
          onClose={() => setAsking(null)}
          onStarted={() => go('run')}
        />
      )}
    </StepFrame>
  )
}
