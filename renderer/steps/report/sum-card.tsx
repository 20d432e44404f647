import type { ReportView } from '../../../shared/ipc/views.ts'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { StackedBar } from '../../components/stacked-bar.tsx'
import { Tag } from '../../components/tag.tsx'
import { sumOf, sumRows, type SumRow } from '../../../shared/report/sum-rows.ts'
import styles from './sum-card.module.css'

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
  unreadable: 'var(--bad)',
  other: 'var(--line)',
}

/** Every record read, and where it has gone, as one sum that is checked. */
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
              <i style={{ background: colors[key] }} data-zero={value === 0 || undefined} />
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
