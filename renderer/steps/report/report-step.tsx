import { useStepState } from '../step-state.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Card } from '../../components/card.tsx'
import { Loading } from '../../components/empty.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { useUsersView } from '../../components/users/use-users-view.ts'
import { PostRunPart } from '../post-run/post-run-part.tsx'
import { DeltaCard } from '../post-run/delta-card.tsx'
import { HashesCard } from '../post-run/hashes-card.tsx'
import { Reconnect } from '../connect/reconnect.tsx'
import { Chart, isWorthDrawing } from '../run/chart.tsx'
import { FailuresCard } from '../run/failures-card.tsx'
import { useRun } from '../run/use-run.ts'
import { NotesCard } from './notes-card.tsx'
import { ProofsCard } from './password-checks-card.tsx'
import { ReportActions } from './report-actions.tsx'
import { reportLead } from './report-lead.ts'
import { openText } from './report-next.ts'
import { ReportUsers } from './report-users.tsx'
import styles from './report-step.module.css'
import { SkippedRecords } from './skipped-records.tsx'
import { SumCard } from './sum-card.tsx'
import { DownloadsCard } from './downloads-card.tsx'
import { useSave } from './use-save.ts'

/** Who is not migrated is shown first; the others are one choice away. */
const needAttention: readonly UserState[] = ['failed', 'in-doubt', 'blocked', 'excluded']

/** What became of every record, the downloads, and who needs attention. */
export function ReportStep() {
  const { version } = useDocument()
  const { value: report, problem, reload } = useQuery('report:get', {}, version, 1500)
  const [masked, setMasked] = useStepState('masked', true)
  const save = useSave(masked)
  const run = useRun()
  const view = useUsersView(needAttention)

  return (
    <StepFrame
      title={report?.sentence || 'The report'}
      lead={report && reportLead(report)}
      say={<span className="subtle">{report && openText(report)}</span>}
      actions={
        <ReportActions
          report={report}
          run={run}
          save={save}
          onCorrect={() => {
            view.narrow({ filter: null, states: ['failed'], search: '' })
            document.getElementById('report-users')?.scrollIntoView({ block: 'start' })
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
          <div className={styles.top}>
            <div className={styles.side}>
              <SumCard report={report} />
              <DeltaCard />
              <NotesCard notes={report.notes} />
              <ProofsCard passwordChecks={report.passwordChecks} />
            </div>
            <div className={styles.side}>
              <DownloadsCard report={report} masked={masked} save={save} onMasked={setMasked} />
              {report.failures.length > 0 && (
                <FailuresCard
                  groups={report.failures}
                  onCorrect={(filter) => {
                    view.narrow({ filter, states: [], search: '' })
                    document.getElementById('report-users')?.scrollIntoView({ block: 'start' })
                  }}
                />
              )}
              {isWorthDrawing(report.history) && (
                <Card title="Runs">
                  <Chart history={report.history} />
                </Card>
              )}
            </div>
          </div>
          <PostRunPart masked={masked} />
          <HashesCard />
          <SkippedRecords totals={report.totals} />
          <ReportUsers view={view} run={run} />
        </>
      )}
    </StepFrame>
  )
}
