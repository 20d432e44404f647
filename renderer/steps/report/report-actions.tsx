import { useState } from 'react'
import type { ReportView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { isUnderWay, useProgress } from '../../api/progress-context.tsx'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { ConfirmStart } from '../run/confirm-start.tsx'
import type { Run } from '../run/use-run.ts'
import { useSteps } from '../../navigation/step-context.tsx'
import { reportNext } from './report-next.ts'
import type { SaveReport } from './use-save.ts'

/** What is still open as the one filled button; saving the report when nothing is. */
export function ReportActions({
  report,
  run,
  save,
  onCorrect,
}: {
  readonly report: ReportView | null
  readonly run: Run
  readonly save: SaveReport
  readonly onCorrect: () => void
}) {
  const { go } = useSteps()
  const { target } = useDocument()
  const { progress } = useProgress()
  const [asking, setAsking] = useState(false)
  const next = report === null ? null : reportNext(report, isUnderWay(progress))
  const connected = target?.connected === true
  const saving = { busy: save.saving === 'html', disabled: report === null || save.saving !== null }
  if (next === null) {
    return (
      <>
        {report !== null && report.undone !== null && (
          <Button disabled={!connected} onClick={() => setAsking(true)}>
            Migrate again…
          </Button>
        )}
        <PrimaryButton {...saving} onClick={() => save.run('html')}>
          Save report…
        </PrimaryButton>
        {asking && <ConfirmStart onClose={() => setAsking(false)} onStarted={() => go('run')} />}
      </>
    )
  }
  const press = {
    run: () => go('run'),
    retry: () => void run.retry.run({ kind: 'failed' }),
    correct: onCorrect,
    migrate: () => setAsking(true),
    decide: () => go('review'),
    'migrate-live': () => go('connect'),
  }
  return (
    <>
      <Button {...saving} onClick={() => save.run('html')}>
        Save report…
      </Button>
      <PrimaryButton
        busy={run.retry.busy}
        disabled={(next.action === 'retry' || next.action === 'migrate') && !connected}
        onClick={press[next.action]}
      >
        {next.label}
      </PrimaryButton>
      {asking && <ConfirmStart onClose={() => setAsking(false)} onStarted={() => go('run')} />}
    </>
  )
}
