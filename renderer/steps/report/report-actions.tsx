import { useState } from 'react'
import type { ReportView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { isUnderWay, useProgress } from '../../api/progress-context.tsx'
import { Button } from '../../components/button.tsx'
import { NextStepButton } from '../../components/next-step-button.tsx'
import { KeepInStep } from '../follow/keep-in-step.tsx'
import { ConfirmStart } from '../run/confirm-start.tsx'
import type { Run } from '../run/use-run.ts'
import { useSteps } from '../../navigation/step-context.tsx'
import { useDecisions } from '../../navigation/step-state.ts'
import { reportNext } from './report-next.ts'
import type { SaveReport } from './use-save.ts'
import { reasons } from '../../components/reasons.ts'

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
  const toDecisions = useDecisions()
  const { target } = useDocument()
  const { progress } = useProgress()
  const [asking, setAsking] = useState(false)
  const next = report === null ? null : reportNext(report, isUnderWay(progress))
  const connected = target?.connected === true
  const press = {
    run: () => go('run'),
    retry: () => void run.retry.run({ kind: 'failed' }),
    correct: onCorrect,
    migrate: () => setAsking(true),
    decide: toDecisions,
    'migrate-live': () => go('connect'),
  }
  const saving = {
    busy: save.saving === 'html',
    disabled: save.saving !== null && reasons.busy,
    onClick: () => save.run('html'),
  }
  // Until the report tells what is next, no button stands where a more urgent one may take its place.
  if (report === null) return null
  return (
    <>
      {next === null && report.undone !== null && (
        <Button disabled={!connected && reasons.notConnected} onClick={() => setAsking(true)}>
          Migrate again…
        </Button>
      )}
      {report.target?.kind === 'live' && report.undone === null && <KeepInStep onBegun={() => go('run')} />}
      {next !== null && <Button {...saving}>Save report…</Button>}
      {next === null ? (
        <NextStepButton action="save" {...saving}>
          Save report…
        </NextStepButton>
      ) : (
        <NextStepButton
          action={next.action}
          busy={run.retry.busy}
          disabled={(next.action === 'retry' || next.action === 'migrate') && !connected && reasons.notConnected}
          onClick={press[next.action]}
        >
          {next.label}
        </NextStepButton>
      )}
      {asking && <ConfirmStart onClose={() => setAsking(false)} onStarted={() => go('run')} />}
    </>
  )
}
