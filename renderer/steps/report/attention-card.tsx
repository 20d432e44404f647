import type { FileView, ReportView, UserRow } from '../../../shared/ipc/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { count, counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { Tag } from '../../components/tag.tsx'
import { stateLooks } from '../../components/user-state.ts'
import { Clipped } from '../../components/tooltip.tsx'
import { useSteps } from '../../navigation/step-context.tsx'
import styles from './attention-card.module.css'

/** Who is not migrated; users of a run that goes on are not among them. */
export const needAttention: readonly UserState[] = ['failed', 'in-doubt', 'blocked', 'excluded']

const maxNamed = 200

/** Every user who was not migrated and every record that became nobody, by name, with the reason and what to do. */
export function AttentionCard({
  report,
  onShow,
}: {
  readonly report: ReportView
  /** Opens one user in the table below. */
  readonly onShow: (id: number) => void
}) {
  const { version } = useDocument()
  const { go } = useSteps()
  const { counts, totals } = report
  const users = needAttention.reduce((sum, state) => sum + counts[state], 0)
  const records = totals.unmatched + totals.unreadable
  const page = useQuery(
    'users:page',
    users === 0
      ? null
      : { filter: { states: [...needAttention] }, sort: { by: 'state', descending: true }, from: 0, limit: maxNamed },
    version,
    1500,
  )
  const rows = page.value?.rows ?? []
  const more = (page.value?.total ?? 0) - rows.length
  const action = (row: UserRow) => {
    if (row.state === 'blocked') return <RowButton word="Decide" row={row} onClick={() => go('review')} />
    return <RowButton word="Show" row={row} onClick={() => onShow(row.id)} />
  }
  return (
    <Card
      title={
        <>
          Needs attention{' '}
          {users + records > 0 && <span className={styles.aside}>Every user who was not migrated, by name</span>}
        </>
      }
    >
      <ProblemNotice problem={page.problem} onRetry={page.reload} />
      {users + records === 0 && <p className="muted">Nothing: every user who was read is in the core.</p>}
      {users + records > 0 && (
        <div className={styles.scroll} role="region" aria-label="Users not migrated" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">User</th>
                <th scope="col">State</th>
                <th scope="col">Reason</th>
                <th scope="col">
                  <span className="visually-hidden">Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const tag = needAttention.includes(row.state) ? stateLooks[row.state] : undefined
                return (
                  <tr key={row.id}>
                    <th scope="row">{row.label}</th>
                    <td>{tag && <Tag tone={tag.tone}>{tag.word}</Tag>}</td>
                    <td>
                      <Clipped className={styles.reason}>{row.note}</Clipped>
                    </td>
                    <td>{action(row)}</td>
                  </tr>
                )
              })}
              {records > 0 && <SkippedRows />}
            </tbody>
          </table>
        </div>
      )}
      {more > 0 && (
        <p className={styles.more}>
          And {counted(more, 'more user', 'more users')} in the table below: {count(users)} in all. The files at the
          right list every one.
        </p>
      )}
    </Card>
  )
}

function RowButton({
  word,
  row,
  onClick,
}: {
  readonly word: string
  readonly row: UserRow
  readonly onClick: () => void
}) {
  return (
    <Button small aria-label={`${word} ${row.label}`} onClick={onClick}>
      {word}
    </Button>
  )
}

/** Records that became no user, by file and line, with the reason. */
function SkippedRows() {
  const { files } = useDocument()
  return files.map((file) => <OfFile key={file.id} file={file} />)
}

function OfFile({ file }: { readonly file: FileView }) {
  const { version } = useDocument()
  const { value, problem } = useQuery('export:skipped-records', { fileId: file.id, skip: 0 }, version, 1500)
  const shown = value?.skippedRecords ?? []
  const more = (value?.total ?? 0) - shown.length
  return (
    <>
      {shown.map(({ kind, line, byte, place, reason }) => (
        <tr key={`${kind} ${byte} ${line}`}>
          <th scope="row">
            {file.name}, {place}
          </th>
          <td>
            <Tag tone={kind === 'unmatched' ? 'wait' : 'bad'}>{kind === 'unmatched' ? 'Unmatched' : 'Unreadable'}</Tag>
          </td>
          <td>{reason}</td>
          <td />
        </tr>
      ))}
      {(more > 0 || problem !== null) && (
        <tr>
          <td colSpan={4}>
            {problem?.message ?? `And ${count(more)} more records of ${file.name}: report.csv lists all of them.`}
          </td>
        </tr>
      )}
    </>
  )
}
