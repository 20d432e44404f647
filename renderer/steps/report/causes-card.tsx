import { useState, useId, type ReactNode } from 'react'
import type { OpenCause, ReportView, StateCounts } from '../../../shared/ipc/views.ts'
import { noneOpenText } from '../../../shared/report/headline.ts'
import { unchangedOf } from '../../../shared/report/state-titles.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button, reasons } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { count, counted } from '../../components/texts/format.ts'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import { stateLooks } from '../../components/display/tag.tsx'
import { useDecisions } from '../../navigation/step-context.tsx'
import { type Run, useRetryWithoutId } from '../run/use-run.ts'
import { actionAbout } from '../../components/texts/user-action.ts'
import type { Output } from '../../../shared/ipc/contract.ts'
import styles from './report-step.module.css'
import { Icon } from '../../components/display/icon.tsx'

/** States of users who are not migrated, without users of a run in progress. */
export const openStates = ['blocked', 'failed', 'in-doubt', 'excluded'] as const satisfies readonly UserState[]

function groupTitle(state: OpenCause['state']): string {
  return state === 'blocked' ? 'Need a decision' : stateLooks[state].word
}

/** `74 users, and 1 not sent yet`: users of a cause, and those who can be sent. `undone`: an undo removed them. */
export function notMigratedText(
  users: number,
  { ready, sending }: Pick<StateCounts, 'ready' | 'sending'>,
  undone = false,
): string {
  const unsent = ready + sending
  return `${counted(users, 'user')}${unsent === 0 ? '' : `, and ${count(unsent)} ${undone ? 'ready again' : 'not sent yet'}`}`
}

/** Why users are not migrated: each cause once, with its count and remedy; the users fold out below it. */
export function CausesCard({
  report,
  run,
  onShow,
  onShowAll,
}: {
  readonly report: ReportView
  readonly run: Run
  /** Opens one user. */
  readonly onShow: (id: number) => void
  /** Shows all users of a cause in a table; `first`: with the first of them open. */
  readonly onShowAll: (cause: OpenCause, first: boolean) => void
}) {
  const { counts, totals, causes } = report
  // Users who are in the core by the earlier migration, and unchanged, need nothing.
  const open = { ...counts, excluded: counts.excluded - unchangedOf(totals, counts) }
  const users = openStates.reduce((sum, state) => sum + open[state], 0)
  const records = totals.unmatched + totals.unreadable
  return (
    <Card
      bare
      title="Not migrated"
      aside={
        <span className="note figures">{users > 0 && notMigratedText(users, counts, report.undone !== null)}</span>
      }
    >
      {users + records === 0 && <p className={styles.none}>{noneOpenText(counts)}</p>}
      {openStates
        .filter((state) => open[state] > 0)
        .map((state) => (
          <section key={state} aria-label={groupTitle(state)}>
            <h3 className={styles.group}>
              <i className={styles.swatch} style={{ background: stateLooks[state].part }} />
              {groupTitle(state)}
            </h3>
            <ul>
              {causes
                .filter((cause) => cause.state === state)
                .map((cause) => (
                  <CauseLine
                    key={`${cause.title} ${JSON.stringify(cause.filter)}`}
                    cause={cause}
                    run={run}
                    onShow={onShow}
                    onShowAll={onShowAll}
                  />
                ))}
            </ul>
          </section>
        ))}
      {records > 0 && <SkippedRecords />}
    </Card>
  )
}

function CauseLine({
  cause,
  run,
  onShow,
  onShowAll,
}: {
  readonly cause: OpenCause
  readonly run: Run
  readonly onShow: (id: number) => void
  readonly onShowAll: (cause: OpenCause, first: boolean) => void
}) {
  const { users, title, next, replies } = cause
  return (
    <FoldingLine
      users={users}
      words={
        <>
          <b>{title}</b> {next !== '' && <span className="note">{next}</span>}
        </>
      }
      action={<CauseAction cause={cause} run={run} onShowAll={onShowAll} />}
    >
      <Names cause={cause} onShow={onShow} onShowAll={() => onShowAll(cause, false)} />
      {replies.length > 0 && (
        <ul className={`note ${styles.replies}`} aria-label="Replies of the core">
          {replies.map((reply) => (
            <li key={reply}>
              <code>{reply}</code>
            </li>
          ))}
        </ul>
      )}
    </FoldingLine>
  )
}

const actionLabels = { decide: 'Decide', change: 'Change', correct: 'Correct', retry: 'Retry' } as const

function CauseAction({
  cause,
  run,
  onShowAll,
}: {
  readonly cause: OpenCause
  readonly run: Run
  readonly onShowAll: (cause: OpenCause, first: boolean) => void
}) {
  const { target } = useDocument()
  const toDecisions = useDecisions()
  const withoutId = useRetryWithoutId()
  const { action, users, title, filter } = cause
  const key = filter.failure?.[0] ?? ''
  const offline = target?.connected !== true && reasons.notConnected
  if (action === 'show') return null
  if (action === 'without-old-id')
    return (
      <>
        <Button
          small
          disabled={offline}
          busy={withoutId.busy}
          aria-label={actionAbout('Continue without old ID', users)}
          onClick={() => void withoutId.run(key)}
        >
          Continue without old ID
        </Button>
        <ProblemNotice of={withoutId} />
      </>
    )
  const toDecision = () => toDecisions(filter.finding?.[0])
  const press = {
    decide: toDecision,
    change: toDecision,
    correct: () => onShowAll(cause, true),
    retry: () => void run.retry.run({ kind: 'failure', key }),
  }
  return (
    <Button
      small
      disabled={action === 'retry' && offline}
      busy={action === 'retry' && run.retry.busy}
      aria-label={`${actionAbout(actionLabels[action], users)}, ${title}`}
      onClick={press[action]}
    >
      {actionLabels[action]}
    </Button>
  )
}

/** The first users of a cause, each a link, and a button for all of them. */
function Names({
  cause,
  onShow,
  onShowAll,
}: {
  readonly cause: OpenCause
  readonly onShow: (id: number) => void
  readonly onShowAll: () => void
}) {
  const { version } = useDocument()
  const order = { filter: cause.filter, sort: { by: 'place', descending: false }, from: 0, limit: maxNamed } as const
  const page = useQuery('users:page', order, version, 1500)
  return (
    <>
      <ProblemNotice of={page} />
      <ul>
        {page.value?.rows.map((row) => (
          <li key={row.id}>
            <button type="button" className={`plain ${styles.name}`} onClick={() => onShow(row.id)}>
              {row.label}
            </button>
          </li>
        ))}
      </ul>
      {cause.users > maxNamed && (
        <Button variant="link" small aria-label={`Show all ${count(cause.users)}: ${cause.title}`} onClick={onShowAll}>
          Show all {count(cause.users)}
        </Button>
      )}
    </>
  )
}

/** Records that became no user: each reason once, for all files, with the places below it. */
function SkippedRecords() {
  const { version } = useDocument()
  const { value, problem, reload } = useQuery('export:skipped-reasons', {}, version, 1500)
  return (
    <section aria-label="Records without a user">
      <h3 className={styles.group}>
        <i className={styles.swatch} style={{ background: 'var(--part-5)' }} />
        Records without a user
      </h3>
      <ProblemNotice of={{ problem, reload }} />
      <ul>
        {value?.reasons.map((one) => (
          <SkippedReason key={`${one.kind} ${one.reason}`} {...one} />
        ))}
      </ul>
      {value !== null && value.others > 0 && (
        <p className={styles.none}>
          {counted(value.others, 'record')} for other reasons: the CSV of all records lists them.
        </p>
      )}
    </section>
  )
}

type Reason = Output<'export:skipped-reasons'>['reasons'][number]

function SkippedReason({ kind, reason, records }: Reason) {
  const [what, ...more] = sentencesOf(reason)
  return (
    <FoldingLine
      users={records}
      words={
        <>
          <b>{what}</b> {more.length > 0 && <span className="note">{more.join(' ')}</span>}
        </>
      }
    >
      <Places kind={kind} reason={reason} records={records} />
    </FoldingLine>
  )
}

/** The sentences of a reason; one that continues a line of the command line begins in lower case there. */
export function sentencesOf(reason: string): readonly string[] {
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}`.split(/(?<=\.) /)
}

function Places({ kind, reason, records }: Reason) {
  const { version } = useDocument()
  const [all, setAll] = useState(false)
  const { value, problem, reload } = useQuery('export:skipped-places', { kind, reason }, version, 1500)
  const places = value?.places ?? []
  return (
    <>
      <ProblemNotice of={{ problem, reload }} />
      <ul>
        {places.slice(0, all ? undefined : maxNamed).map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ul>
      {!all && places.length > maxNamed && (
        <Button variant="link" small onClick={() => setAll(true)}>
          Show all {count(records)}
        </Button>
      )}
      {all && records > places.length && (
        <p>And {count(records - places.length)} more: the CSV of all records lists them.</p>
      )}
    </>
  )
}

/** How many names a line shows at first. */
const maxNamed = 3

/** A line with its count, which folds out its details; its action stands at the end. */
function FoldingLine({
  users,
  words,
  action,
  children,
}: {
  readonly users: number
  readonly words: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li className={styles.cause}>
      <button
        type="button"
        className={`plain ${styles.line}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'down' : 'right'} size={14} />
        <b className={`${styles.figure} figures`}>{count(users)}</b>
        <span className={styles.words}>{words}</span>
      </button>
      {action}
      <div id={id} className={styles.names} hidden={!open}>
        {open && children}
      </div>
    </li>
  )
}
