import type { ReportView } from '../../../shared/ipc/views.ts'
import { sumOf, type SumRow, sumRows, undoneParts } from '../../../shared/report/sum-rows.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Card } from '../../components/display/card.tsx'
import { count, duration, moment } from '../../components/texts/format.ts'
import { Icon } from '../../components/display/icon.tsx'
import { Explained } from '../../components/overlays/tooltip.tsx'
import { StackedBar } from '../../components/display/stacked-bar.tsx'
import { Tag } from '../../components/display/tag.tsx'
import { BaselineFacts } from '../export/baseline-card.tsx'
import styles from './report-step.module.css'

const colors: Readonly<Record<SumRow['key'], string>> = {
  migrated: 'var(--ok)',
  failed: 'var(--bad)',
  blocked: 'var(--part-4)',
  excluded: 'var(--part-5)',
  unchanged: 'var(--line)',
  existing: 'var(--part-2)',
  ready: 'var(--accent)',
  sending: 'var(--accent)',
  'in-doubt': 'var(--wait)',
  joined: 'var(--line)',
  unmatched: 'var(--part-6)',
  // They hold no user, so there is nothing to do.
  unreadable: 'var(--part-5)',
  other: 'var(--line)',
}

/** The outcome of every record as one sum, which is checked. */
export function SumCard({ report }: { readonly report: ReportView }) {
  const rows = sumRows(report)
  const sum = sumOf(rows)
  const addsUp = report.addsUp && sum === report.totals.records
  return (
    <Card
      title="All records"
      aside={
        <Tag tone={addsUp ? 'ok' : 'bad'}>
          <Icon name={addsUp ? 'check' : 'warning'} size={13} />
          {addsUp ? 'Adds up' : 'Does not add up'}
        </Tag>
      }
    >
      <dl className={`${styles.sum} figures`}>
        <div>
          <dd>{count(report.totals.records)}</dd>
          <dt>records read</dt>
        </div>
        {rows.map(({ key, label, value }, index) => (
          <div key={key} data-sign={index === 0 ? '=' : '+'}>
            <dd>
              <i className={styles.swatch} style={{ background: colors[key] }} data-zero={value === 0 || undefined} />
              {count(value)}
            </dd>
            <dt>{label.toLowerCase()}</dt>
          </div>
        ))}
      </dl>
      <StackedBar parts={rows.map(({ key, label, value }) => ({ key, label, value, color: colors[key] }))} />
    </Card>
  )
}

/** After a complete undo: the users of the core before and now as one sum, or of this migration alone where the core counts none. */
export function UndoneCard({ removed, stay }: { readonly removed: number; readonly stay: number }) {
  const { version } = useDocument()
  const view = useQuery('post-run:get', {}, version, 1500).value
  if (!view?.undone) return null
  const { undone, coreUsers } = view
  const parts = undoneParts({ removed, gone: undone.gone, stay }, coreUsers)
  const isAsBefore = coreUsers === null ? stay === 0 : coreUsers.now === coreUsers.before
  return (
    <Card
      title={coreUsers === null ? 'Users of this migration in the core' : 'Users in the core'}
      aside={
        isAsBefore && (
          <Tag tone="ok">
            <Icon name="check" size={13} />
            {coreUsers === null ? 'None left' : 'As before'}
          </Tag>
        )
      }
    >
      <dl className={`${styles.sum} figures`}>
        {parts.map(({ sign, value, label }) => (
          <div key={label} data-sign={sign}>
            <dd>{count(value)}</dd>
            <dt>{label}</dt>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** After a complete undo: the runs, and the undo. */
export function HistoryCard({ removed }: { readonly removed: number }) {
  const { version } = useDocument()
  const view = useQuery('post-run:get', {}, version, 1500).value
  if (!view?.undone) return null
  return (
    <Card title="History">
      <table className={styles.history}>
        <thead>
          <tr>
            <th scope="col">Started</th>
            <th scope="col">What</th>
            <th scope="col">Users</th>
            <th scope="col">Took</th>
          </tr>
        </thead>
        <tbody>
          {view.runs.map(({ startedAt, pilot, users, sendingMs }) => (
            <tr key={startedAt}>
              <td>{moment(startedAt)}</td>
              <th scope="row">{pilot ? 'Pilot' : 'Run'}</th>
              <td>
                {users === null ? (
                  <Explained tip="All of its users were sent again later, or none was created.">–</Explained>
                ) : (
                  count(users)
                )}
              </td>
              <td>{duration(sendingMs)}</td>
            </tr>
          ))}
          <tr>
            <td>{moment(view.undone.at)}</td>
            <th scope="row">Undo</th>
            <td>{count(removed)}</td>
            <td>{view.undone.tookMs !== undefined && duration(view.undone.tookMs)}</td>
          </tr>
        </tbody>
      </table>
    </Card>
  )
}

/** Counts of this export's users against the earlier migration. */
export function DeltaCard() {
  const { baseline } = useDocument()
  if (baseline === null) return null
  return (
    <Card title={`Since ${baseline.name}`}>
      <div className="stack">
        <BaselineFacts baseline={baseline} />
      </div>
    </Card>
  )
}
