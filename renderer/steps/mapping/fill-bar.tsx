import type { MappingView } from '../../../shared/ipc/views.ts'
import { count } from '../../components/format.ts'
import styles from './fill-bar.module.css'

type Counts = MappingView['columns'][number]['counts']

/** Which part of the records has a value, as a bar and in percent. A column with one value is never shown as empty. */
export function FillBar({ counts, records }: { readonly counts: Counts; readonly records: number | null }) {
  if (counts === null || records === null) return <span className="muted">–</span>
  const share = fillPercent(counts.filled, records)
  return (
    <span className={styles.fill}>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      <span className="figures">{share}%</span>
    </span>
  )
}

/** How many different values: `2,063`, `about 620,000`. */
export function distinctText(counts: Counts): string {
  if (counts === null) return '–'
  if (counts.exact) return count(counts.distinct)
  const unit = 10 ** Math.max(Math.floor(Math.log10(counts.distinct)) - 1, 0)
  return `about ${count(Math.round(counts.distinct / unit) * unit)}`
}

export function fillPercent(filled: number, records: number): number {
  if (records === 0 || filled === 0) return 0
  if (filled >= records) return 100
  return Math.min(99, Math.max(1, Math.round((100 * filled) / records)))
}
