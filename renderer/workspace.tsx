import { useCallback, useMemo, useState, useEffect, useRef } from 'react'
import { useDocument, useDocumentState } from './api/document-context.tsx'
import { ProgressProvider, useProgress } from './api/progress-context.tsx'
import { AppBar } from './components/shell/app-bar.tsx'
import { useShortcuts } from './components/controls/use-shortcuts.ts'
import { StepContext, StepStateContext, useSteps } from './navigation/step-context.tsx'
import { app } from '../shared/app.ts'
import { withoutExtension } from '../shared/report/migration-title.ts'
import { type StepKey, stepKeys, stepTitles } from '../shared/ipc/commands.ts'
import { ConnectStep } from './steps/connect/connect-step.tsx'
import { ExportStep } from './steps/export/export-step.tsx'
import { FileDrop } from './steps/export/files/file-drop.tsx'
import { FollowStep } from './steps/follow/follow-step.tsx'
import { useFollowState } from './steps/follow/use-follow.ts'
import { MappingStep } from './steps/mapping/mapping-step.tsx'
import { ReportStep } from './steps/report/report-step.tsx'
import { ReviewStep } from './steps/review/review-step.tsx'
import { RunStep } from './steps/run/run-step.tsx'
import { firstStep, stepToward, stepStatuses } from './steps/steps.ts'
import styles from './workspace.module.css'
import type { DocumentView } from '../shared/ipc/views.ts'
import { useQuery } from './api/use-query.ts'
import { useBridge } from './api/bridge-context.tsx'
import { count } from './components/texts/format.ts'
import { Icon } from './components/display/icon.tsx'
import { explained } from './components/controls/button.tsx'

/** The run, or, once its source is followed, the passes. */
function RunOrFollow() {
  const { value: state, reload } = useFollowState()
  const { value: view } = useFollowView()
  const isFollowed = state !== null && view !== null && (state.running !== null || view.passes.length > 0)
  return isFollowed ? <FollowStep state={state} view={view} reload={reload} /> : <RunStep />
}

const screens: Readonly<Record<StepKey, () => React.ReactNode>> = {
  connect: ConnectStep,
  export: ExportStep,
  mapping: MappingStep,
  review: ReviewStep,
  run: RunOrFollow,
  report: ReportStep,
}

/** One open document: bar, rail, the step and its foot. */
export function Workspace() {
  const document = useDocument()
  useWindowTitle(windowTitle(document))
  const { fetchFrom } = useDocumentState()
  const [step, setStep] = useState<StepKey>(() => (fetchFrom === null ? firstStep(document) : 'export'))
  const go = useCallback((to: StepKey) => setStep(stepToward(document, to)), [document])
  const steps = useMemo(() => ({ step, go }), [step, go])
  const [kept] = useState(() => new Map<string, unknown>())
  useShortcuts()
  const Step = screens[step]
  return (
    <ProgressProvider>
      <StepContext value={steps}>
        <div className={styles.app}>
          <AppBar />
          <Rail />
          <StepStateContext value={kept}>
            <Step key={step} />
            <FileDrop />
          </StepStateContext>
        </div>
      </StepContext>
    </ProgressProvider>
  )
}

/** The title of the window or tab while this is in use. */
function useWindowTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}

/** The migration's name, with a dot before it while it is read, planned or sent: something is not in its file yet. */
function windowTitle({ name, work, counts }: Pick<DocumentView, 'name' | 'work' | 'counts'>): string {
  const unsaved = work.kind !== 'idle' || counts.sending > 0
  return `${unsaved ? '• ' : ''}${withoutExtension(name)} - ${app.name}`
}

/** The passes of the open migration. */
function useFollowView() {
  const { version } = useDocument()
  return useQuery('follow:get', {}, version)
}

/** The six steps: which are done, where one is, what still needs the operator. A step is a link as soon as it can be entered. */
function Rail() {
  const document = useDocument()
  const { progress } = useProgress()
  const { step: now, go } = useSteps()
  const standing = stepStatuses(document, progress)
  useStepCommands((step) => {
    if (standing[step].closed === null) go(step)
  })
  return (
    <nav className={styles.rail} aria-label="Steps">
      <ol className={styles.list}>
        {stepKeys.map((key, index) => {
          const { closed, done: settled, note, waiting } = standing[key]
          const done = settled && waiting === 0
          const shut = key === now ? null : closed
          return (
            <li key={key}>
              <button
                type="button"
                className={styles.step}
                data-done={done || undefined}
                aria-current={key === now ? 'step' : undefined}
                {...(shut ? explained(shut) : { 'data-clip': '', 'data-tip': stepTitles[key] })}
                aria-disabled={shut !== null || undefined}
                onClick={() => shut ?? go(key)}
              >
                <span className={styles.number}>
                  {done && key !== now ? <Icon name="check" size={13} /> : index + 1}
                </span>
                <span className={styles.name}>
                  {stepTitles[key]}
                  {done && <span className="visually-hidden"> (done)</span>}
                </span>
                {waiting > 0 ? (
                  <small className={styles.waiting}>
                    {count(waiting)}
                    <span className="visually-hidden"> {waiting === 1 ? 'needs' : 'need'} your attention</span>
                  </small>
                ) : (
                  <small className={styles.note}>{note}</small>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** Listens for the step that is chosen in the menu of the desktop app. */
function useStepCommands(onStep: (step: StepKey) => void): void {
  const bridge = useBridge()
  const latest = useRef(onStep)
  useEffect(() => {
    latest.current = onStep
  })
  useEffect(
    () =>
      bridge.on('command', ({ command }) => {
        const step = stepKeys.find((key) => key === command)
        if (step !== undefined) latest.current(step)
      }),
    [bridge],
  )
}
