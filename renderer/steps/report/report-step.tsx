import { useEffect, useRef } from 'react'
import type { OpenCause } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Loading } from '../../components/empty.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { UserDrawer } from '../../components/user/user-drawer.tsx'
import type { TableFilter } from '../../components/users/table-filter.ts'
import type { RowActions } from '../../components/users/user-table-row.tsx'
import { UsersPane } from '../../components/users/users-pane.tsx'
import { type UsersView, useUsersView } from '../../components/users/use-users-view.ts'
import { useStepState } from '../../navigation/step-state.ts'
import { Reconnect } from '../connect/reconnect.tsx'
import { DeltaCard } from '../post-run/delta-card.tsx'
import { ReportTools } from '../post-run/report-tools.tsx'
import { isWorthDrawing } from '../../../shared/chart/run-chart.ts'
import { Chart } from '../run/chart.tsx'
import { RetrySelected, failedActions } from '../run/run-users.tsx'
import { type Run, useRun } from '../run/use-run.ts'
import { CausesCard, openStates } from './causes-card.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { DownloadsCard } from './downloads-card.tsx'
import { NextCard } from './next-card.tsx'
import { NotesCard } from './notes-card.tsx'
import { CheckPasswordButton } from './check-password.tsx'
import { ReportActions } from './report-actions.tsx'
import { reportLead, reportTitle } from './report-lead.ts'
import { footText, runsText } from './report-next.ts'
import styles from './report-step.module.css'
import { SavedNotice } from './saved-notice.tsx'
import { SignOffCard } from './sign-off-card.tsx'
import { SumCard } from './sum-card.tsx'
import { useSave } from './use-save.ts'

/** What became of every record, why users are not migrated, and the downloads. */
export function ReportStep() {
  const { version, target } = useDocument()
  const { value: report, problem, reload } = useQuery('report:get', {}, version, 1500)
  const hashes = useQuery('hashes:state', {}, version, 1500).value
  const [masked, setMasked] = useStepState('masked', true)
  const [listed, setListed] = useStepState<string | null>('listed', null)
  const save = useSave(masked)
  const run = useRun()
  const view = useUsersView(openStates)
  const connected = target?.connected === true
  const showAll = (title: string, filters: readonly TableFilter[], states: UsersView['narrowing']['states']) => {
    view.narrow({ filters, states, search: '' })
    setListed(title)
  }
  const showCause = (cause: OpenCause, first: boolean) => {
    showAll(cause.title, filtersOf(cause), [cause.state])
    if (first) view.goTo(0)
  }

  return (
    <StepFrame
      title={report === null ? 'The report' : reportTitle(report)}
      lead={report && reportLead(report)}
      tools={
        report && (
          <>
            <CheckPasswordButton passwordChecks={report.passwordChecks} />
            <ReportTools masked={masked} />
          </>
        )
      }
      say={
        save.saved ? (
          <SavedNotice name={save.saved} />
        ) : (
          <span className="muted">{report && footText(report, hashes?.kept ?? 0, connected)}</span>
        )
      }
      actions={
        <ReportActions
          report={report}
          run={run}
          save={save}
          onCorrect={() => {
            showAll('Failed', [], ['failed'])
            view.goTo(0)
          }}
        />
      }
    >
      <Reconnect />
      <ProblemNotice problem={problem} onRetry={reload} />
      <ProblemNotice problem={run.retry.problem} onDismiss={run.retry.dismiss} />
      {!report && !problem && <Loading label="Loading the report" lines={6} />}
      {report && (
        <>
          <NextCard report={report} />
          <div className={styles.top}>
            <div className={styles.side}>
              <CausesCard report={report} run={run} onShow={view.show} onShowAll={showCause} />
              {listed === null && view.shown !== null && (
                <UserDrawer
                  id={view.shown}
                  checkPassword={false}
                  onClose={() => view.show(null)}
                  onPrevious={null}
                  onNext={null}
                />
              )}
              <SumCard report={report} />
              {isWorthDrawing(report.history) && (
                <Card title="Runs" aside={<span className={styles.aside}>{runsText(report)}</span>}>
                  <Chart history={report.history} />
                </Card>
              )}
              <ComparisonCard report={report} />
              <NotesCard notes={report.notes} />
              <DeltaCard />
            </div>
            <div className={styles.side}>
              <DownloadsCard report={report} masked={masked} save={save} onMasked={setMasked} />
              {report.target?.kind === 'live' && <SignOffCard report={report} />}
            </div>
          </div>
          {listed !== null && (
            <ReportUsers title={listed} view={view} run={run} onClose={() => setListed(null)} key={listed} />
          )}
        </>
      )}
    </StepFrame>
  )
}

/** A cause as what the table is narrowed to. */
function filtersOf({ filter, title }: OpenCause): readonly TableFilter[] {
  return [
    ...(filter.finding ?? []).map(({ code, group }) => ({ kind: 'finding' as const, code, group, label: title })),
    ...(filter.failure ?? []).map((key) => ({ kind: 'failure' as const, key, label: title })),
  ]
}

/** All users of a cause, each to be edited or sent again; it comes into view when it opens. */
function ReportUsers({
  title,
  view,
  run,
  onClose,
}: {
  readonly title: string
  readonly view: UsersView
  readonly run: Run
  readonly onClose: () => void
}) {
  const ofFailed = failedActions(view, run)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const renderActions: RowActions = (user, tabIndex) =>
    ofFailed(user, tabIndex) || (
      <Button small tabIndex={tabIndex} aria-label={`Edit ${user.label}`} onClick={() => view.show(user.id)}>
        Edit
      </Button>
    )
  return (
    <section className={styles.users} aria-label={`All users: ${title}`} ref={list}>
      <UsersPane
        view={view}
        set="report"
        label={title}
        states={openStates}
        everyState="Not migrated"
        none="Every user is migrated or was in the core before."
        actions={<RetrySelected view={view} run={run} />}
        renderActions={renderActions}
      />
      <span>
        <Button small onClick={onClose}>
          Close the list
        </Button>
      </span>
    </section>
  )
}
