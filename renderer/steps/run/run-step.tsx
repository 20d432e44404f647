import { useState } from 'react'
import { useDocument } from '../../api/document-context.tsx'
import { hasEnded, isSending, useProgress } from '../../api/progress-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { counted } from '../../components/format.ts'
import { Loading } from '../../components/empty.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { useUsersView } from '../../components/users/use-users-view.ts'
import { Reconnect } from '../connect/reconnect.tsx'
import { Announcer } from './announcer.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { Chart } from './chart.tsx'
import { CountsBar } from './counts-bar.tsx'
import { FailuresCard } from './failures-card.tsx'
import { RunActions } from './run-actions.tsx'
import styles from './run-step.module.css'
import { runLead, runTitle } from './run-title.ts'
import { RunUsers } from './run-users.tsx'
import { SpeedFields } from './speed-fields.tsx'
import { StoppedPanel } from './stopped-panel.tsx'
import { Tiles } from './tiles.tsx'
import { useRun } from './use-run.ts'
import { WaitingCard } from './waiting-card.tsx'

/** The run as it goes: how far, how fast, what failed and why, and every user with its state. */
export function RunStep() {
  const { target, version } = useDocument()
  const { progress, problem, reload } = useProgress()
  const failures = useQuery('run:failures', {}, version, 1000)
  const view = useUsersView()
  const run = useRun()
  const [cancelling, setCancelling] = useState(false)
  if (!progress) {
    return (
      <StepFrame title="The run" say={null} actions={null}>
        {problem ? <ProblemNotice problem={problem} onRetry={reload} /> : <Loading label="Loading the run" lines={6} />}
      </StepFrame>
    )
  }
  return (
    <StepFrame
      title={runTitle(progress, target?.kind === 'rehearsal')}
      lead={runLead(progress)}
      say={<span className="subtle">{sayingOf(progress)}</span>}
      actions={<RunActions progress={progress} run={run} onCancel={() => setCancelling(true)} />}
    >
      <Announcer progress={progress} />
      <Reconnect />
      {[run.pause, run.resume, run.cancel, run.retry, run.speed].map((task, index) => (
        <ProblemNotice key={index} problem={task.problem} onDismiss={task.dismiss} />
      ))}
      <StoppedPanel progress={progress} onResume={() => void run.resume.run()} />
      <CountsBar
        counts={progress.counts}
        methods={progress.methods}
        state={view.narrowing.state}
        onState={(state) => view.narrow({ state })}
      />
      <div className={styles.middle}>
        <div className={styles.left}>
          <Tiles progress={progress} />
          {progress.speed && !hasEnded(progress) && (
            <SpeedFields speed={progress.speed} onChange={(speed) => void run.speed.run(speed)} />
          )}
          {(isSending(progress) || progress.history.length > 0) && <Chart history={progress.history} />}
        </div>
        <div className={styles.right}>
          <ProblemNotice problem={failures.problem} onRetry={failures.reload} />
          <WaitingCard waiting={failures.value?.waiting ?? 0} run={run} />
          <FailuresCard
            groups={failures.value?.groups ?? []}
            onEdit={(filter) => {
              view.narrow({ filter, state: null, search: '' })
              document.getElementById('run-users')?.scrollIntoView({ block: 'start' })
            }}
          />
        </div>
      </div>
      <RunUsers view={view} run={run} />
      {cancelling && (
        <CancelDialog
          counts={progress.counts}
          core={target?.kind === 'live' ? target.name : 'the rehearsal core'}
          busy={run.cancel.busy}
          onClose={() => setCancelling(false)}
          onCancel={() => void run.cancel.run().then(() => setCancelling(false))}
        />
      )}
    </StepFrame>
  )
}

/** What is going on, at the foot. */
function sayingOf(progress: ProgressView): string {
  if (!hasEnded(progress)) return saying[progress.state]
  const { ready } = progress.counts
  return ready > 0
    ? `${counted(ready, 'user')} ${ready === 1 ? 'stays' : 'stay'} ready and can be sent any time.`
    : saying.finished
}

const saying = {
  idle: 'Nothing is being sent.',
  running: 'Closing asks, finishes what is in flight, then pauses; the document remembers where it stood.',
  pausing: 'What is in flight is being finished.',
  paused: 'What was in flight has finished. Nothing is sent until you resume, today or another day.',
  waiting: 'The run goes on by itself. Closing asks first; the document remembers where it stood.',
  stopped: 'What was in flight has finished. Nothing is sent until you resume.',
  finished: 'Everyone who was ready has been sent.',
} as const
