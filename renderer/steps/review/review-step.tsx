import { useState } from 'react'
import type { DocumentView, ListFilterView, StateCounts } from '../../../shared/ipc/views.ts'
import { workReason } from '../../../shared/ipc/work-reason.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { isUnderWay, useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, PrimaryButton, reasons } from '../../components/controls/button.tsx'
import { count, counted } from '../../components/texts/format.ts'
import { Notice, ProblemNotice } from '../../components/notices/notice.tsx'
import { StepFrame } from '../../components/shell/step-frame.tsx'
import { actionAbout, userAction } from '../../components/texts/user-action.ts'
import { userSelection, useUsersView } from '../../components/users/use-users-view.ts'
import { useSteps, useStepState } from '../../navigation/step-context.tsx'
import { Reconnect } from '../connect/reconnect.tsx'
import { prepareStep, stepActions, stepStatuses } from '../steps.ts'
import { firstDecision } from './decisions/first-decision.ts'
import { type Panel, ReviewBody } from './review-body.tsx'
import { StartDialog, usePreview } from './start-dialog.tsx'

type Asking = 'all' | 'first' | 'selected' | null

/** The plan before any user is sent: all decisions, and the start. */
export function ReviewStep() {
  const migration = useDocument()
  const { version, target, counts } = migration
  const { progress } = useProgress()
  const { go } = useSteps()
  const { preview, isCounted, problem, reload } = usePreview()
  const view = useUsersView()
  const [asking, setAsking] = useState<Asking>(null)
  const { selected } = view
  const scope = userSelection.scopeOf(view.selection)
  const ofSelection = useQuery('users:sendable', scope === null ? null : { scope }, version)
  const sendable = ofSelection.value?.ready ?? null
  const underWay = isUnderWay(progress)
  const isUndone = migration.undone !== undefined
  const { closed } = stepStatuses(migration, null).review
  const cannotStart = startReason(migration, underWay, closed) ?? (preview === null ? reasons.counting : null)
  const say =
    isUndone && cannotStart === null ? 'Your mapping and decisions are kept.' : startText(migration, underWay, closed)
  const [panel, setPanel] = useStepState<Panel>('panel', 'users')
  const toSend = preview?.filtered?.ready ?? counts.ready
  const next = reviewNext(
    {
      counts,
      step: prepareStep(migration),
      isSettled: migration.work.kind === 'idle',
      isAgain: migration.baseline !== null,
      isUndone,
    },
    toSend,
  )
  const press = {
    export: () => go('export'),
    mapping: () => go('mapping'),
    decide: () => {
      setPanel('decisions')
      toFirstDecision()
    },
    report: () => go('report'),
    start: () => setAsking('all'),
  }

  return (
    <StepFrame
      title="Review"
      lead={leadOf(preview?.filtered ?? null, counts, migration.baseline)}
      say={say}
      actions={
        <>
          {target !== null && !underWay && toSend > (isUndone ? 0 : 1) && (
            <Button disabled={cannotStart} onClick={() => setAsking(isUndone ? 'all' : 'first')}>
              {isUndone ? `${actionAbout('Migrate again', toSend)}…` : 'Start pilot…'}
            </Button>
          )}
          {target === null && <PrimaryButton onClick={() => go('connect')}>Connect a core</PrimaryButton>}
          {target !== null && underWay && <PrimaryButton onClick={() => go('run')}>Back to the run</PrimaryButton>}
          {target !== null && !underWay && (
            <PrimaryButton disabled={next.action === 'start' && cannotStart} onClick={press[next.action]}>
              {next.label}
            </PrimaryButton>
          )}
        </>
      }
    >
      <Reconnect />
      <InterruptedExclusion />
      <ProblemNotice of={{ problem, reload }} />
      {(preview || !problem) && (
        <ReviewBody
          preview={preview}
          view={view}
          panel={panel}
          onPanel={setPanel}
          selection={{ cannotStart, sendable, isCounting: ofSelection.loading, onMigrate: () => setAsking('selected') }}
        />
      )}
      {asking && preview && (
        <StartDialog
          preview={preview}
          isCounted={isCounted}
          selection={view.selection}
          selected={selected}
          sendable={sendable}
          startWith={asking}
          onClose={() => setAsking(null)}
          onStarted={() => go('run')}
        />
      )}
    </StepFrame>
  )
}

type ReviewNext = { readonly action: 'export' | 'mapping' | 'decide' | 'report' | 'start'; readonly label: string }

/** The next step of a review without a run under way. Without a user to send it is no start: to decide, or to read the report. */
export function reviewNext(
  {
    counts,
    step,
    isSettled,
    isAgain,
    isUndone,
  }: {
    readonly counts: StateCounts
    /** The stage of the preparation. */
    readonly step: ReturnType<typeof prepareStep>
    /** Nothing is being read or planned. */
    readonly isSettled: boolean
    /** It is compared with an earlier migration. */
    readonly isAgain: boolean
    /** Its users were removed from the core again: the filled button must not send them once more. */
    readonly isUndone: boolean
  },
  toSend: number,
): ReviewNext {
  if (isUndone) return { action: 'report', label: 'Open report' }
  if (step !== 'review' && isSettled) return { action: step, label: stepActions[step] }
  if (toSend > 0) return { action: 'start', label: userAction(isAgain ? 'Migrate' : 'Start migration of', toSend, '…') }
  if (isSettled && counts.blocked > 0) return { action: 'decide', label: userAction('Decide for', counts.blocked) }
  if (isSettled && counts.migrated > 0) return { action: 'report', label: 'Open report' }
  // The number is unknown, or no user is left to send; the disabled button says which.
  return { action: 'start', label: isAgain ? 'Migrate…' : 'Start migration…' }
}

/** The place of an open decision, once the decisions are on screen. */
function toFirstDecision(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${firstDecision} :is(input, select)`)?.focus())
}

/** Says that the app ended while users were being excluded, and how far that was, until the operator has read it. */
function InterruptedExclusion() {
  const bridge = useBridge()
  const { interruptedExclusion } = useDocument()
  const dismiss = useMutation(() => bridge.invoke('users:exclude-stop', {}))
  if (interruptedExclusion === null) return null
  const { strong, rest } = interruptedText(interruptedExclusion)
  return (
    <>
      <Notice tone="wait" onDismiss={() => void dismiss.run()}>
        <b>{strong}</b>
        {rest}
      </Notice>
      <ProblemNotice of={dismiss} />
    </>
  )
}

/** The notes that the bar lacks: a list narrows the migration, or changes that do not reach users already sent. */
export function leadOf(
  filtered: ListFilterView | null,
  { migrated }: Pick<StateCounts, 'migrated'>,
  baseline: Standing['baseline'] = null,
): string {
  if (filtered !== null) return `Limited to the ${counted(filtered.ready, 'user')} of your list.`
  if (baseline !== null) return `Compared with “${baseline.name}”.`
  return migrated > 0 ? 'Users already sent are not changed.' : ''
}

/** The result of an exclusion, or of an inclusion, that the end of the app interrupted. */
export function interruptedText({ excluded, done, total }: NonNullable<DocumentView['interruptedExclusion']>): {
  readonly strong: string
  readonly rest: string
} {
  const again = excluded ? 'exclude them again' : 'include them again'
  return {
    strong: excluded ? 'Excluding users was interrupted.' : 'Including users again was interrupted.',
    rest: ` It reached ${count(done)} of ${counted(total, 'selected user')}; the others are as they were. Select the others and ${again}.`,
  }
}

type Standing = Pick<DocumentView, 'target' | 'counts' | 'work'> & {
  readonly baseline: { readonly name: string } | null
}

/** Why no user can be sent now; null: they can. */
function startReason(
  { target, counts, work }: Omit<Standing, 'baseline'>,
  underWay: boolean,
  closed: string | null,
): string | null {
  const working = workReason(work.kind)
  if (target === null) return 'Connect a core first, or start a rehearsal.'
  if (underWay) return 'A run is under way.'
  if (working !== null) return `${working} You can start when that is done.`
  if (closed !== null) return closed
  if (!target.connected) return 'Connect to the core again to send users.'
  if (counts.ready > 0) return null
  return counts.blocked > 0 ? `No user is ready.${waitText(counts)}` : 'No user is left to send.'
}

/** Whether users can be sent now, or what is missing. `closed`: why the step cannot be entered, if it could not. */
export function startText(standing: Standing, underWay: boolean, closed: string | null): string {
  const can =
    standing.baseline === null ? 'You can start now.' : 'New and changed users are sent. Users are never removed.'
  return startReason(standing, underWay, closed) ?? `${can}${waitText(standing.counts)}`
}

function waitText({ blocked }: Pick<StateCounts, 'blocked'>): string {
  return blocked === 0 ? '' : ` ${counted(blocked, 'user')} ${blocked === 1 ? 'waits' : 'wait'} until you decide.`
}
