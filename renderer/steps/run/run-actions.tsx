import type { FailureGroup, ProgressView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Button, type Reason, reasons } from '../../components/controls/button.tsx'
import { Icon } from '../../components/display/icon.tsx'
import { NextStepButton } from '../../components/shell/next-step-button.tsx'
import { actionAbout, userAction } from '../../components/texts/user-action.ts'
import { useSteps } from '../../navigation/step-context.tsx'
import { continuation } from './progress/run-facts.ts'
import { type Run, stageOf } from './use-run.ts'

/** The next step of a run as the filled button, and further actions. */
export function RunActions({
  progress,
  steps: { primary, others },
  removing,
  run,
  onCancel,
  onMigrate,
  onCorrect,
  onUndo,
}: {
  readonly progress: ProgressView
  readonly steps: NextSteps
  /** Users are being removed from the core again. */
  readonly removing: boolean
  readonly run: Run
  readonly onCancel: () => void
  readonly onMigrate: () => void
  readonly onCorrect: () => void
  readonly onUndo: () => void
}) {
  const { go } = useSteps()
  const { choices, target } = useDocument()
  const undecided = progress.stopped === 'existing-users' && choices.existing === null
  const offline = (target?.connected !== true && reasons.notConnected) || (removing && reasons.removing)
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
    retry: () => void run.retry.run({ kind: 'retryable' }),
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

/** The label with its icon; a busy button shows its spinner there. */
function labelOf({ action, label }: RunStep) {
  if (action !== 'pause' || label !== 'Pause run') return label
  return (
    <>
      <Icon name="pause" />
      {label}
    </>
  )
}

/** An action of the operator on a run. `migrate` asks for the usual confirmation first. */
type RunAction =
  | 'pause'
  | 'cancel'
  | 'resume'
  | 'migrate'
  | 'retry'
  | 'correct'
  | 'decide'
  | 'migrate-live'
  | 'report'
  | 'undo'

type RunStep = { readonly action: RunAction; readonly label: string }

type NextSteps = {
  /** Null while the next step stands in a banner of its own. */
  readonly primary: RunStep | null
  readonly others: readonly RunStep[]
}

type RunSituation = {
  readonly rehearsal: boolean
  /** Failed users whose request may succeed unchanged. */
  readonly retryable: number
  /** Users of the largest cause, where only another value helps them. */
  readonly correctable?: number
  /** This machine can undo the migration. */
  readonly removable?: boolean
  /** A complete undo has removed the users that the last runs created. */
  readonly undone?: boolean
  /** The rehearsal simulates a failure, which the panel about a stop turns off. */
  readonly simulated?: boolean
  /** The core has to be connected first; a banner says so. */
  readonly offline?: boolean
}

/** Actions that send users, and need the core. */
const sending: ReadonlySet<RunAction> = new Set(['resume', 'migrate', 'retry'])

const report: RunStep = { action: 'report', label: 'Open report' }
const undo: RunStep = { action: 'undo', label: 'Undo pilot…' }

/** Whether a button below the screen does the one thing that the only cause of failures asks for. */
export function isOffered({ primary, others }: NextSteps, causes: readonly Pick<FailureGroup, 'action'>[]): boolean {
  const [cause, ...further] = causes
  if (cause === undefined || further.length > 0) return false
  return [primary, ...others].some((offered) => offered?.action === cause.action)
}

/** The operator's next step, as one filled button, and the further actions. */
export function nextSteps(progress: ProgressView, situation: RunSituation): NextSteps {
  const { primary, others } = stepsOf(progress, situation)
  return situation.offline === true && primary !== null && sending.has(primary.action)
    ? { primary: null, others: [...others, primary] }
    : { primary, others }
}

function stepsOf(progress: ProgressView, situation: RunSituation): NextSteps {
  const { counts } = progress
  if (situation.undone === true) return { primary: report, others: again(progress) }
  switch (stageOf(progress)) {
    case 'running':
    case 'pausing':
    case 'waiting': {
      const cancel: RunStep = { action: 'cancel', label: 'Cancel run…' }
      const pause: RunStep = { action: 'pause', label: progress.state === 'pausing' ? 'Pausing' : 'Pause run' }
      return progress.outage === null
        ? { primary: pause, others: [cancel] }
        : { primary: null, others: [cancel, pause] }
    }
    case 'paused':
    case 'stopped': {
      const { action, ready, sending: checked } = continuation(progress)
      const next: RunStep = { action, label: continueLabel(action, ready + checked) }
      // The panel about a refused key takes the new one, or ends the simulated refusal; with either the run resumes.
      const isKeyNext =
        progress.state === 'stopped' &&
        progress.stopped === 'api-key-rejected' &&
        (!situation.rehearsal || situation.simulated === true)
      return isKeyNext ? { primary: null, others: [report, next] } : { primary: next, others: [report] }
    }
    case 'cancelled':
      if (counts.ready > 0)
        return { primary: { action: 'migrate', label: userAction('Migrate', counts.ready) }, others: [report] }
      return inOrder([...uncertain(progress), report])
    case 'pilot': {
      const { primary, others } = inOrder(afterRun(progress, situation))
      if (situation.removable !== true) return { primary, others }
      const other = others.find(({ action }) => action === 'migrate') ?? report
      return { primary, others: [undo, other] }
    }
    case 'finished':
      return inOrder(afterRun(progress, situation))
  }
}

/** After an undo the removed users are ready, with those who were not sent before. */
function again({ counts }: ProgressView): readonly RunStep[] {
  if (counts.ready === 0) return []
  return [{ action: 'migrate', label: `${actionAbout('Migrate again', counts.ready)}…` }]
}

/** The step that follows users of a bulk import after its end, e.g. a cancelled one. With others left to send, their run follows them. */
function uncertain(progress: ProgressView): readonly RunStep[] {
  const { action, ready, sending: checked } = continuation(progress)
  return ready === 0 && checked > 0 ? [{ action, label: continueLabel(action, checked) }] : []
}

/** Names the users that are sent next, users to be checked included. */
function continueLabel(action: 'resume' | 'migrate', users: number): string {
  if (action === 'migrate') return userAction('Migrate', users)
  return users === 0 ? 'Resume' : userAction('Resume with', users)
}

/** Steps after a run that is over, the most urgent first. */
function afterRun(progress: ProgressView, { rehearsal, retryable, correctable = 0 }: RunSituation): readonly RunStep[] {
  const { counts } = progress
  const pilot = stageOf(progress) === 'pilot'
  const steps: RunStep[] = []
  if (counts.failed > 0) {
    steps.push(
      retryable > 0 && correctable === 0
        ? { action: 'retry', label: userAction('Retry', retryable) }
        : { action: 'correct', label: userAction('Correct', correctable || counts.failed) },
    )
  }
  if (counts.ready > 0) {
    const label = userAction(pilot ? 'Migrate the other' : 'Migrate', counts.ready)
    steps.push({ action: 'migrate', label })
  }
  steps.push(...uncertain(progress))
  if (rehearsal && counts.migrated > 0) steps.push({ action: 'migrate-live', label: 'Migrate for real…' })
  else if (counts.blocked > 0) steps.push({ action: 'decide', label: userAction('Decide for', counts.blocked) })
  return [...steps, report]
}

/** Two others at most: the rail offers the rest. */
function inOrder([primary = report, ...others]: readonly RunStep[]): NextSteps {
  const shown = others.length > 2 ? [...others.slice(0, 1), ...others.slice(-1)] : others
  return { primary, others: shown.toReversed() }
}
