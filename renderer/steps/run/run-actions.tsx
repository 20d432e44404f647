import type { ProgressView } from '../../../shared/ipc/views.ts'
import { hasEnded } from '../../api/progress-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { count, counted } from '../../components/format.ts'
import { useSteps } from '../step-context.tsx'
import type { Run } from './use-run.ts'

/** What can be done now: pause or cancel, resume, retry, or go on to the report. */
export function RunActions({
  progress,
  run,
  onCancel,
}: {
  readonly progress: ProgressView
  readonly run: Run
  readonly onCancel: () => void
}) {
  const { go } = useSteps()
  const { counts } = progress
  const { choices } = useDocument()
  const undecided = progress.stopped === 'existing-users' && choices.existing === null
  switch (progress.state) {
    case 'running':
    case 'waiting':
    case 'pausing':
      return (
        <>
          <Button onClick={onCancel}>Cancel…</Button>
          <PrimaryButton busy={run.pause.busy || progress.state === 'pausing'} onClick={() => void run.pause.run()}>
            {progress.state === 'pausing' ? 'Pausing' : 'Pause'}
          </PrimaryButton>
        </>
      )
    case 'paused':
    case 'stopped':
      return (
        <>
          <Button onClick={() => go('report')}>Report so far</Button>
          {progress.stopped === 'cancelled' ? (
            <PrimaryButton onClick={() => go('review')}>Back to Review</PrimaryButton>
          ) : (
            <PrimaryButton busy={run.resume.busy} disabled={undecided} onClick={() => void run.resume.run()}>
              Resume
            </PrimaryButton>
          )}
        </>
      )
    default:
      if (!hasEnded(progress)) {
        return (
          <>
            <Button onClick={() => go('report')}>Report so far</Button>
            <PrimaryButton onClick={() => go('review')}>Go on with {counted(counts.ready, 'user')}…</PrimaryButton>
          </>
        )
      }
      return (
        <>
          {counts.ready > 0 && <Button onClick={() => go('review')}>Migrate {count(counts.ready)} more…</Button>}
          {counts.failed > 0 && (
            <Button busy={run.retry.busy} onClick={() => void run.retry.run({ kind: 'failed' })}>
              Retry {count(counts.failed)} failed
            </Button>
          )}
          <PrimaryButton onClick={() => go('report')}>See the report</PrimaryButton>
        </>
      )
  }
}
