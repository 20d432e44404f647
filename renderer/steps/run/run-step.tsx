import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isWorthDrawing } from '../../../shared/chart/run-chart.ts'
import type { ProgressView, StateCounts, UserSort } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useProgress } from '../../api/progress-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { exportOrder } from '../../api/use-users.ts'
import { Button } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Loading } from '../../components/notices/empty.tsx'
import { counted } from '../../components/texts/format.ts'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import { StepFrame } from '../../components/shell/step-frame.tsx'
import { Tag } from '../../components/display/tag.tsx'
import { isNarrowed, noNarrowing, useUsersView, withoutSolved } from '../../components/users/use-users-view.ts'
import { ShownUser } from '../../components/users/users-pane.tsx'
import { useSteps, useStepState } from '../../navigation/step-context.tsx'
import { useSimulatedFailure } from '../connect/rehearsal-card.tsx'
import { Reconnect } from '../connect/reconnect.tsx'
import { KeepInStep } from '../follow/follow-dialog.tsx'
import { UndoDialog } from '../post-run/undo-dialog.tsx'
import { useRemoval } from '../post-run/report-tools.tsx'
import { ConfirmStart } from '../review/start-dialog.tsx'
import { PilotPart } from './pilot/pilot-part.tsx'
import { Chart } from './progress/chart.tsx'
import { runFootText, isAdjustable, retryableOf, runLead, undoneLead } from './progress/run-facts.ts'
import { BulkCard, ShareCard } from './progress/share-card.tsx'
import { ChangeSpeed, GiveUpLine } from './progress/speed-fields.tsx'
import { isOffered, nextSteps, RunActions } from './run-actions.tsx'
import styles from './run-step.module.css'
import { AsideUsers, RunUsers, useOpenOnFailed } from './run-users.tsx'
import { WaitingCard } from './failures/existing-users.tsx'
import { FailuresCard } from './failures/failures-card.tsx'
import { StoppedPanel, UnreachableBanner } from './failures/stopped-panel.tsx'
import { failuresGap, milestone, stageIn, stageOf, stageTags, useRun } from './use-run.ts'

/** The run: progress, speed, failures with their causes, and every user with its state. */
export function RunStep() {
  const migration = useDocument()
  const { target, version } = migration
  const { progress, problem, reload } = useProgress()
  const failures = useQuery('run:failures', {}, version, failuresGap(progress))
  const { blocked, excluded } = migration.counts
  const view = useUsersView(undefined, blocked + excluded > 0 ? runOrder : exportOrder)
  const run = useRun()
  const { go } = useSteps()
  const removing = useRemoval().removal !== null
  const isPilot = progress !== null && stageOf(progress) === 'pilot'
  const postRun = useQuery('post-run:get', isPilot ? {} : null, version, 1000).value
  const { narrowing, narrow } = view
  const failedUsers = progress?.counts.failed ?? null
  // A retry or a correction may leave no user of the cause that the table shows.
  useEffect(() => {
    if (failures.value === null || failedUsers === null) return
    const causes = new Set(failures.value.groups.map(({ key }) => key))
    const open = withoutSolved(narrowing, causes, failedUsers)
    if (open !== null) narrow(open)
  }, [failures.value, failedUsers, narrowing, narrow])
  useOpenOnFailed(view, progress, progress && stageIn(migration, progress))
  const [everyUser, setEveryUser] = useStepState('every user', false)
  const isLow = useMedia('(max-height: 760px)')
  const [asking, setAsking] = useState<'cancel' | 'start' | 'undo' | null>(null)
  const simulated = useSimulatedFailure(progress?.state === 'stopped').fault
  if (!progress) {
    return (
      <StepFrame title="Run" say={null} actions={null}>
        {problem ? <ProblemNotice of={{ problem, reload }} /> : <Loading label="Loading the run" lines={6} />}
      </StepFrame>
    )
  }
  const groups = failures.value?.groups ?? []
  const stage = stageIn(migration, progress)
  const tag = stageTags[stage]
  const lead = stage === 'undone' ? undoneLead(migration.undone ?? 0) : runLead(progress, groups)
  const core = target?.kind === 'live' ? target.name : 'the rehearsal core'
  // Sending the users of the largest cause again fails again unless their values change.
  const largest = groups[0]?.action === 'correct' ? groups[0] : null
  const steps = nextSteps(progress, {
    rehearsal: target?.kind === 'rehearsal',
    retryable: retryableOf(progress.counts.failed, groups),
    correctable: largest?.users ?? 0,
    removable: postRun !== null && postRun.possible && postRun.removable > 0,
    undone: stage === 'undone',
    simulated: simulated !== null,
    offline: target?.connected !== true,
  })
  const waiting = failures.value?.waiting ?? 0
  const aside = progress.asideCauses ?? []
  const hasSide = groups.length > 0 || waiting > 0 || failures.problem !== null || progress.bulk !== null
  // The table opens on users set aside, until the operator looks for others.
  const asideShown = aside.length > 0 && !everyUser && !isNarrowed(view.narrowing)
  const hasChart = isWorthDrawing(progress.history)
  // In a low window they stand above the table, in a line, while nothing else has to.
  const causesFirst = groups.length > 0 && waiting === 0 && progress.bulk === null && progress.outage === null
  // Scrolls the table into view after a count has filtered it.
  const showUsers = (filter: Parameters<typeof view.narrow>[0]) => {
    view.narrow(filter)
    document.getElementById('run-users')?.scrollIntoView({ block: 'end' })
  }
  const showFailed = (filter: Parameters<typeof view.narrow>[0]) => {
    showUsers({ search: '', ...filter })
    view.correctFirst()
  }
  return (
    <StepFrame
      title={
        <span className={styles.title}>
          Run <Tag tone={tag.tone}>{tag.word}</Tag>
        </span>
      }
      lead={
        <>
          {lead.strong !== '' && <b className={styles.strong}>{lead.strong} </b>}
          {causesFirst && lead.rest !== '' ? <span data-spare="">{lead.rest}</span> : lead.rest}
        </>
      }
      say={
        <span className="muted">
          {progress.outage === null ? (
            stage === 'undone' ? (
              'Your mapping and decisions are kept.'
            ) : (
              runFootText(progress, target?.connected === true, core)
            )
          ) : (
            <GiveUpLine
              minutes={progress.giveUpAfterMinutes ?? null}
              onChange={(minutes) => void run.giveUp.run(minutes)}
            />
          )}
        </span>
      }
      actions={
        <>
          {stage === 'finished' && <KeepInStep />}
          <RunActions
            progress={progress}
            steps={steps}
            removing={removing}
            run={run}
            onCancel={() => setAsking('cancel')}
            onMigrate={() => setAsking('start')}
            onCorrect={() =>
              showFailed(
                largest === null
                  ? { filter: null, states: ['failed'] }
                  : { filter: { kind: 'failure', key: largest.key, label: largest.title }, states: [] },
              )
            }
            onUndo={() => setAsking('undo')}
          />
        </>
      }
    >
      <Announcer progress={progress} />
      <Reconnect isNext={progress.stopped !== 'api-key-rejected'} />
      {[run.pause, run.resume, run.cancel, run.retry, run.speed, run.tryNow, run.giveUp].map((task, index) => (
        <ProblemNotice key={index} of={task} />
      ))}
      <StoppedPanel progress={progress} simulated={simulated} onResume={() => void run.resume.run()} />
      <UnreachableBanner
        progress={progress}
        core={target?.name ?? core}
        busy={run.tryNow.busy}
        onTry={() => void run.tryNow.run()}
      />
      <div className={styles.share} data-away={progress.outage !== null || undefined}>
        <ShareCard
          progress={progress}
          state={view.narrowing.states[0] ?? null}
          onState={(state) => showUsers({ states: state === null ? [] : [state] })}
          asideShown={asideShown}
          onAside={() => {
            setEveryUser(asideShown)
            if (!asideShown) showUsers(noNarrowing)
          }}
          undone={stage === 'undone'}
          change={isAdjustable(progress) && progress.outage === null && <ChangeSpeed progress={progress} run={run} />}
        />
      </div>
      {(hasChart || hasSide) && (
        <div
          className={styles.middle}
          data-side={(hasSide && hasChart) || undefined}
          data-causes={causesFirst || undefined}
        >
          {hasChart && (
            <Card>
              <Chart compact history={progress.history} outage={progress.outage} at={progress.at} />
            </Card>
          )}
          {hasSide && (
            <div className={styles.side}>
              <BulkCard progress={progress} />
              <ProblemNotice of={failures} />
              <WaitingCard waiting={waiting} run={run} />
              {groups.length > 0 && (
                <FailuresCard
                  groups={groups}
                  shown={isLow && causesFirst ? 1 : hasChart ? 2 : 3}
                  wide={!hasChart}
                  isNext={isOffered(steps, groups)}
                  onCorrect={(filter) => showFailed({ filter, states: [] })}
                />
              )}
            </div>
          )}
        </div>
      )}
      {/* Below its failures, which come before its checks. */}
      {isPilot && <PilotPart />}
      {asideShown ? (
        <div id="run-users">
          <AsideUsers causes={aside} onShow={view.show} onEveryUser={() => setEveryUser(true)} />
          <ShownUser view={view} />
        </div>
      ) : (
        <RunUsers view={view} run={run} />
      )}
      {asking === 'start' && <ConfirmStart onClose={() => setAsking(null)} onStarted={() => setAsking(null)} />}
      {/* Its progress and result are on the report. */}
      {asking === 'undo' && (
        <UndoDialog masked isUndone={false} onClose={() => setAsking(null)} onBegun={() => go('report')} />
      )}
      {asking === 'cancel' && (
        <CancelDialog
          counts={progress.counts}
          staged={progress.bulk === null ? 0 : progress.counts.sending}
          core={core}
          busy={run.cancel.busy}
          onClose={() => setAsking(null)}
          onCancel={() => void run.cancel.run().then(() => setAsking(null))}
        />
      )}
    </StepFrame>
  )
}

/** The order of the export, with users outside of every run last. */
const runOrder: UserSort = { by: 'run', descending: false }

/** Whether a media query matches now. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Announces milestones of the run to screen readers, not every tick. */
function Announcer({ progress }: { readonly progress: ProgressView }) {
  const before = useRef<ProgressView | null>(null)
  const place = useRef<HTMLParagraphElement>(null)
  const [id] = useState('run-milestones')
  useEffect(() => {
    const words = milestone(before.current, progress)
    before.current = progress
    if (words && place.current) place.current.textContent = words
  }, [progress])
  return <p ref={place} id={id} className="visually-hidden" role="status" />
}

/** The consequences of cancelling, in numbers: users in the core stay there. */
function CancelDialog({
  counts,
  staged,
  core,
  busy,
  onCancel,
  onClose,
}: {
  readonly counts: StateCounts
  /** Users that the import of the core holds; it continues without this app. */
  readonly staged: number
  readonly core: string
  readonly busy: boolean
  readonly onCancel: () => void
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title="Cancel this run?"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep running</Button>
          <Button variant="danger" busy={busy} onClick={onCancel}>
            Cancel run
          </Button>
        </>
      }
    >
      <p>
        Requests in progress are finished first. <b>{counted(counts.migrated, 'user')}</b> who are in {core} by then
        stay there; <b>{counted(counts.ready, 'user')}</b> stay ready and can be sent any time.
        {staged > 0 &&
          ` ${counted(staged, 'user')} ${staged === 1 ? 'is' : 'are'} staged in the core and may still be imported.`}
      </p>
      <p className="muted">To stop for a while only, pause instead. Users already in the core stay there.</p>
    </Dialog>
  )
}
