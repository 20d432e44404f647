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
import { useSteps } from '../../navigation/step-context.tsx'
import { InterruptedExclusion } from './interrupted-exclusion.tsx'
import { ReviewBody } from './review-body.tsx'
import { leadOf, startText } from './review-text.ts'
import { StartDialog } from './start-dialog.tsx'

type Asking = 'all' | 'first' | 'selected' | null

/** What will happen to whom, before anything is sent; every decision, and the start. */
export function ReviewStep() {
  const document = useDocument()
  const { version, work, target, counts } = document
  const { progress } = useProgress()
  const { go } = useSteps()
  const { value: preview, problem, reload } = useQuery('preview:get', {}, version)
  const view = useUsersView()
  const [asking, setAsking] = useState<Asking>(null)
  const { selected } = view
  const underWay = isUnderWay(progress)
  const connected = target?.connected === true
  const canStart = preview !== null && connected && counts.ready > 0 && work.kind === 'idle' && !underWay
  const lead = leadOf(preview?.counts ?? counts, target, preview?.filtered?.ready ?? null)
  const say = startText(document, underWay)

  return (
    <StepFrame
      title="Review"
      lead={
        <>
          <b>{lead.strong}</b>
          {lead.rest}
        </>
      }
      say={
        <>
          {say.before}
          {say.strong && <b>{say.strong}</b>}
          {say.rest}
        </>
      }
      actions={
        <>
          <Button disabled={!canStart || selected === 0} onClick={() => setAsking('selected')}>
            Migrate selected{selected > 0 && ` (${count(selected)})`}
          </Button>
          {target !== null && !underWay && (
            <Button disabled={!canStart} onClick={() => setAsking('first')}>
              Start pilot…
            </Button>
          )}
          {target === null && <PrimaryButton onClick={() => go('connect')}>Connect a core</PrimaryButton>}
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
      <InterruptedExclusion />
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
