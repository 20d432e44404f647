import { useCallback, useMemo, useState, useEffect } from 'react'
import { useDocument, useDocumentState } from './api/document-context.tsx'
import { ProgressProvider } from './api/progress-context.tsx'
import { AppBar } from './components/shell/app-bar.tsx'
import { useShortcuts } from './components/shell/use-shortcuts.ts'
import { StepContext, StepStateContext } from './navigation/step-context.tsx'
import { app } from '../shared/app.ts'
import { withoutExtension } from '../shared/report/migration-title.ts'
import type { StepKey } from '../shared/ipc/commands.ts'
import { ConnectStep } from './steps/connect/connect-step.tsx'
import { ExportStep } from './steps/export/export-step.tsx'
import { FileDrop } from './steps/export/file-drop.tsx'
import { FollowStep } from './steps/follow/follow-step.tsx'
import { useFollowState, useFollowView } from './steps/follow/use-follow.ts'
import { MappingStep } from './steps/mapping/mapping-step.tsx'
import { Rail } from './steps/rail.tsx'
import { ReportStep } from './steps/report/report-step.tsx'
import { ReviewStep } from './steps/review/review-step.tsx'
import { RunStep } from './steps/run/run-step.tsx'
import { firstStep, stepToward } from './steps/steps.ts'
import styles from './workspace.module.css'
import type { DocumentView } from '../shared/ipc/views.ts'

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
