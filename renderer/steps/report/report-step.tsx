import { useEffect, useRef, useState } from 'react'
import { isWorthDrawing } from '../../../shared/chart/run-chart.ts'
import type { OpenCause, ReportView } from '../../../shared/ipc/views.ts'
import { stateTitles } from '../../../shared/report/state-titles.ts'
import { useDocument } from '../../api/document-context.tsx'
import { isSending, useProgress } from '../../api/progress-context.tsx'
import { countGap, useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Loading } from '../../components/notices/empty.tsx'
import { count, counted } from '../../components/texts/format.ts'
import { Icon } from '../../components/display/icon.tsx'
import { Notice, ProblemNotice } from '../../components/notices/notice.tsx'
import { StepFrame } from '../../components/shell/step-frame.tsx'
import { type TableFilter, type UsersView, useUsersView } from '../../components/users/use-users-view.ts'
import { ShownUser, UsersPane } from '../../components/users/users-pane.tsx'
import { useStepState } from '../../navigation/step-context.tsx'
import { Reconnect } from '../connect/reconnect.tsx'
import { ReportTools, useRemoval } from '../post-run/report-tools.tsx'
import { Chart } from '../run/progress/chart.tsx'
import { RetrySelected } from '../run/run-users.tsx'
import { passwordAccounts, type SignedIn, SignInDialog } from '../run/pilot/sign-in-dialog.tsx'
import { type Run, useRun } from '../run/use-run.ts'
import { CausesCard, openStates } from './causes-card.tsx'
import { DownloadsCard, SavedNotice } from './downloads-card.tsx'
import {
  causeToCorrect,
  cutOverLead,
  reportFootText,
  ReportActions,
  reportLead,
  reportTitle,
  runsText,
  useSave,
} from './report-actions.tsx'
import styles from './report-step.module.css'
import { SignOffCard } from './sign-off-card.tsx'
import { DeltaCard, HistoryCard, SumCard, UndoneCard } from './sum-card.tsx'

/** The outcome of every record, the reasons why users are not migrated, and the downloads. */
export function ReportStep() {
  const { version, target } = useDocument()
  const { progress } = useProgress()
  const { removal, reload: look } = useRemoval()
  const gap = countGap(removal !== null || (progress !== null && isSending(progress)))
  const { value: report, problem, reload } = useQuery('report:get', {}, version, gap)
  const follow = useQuery('follow:get', {}, version, gap).value
  const hashes = useQuery('hashes:state', {}, version, gap).value
  const [masked, setMasked] = useStepState('masked', true)
  const [listed, setListed] = useStepState<string | null>('listed', null)
  const save = useSave(masked, report?.digest ?? null)
  const run = useRun()
  const view = useUsersView(openStates)
  const connected = target?.connected === true
  const showAll = (title: string, filters: readonly TableFilter[], states: UsersView['narrowing']['states']) => {
    view.narrow({ filters, states, search: '' })
    setListed(title)
  }
  const showCause = (cause: OpenCause, first: boolean) => {
    showAll(cause.title, filtersOf(cause), [cause.state])
    if (first) view.correctFirst()
  }

  return (
    <StepFrame
      title={
        removal !== null
          ? `Removing users: ${count(removal.done)} of ${count(removal.total)}`
          : report === null
            ? 'The report'
            : reportTitle(report)
      }
      lead={
        removal === null
          ? report && `${reportLead(report)} ${cutOverLead(follow?.cutOver ?? null)}`
          : 'The numbers below change until that has ended.'
      }
      tools={
        report && (
          <>
            {report.counts.migrated > 0 && <CheckPasswordButton passwordChecks={report.passwordChecks} />}
            <ReportTools masked={masked} isUndone={report.undone !== null && removal === null} onBegun={look} />
          </>
        )
      }
      say={
        save.saved ? (
          <SavedNotice name={save.saved} />
        ) : (
          <span className="muted">{report && reportFootText(report, hashes?.kept ?? 0, connected)}</span>
        )
      }
      actions={
        <ReportActions
          report={report}
          run={run}
          save={save}
          removing={removal !== null}
          onCorrect={() => {
            const largest = causeToCorrect(report?.causes ?? [])
            if (largest !== null) return showCause(largest, true)
            showAll('Failed', [], ['failed'])
            view.correctFirst()
          }}
        />
      }
    >
      <Reconnect />
      <ProblemNotice of={{ problem, reload }} />
      <ProblemNotice of={run.retry} />
      {!report && !problem && <Loading label="Loading the report" lines={6} />}
      {report && (
        <>
          <NextCard report={report} />
          <div className={styles.top}>
            <div className={styles.side}>
              {report.undone !== null && <UndoneCard removed={report.undone} stay={report.counts.migrated} />}
              <CausesCard report={report} run={run} onShow={view.show} onShowAll={showCause} />
              {listed === null && <ShownUser view={view} />}
              {report.undone !== null && <HistoryCard removed={report.undone} />}
              <SumCard report={report} />
              {/* The head of a live report has the figures of its runs. */}
              {report.undone === null && isWorthDrawing(report.history) && (
                <Card
                  title="Runs"
                  aside={report.target?.kind === 'rehearsal' && <span className="note">{runsText(report)}</span>}
                >
                  <Chart history={report.history} />
                </Card>
              )}
              <ComparisonCard report={report} />
              <NotesCard notes={report.notes} />
              <DeltaCard />
            </div>
            <div className={styles.side}>
              <DownloadsCard report={report} masked={masked} save={save} onMasked={setMasked} />
              {report.target?.kind === 'live' && <SignOffCard report={report} onStored={reload} />}
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

/** The cause that the table is filtered by. */
function filtersOf({ filter, title }: OpenCause): readonly TableFilter[] {
  return [
    ...(filter.finding ?? []).map(({ code, group }) => ({ kind: 'finding' as const, code, group, label: title })),
    ...(filter.failure ?? []).map((key) => ({ kind: 'failure' as const, key, label: title })),
  ]
}

/** All users of a cause; it comes into view when it opens. */
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
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
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
      />
      <span>
        <Button small onClick={onClose}>
          Close the list
        </Button>
      </span>
    </section>
  )
}

/** The live runs beside the rehearsal of the same users: the users with another outcome, for each pair of outcomes. */
function ComparisonCard({ report }: { readonly report: ReportView }) {
  const { rehearsal } = report
  if (rehearsal === null) return null
  const { same, different, users } = rehearsal
  const pairOf = (user: (typeof users)[number]) =>
    `${stateTitles[user.rehearsal]}, now ${stateTitles[user.live].toLowerCase()}`
  const pairs = [...new Set(users.map(pairOf))].map(
    (pair) => [pair, users.filter((user) => pairOf(user) === pair)] as const,
  )
  return (
    <Card
      title={
        <>
          Compared with the rehearsal{' '}
          <span className="note">
            {different === 0
              ? `${counted(same, 'user')}, all with the same outcome`
              : `${counted(different, 'user')} with another outcome`}
          </span>
        </>
      }
    >
      {pairs.map(([pair, of]) => (
        <details key={pair} className={styles.pair}>
          <summary>
            <b className="figures">{count(of.length)}</b> {pair}
          </summary>
          <ul>
            {of.map((user) => (
              <li key={user.id}>{user.label}</li>
            ))}
          </ul>
        </details>
      ))}
      {different > users.length && <p className="note">And {count(different - users.length)} more.</p>}
    </Card>
  )
}

/** Opens the check of a migrated account's password; nothing where no hash is imported. */
function CheckPasswordButton({ passwordChecks }: { readonly passwordChecks: ReportView['passwordChecks'] }) {
  const { version } = useDocument()
  const [asking, setAsking] = useState(false)
  const isAsked = passwordChecks.length > 0
  const migrated = useQuery('post-run:migrated', isAsked ? { limit: 200, withPassword: true } : null, version, 1000)
  if (!isAsked || migrated.value === null) return null
  const accounts = passwordAccounts(migrated.value)
  return (
    <>
      <Button small disabled={accounts.length === 0 && noPasswordAccount} onClick={() => setAsking(true)}>
        Check password…
      </Button>
      {asking && <CheckPassword accounts={accounts} onClose={() => setAsking(false)} />}
    </>
  )
}

const noPasswordAccount = 'No user with a password is migrated yet. Migrate one, then check its password.'

/** Asks which of the migrated accounts is known, and its password. */
function CheckPassword({
  accounts,
  onClose,
}: {
  readonly accounts: ReturnType<typeof passwordAccounts>
  readonly onClose: () => void
}) {
  const { version } = useDocument()
  const known = useQuery('post-run:get', {}, version, 1000).value
  const [outcome, setOutcome] = useState<SignedIn | null>(null)
  if (outcome !== null) {
    return (
      <Dialog title="Password check" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
        <Notice tone={outcome.passed ? 'ok' : 'wait'}>{outcome.message}</Notice>
      </Dialog>
    )
  }
  if (known === null) return null
  return <SignInDialog accounts={accounts} asksCore={known.possible} onClose={onClose} onTried={setOutcome} />
}

/** After a rehearsal: what follows, what is kept for it, and what the rehearsal says about it. */
function NextCard({ report }: { readonly report: ReportView }) {
  const { target, counts, passwordChecks } = report
  if (target?.kind !== 'rehearsal' || counts.migrated === 0) return null
  const passed = passwordChecks.filter(({ matched, mismatched }) => matched > 0 && mismatched === 0)
  const facts: readonly { readonly ok: boolean; readonly text: string }[] = [
    { ok: counts.failed === 0, text: `${counted(counts.failed, 'failure')} in the rehearsal` },
    ...(passed.length > 0
      ? [{ ok: true, text: `Password check passed for ${passed.map(({ label }) => label).join(', ')}` }]
      : passwordChecks.length > 0
        ? [{ ok: false, text: 'Password check: not tested' }]
        : []),
    ...(counts.blocked > 0
      ? [
          {
            ok: false,
            text: `${counted(counts.blocked, 'user')} still ${counts.blocked === 1 ? 'needs' : 'need'} a decision`,
          },
        ]
      : []),
  ]
  return (
    <section className={styles.card} aria-labelledby="next-step">
      <span className={styles.icon}>
        <Icon name="arrow" size={18} />
      </span>
      <div>
        <p>
          <b id="next-step">Next: migrate for real.</b> The export, the mapping and your decisions are kept. You connect
          your core, and nothing is sent before you confirm.
        </p>
        <ul className={styles.facts}>
          {facts.map(({ ok, text }) => (
            <li key={text} data-ok={ok || undefined}>
              <Icon name={ok ? 'check' : 'warning'} size={15} />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Notes about users that were migrated. */
function NotesCard({ notes }: { readonly notes: ReportView['notes'] }) {
  if (notes.length === 0) return null
  return (
    <Card title="Notes">
      <ul className={styles.notes}>
        {notes.map(({ title, users }) => (
          <li key={title}>
            <span>{title}</span>
            <span className="number">{count(users)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
