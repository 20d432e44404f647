import type { ReportView } from '../../../shared/ipc/views.ts'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { Tag } from '../../components/tag.tsx'
import styles from './sum-card.module.css'
import { sumOf, sumRows } from '../../../shared/report/sum-rows.ts'

/** Every record read, and where it has gone; the sum is shown and checked. */
export function SumCard({ report }: { readonly report: ReportView }) {
  const rows = sumRows(report)
  const sum = sumOf(rows)
  const addsUp = report.addsUp && sum === report.totals.records
  return (
    <Card title="All records">
      <table className={styles.table}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">What became of the records</th>
            <th scope="col">Records</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Records read</th>
            <td className="number">
              <b>{count(report.totals.records)}</b>
            </td>
          </tr>
          {rows.map(({ label, value, tone, note }) => (
            <tr key={label}>
              <th scope="row">
                {tone ? <Tag tone={tone}>{label}</Tag> : label}
                {note && <span className={styles.note}>{note}</span>}
              </th>
              <td className="number">
                <b>{count(value)}</b>
              </td>
            </tr>
          ))}
          <tr className={styles.sum}>
            <th scope="row">Sum</th>
            <td className="number">
              {count(sum)}{' '}
              <span className={addsUp ? styles.right : styles.wrong}>
                <Icon name={addsUp ? 'check' : 'warning'} size={14} />
                <span className="visually-hidden">{addsUp ? 'adds up' : 'does not add up'}</span>
              </span>
            </td>
          </tr>
        </tbody>
      </table>
    </Card>
  )
}
