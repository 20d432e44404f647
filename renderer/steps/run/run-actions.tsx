import type { ProgressView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { NextStepButton } from '../../components/next-step-button.tsx'
import { useSteps } from '../../navigation/step-context.tsx'
import { nextSteps, type RunAction, type RunStep } from './next-step.ts'
import type { Run } from './use-run.ts'
import { type Reason, reasons } from '../../components/reasons.ts'

/** The next step of a run as the one filled button, and what else can be done. */
export function RunActions({
  progress,
  retryable,
  removable,
  undone,
  run,
  onCancel,
  onMigrate,
  onCorrect,
  onUndo,
}: {
  readonly progress: ProgressView
  readonly retryable: boolean
  readonly removable: boolean
  readonly undone: boolean
  readonly run: Run
  readonly onCancel: () => void
  readonly onMigrate: () => void
  readonly onCorrect: () => void
  readonly onUndo: () => void
}) {
  const { go } = useSteps()
  const { choices, target } = useDocument()
  const { primary, others } = nextSteps(progress, {
    rehearsal: target?.kind === 'rehearsal',
    retryable,
    removable,
    undone,
  })
  const undecided = progress.stopped === 'existing-users' && choices.existing === null
  const offline = target?.connected !== true && reasons.notConnected
  const blocked: Readonly<Partial<Record<RunAction, Reason>>> = {
    resume: offline || (undecided && 'Decide first what happens to users who are already in the core.'),
    migrate: offline,
    undo: offline,
    retry: offline,
  }
  const busy: Readonly<Partial<Record<RunAction, boolean>>> = {
    resume: run.resume.busy,
    retry: run.retry.busy,
    pause: run.pause.busy || progress.state === 'pausing',
  }
  const press: Readonly<Record<RunAction, () => void>> = {
    pause: () => void run.pause.run(),
    cancel: onCancel,
    resume: () => void run.resume.run(),
    migrate: onMigrate,
    retry: () => void run.retry.run({ kind: 'failed' }),
    correct: onCorrect,
    decide: () => go('review'),
    'migrate-live': () => go('connect'),
    report: () => go('report'),
    undo: onUndo,
  }
  const propsOf = ({ action }: RunStep) => ({
    busy: busy[action] === true,
    disabled: blocked[action],
    onClick: press[action],
  })
  return (
    <>
      {others.map((step) => (
        <Button key={step.action} {...propsOf(step)}>
          {labelOf(step)}
        </Button>
      ))}
      {primary && (
        <NextStepButton action={primary.action} {...propsOf(primary)}>
          {labelOf(primary)}
        </NextStepButton>
      )}
    </>
  )
}

/** The label with its picture; a busy button has its spinner there. */
function labelOf({ action, label }: RunStep) {
  if (action !== 'pause' || label !== 'Pause run') return label
  return (
    <>
      <Icon name="pause" />
      {label}
    </>
  )
}
