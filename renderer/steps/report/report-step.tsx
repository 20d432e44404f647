import { useStepState } from '../../navigation/step-state.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Card } from '../../components/card.tsx'
import { Loading } from '../../components/empty.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { type UsersView, useUsersView } from '../../components/users/use-users-view.ts'
import { PostRunPart } from '../post-run/post-run-part.tsx'
import { DeltaCard } from '../post-run/delta-card.tsx'
import { HashesCard } from '../post-run/hashes-card.tsx'
import { Reconnect } from '../connect/reconnect.tsx'
import { Chart, isWorthDrawing } from '../run/chart.tsx'
import { FailuresCard } from '../run/failures-card.tsx'
import { type Run, useRun } from '../run/use-run.ts'
import { AttentionCard, needAttention } from './attention-card.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { NextCard } from './next-card.tsx'
import { NotesCard } from './notes-card.tsx'
import { PasswordChecksCard } from './password-checks-card.tsx'
import { ReportActions } from './report-actions.tsx'
import { reportLead } from './report-lead.ts'
import { openText, runsText } from './report-next.ts'
import { SavedNotice } from './saved-notice.tsx'
import { SignOffCard } from './sign-off-card.tsx'
import { SumCard } from './sum-card.tsx'
import { DownloadsCard } from './downloads-card.tsx'
import { useSave } from './use-save.ts'
import { Button } from '../../components/button.tsx'
import type { RowActions } from '../../components/users/user-table-row.tsx'
import { UsersPane } from '../../components/users/users-pane.tsx'
import { RetrySelected, failedActions } from '../run/run-users.tsx'
import styles from './report-step.module.css'

/** What became of every record, the downloads, and who needs attention. */
export function ReportStep() {
  const { version } = useDocument()
  const { value: report, problem, reload } = useQuery('report:get', {}, version, 1500)
  const [masked, setMasked] = useStepState('masked', true)
  const save = useSave(masked)
  const run = useRun()
  const view = useUsersView(needAttention)
  const left = report === null ? 0 : needAttention.reduce((sum, state) => sum + report.counts[state], 0)
  const toUsers = () => document.getElementById('report-users')?.scrollIntoView({ block: 'start' })
  const show = (id: number) => {
    view.show(id)
    toUsers()
  }

  return (
    <StepFrame
      title={report?.sentence || 'The report'}
      lead={report && reportLead(report)}
      say={save.saved ? <SavedNotice name={save.saved} /> : <span className="muted">{report && openText(report)}</span>}
      actions={
        <ReportActions
          report={report}
          run={run}
          save={save}
          onCorrect={() => {
            view.narrow({ filter: null, states: ['failed'], search: '' })
            toUsers()
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
              <AttentionCard report={report} onShow={show} />
              <SumCard report={report} />
              {report.failures.length > 0 && (
                <FailuresCard
                  groups={report.failures}
                  onCorrect={(filter) => {
                    view.narrow({ filter, states: [], search: '' })
                    view.goTo(0)
                    toUsers()
                  }}
                />
              )}
              {isWorthDrawing(report.history) && (
                <Card title="Runs" aside={<span className={styles.aside}>{runsText(report)}</span>}>
                  <Chart history={report.history} />
                </Card>
              )}
              <ComparisonCard report={report} />
              <PasswordChecksCard passwordChecks={report.passwordChecks} />
              <NotesCard notes={report.notes} />
              <DeltaCard />
            </div>
            <div className={styles.side}>
              <DownloadsCard report={report} masked={masked} save={save} onMasked={setMasked} />
              {report.target?.kind === 'live' && <SignOffCard report={report} />}
              <HashesCard />
            </div>
          </div>
          <PostRunPart masked={masked} />
          {left > 0 && <ReportUsers view={view} run={run} />}
        </>
      )}
    </StepFrame>
  )
}

/** Users who are not migrated, each to be edited or sent again. */
function ReportUsers({ view, run }: { readonly view: UsersView; readonly run: Run }) {
  const ofFailed = failedActions(view, run)
  const renderActions: RowActions = (user, tabIndex) =>
    ofFailed(user, tabIndex) || (
      <Button small tabIndex={tabIndex} aria-label={`Edit ${user.label}`} onClick={() => view.show(user.id)}>
        Edit
      </Button>
    )
  return (
    <div className={styles.users} id="report-users">
      <UsersPane
        view={view}
        set="report"
        label="Needs attention"
        everyState="needs attention"
        none="Every user is migrated or was in the core before. Choose a state above to see them."
        actions={<RetrySelected view={view} run={run} />}
        renderActions={renderActions}
      />
    </div>
  )
}
