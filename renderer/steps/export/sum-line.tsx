import { useDocument } from '../../api/document-context.tsx'
import { count, counted } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { Tag } from '../../components/tag.tsx'
import { Explained } from '../../components/overlays/tooltip.tsx'
import styles from './sum-line.module.css'

const parts = [
  ['users', 'users', 'Records that became a user.'],
  ['joined', 'joined', 'Records that were joined to a user of another file.'],
  ['unmatched', 'unmatched', 'Records whose user is in none of the files.'],
  ['unreadable', 'skipped', 'Records that hold no user, listed in the report with their reason.'],
  ['other', 'not users', 'Entries that are not users. Each file lists their kinds.'],
] as const

/** Every record is accounted for: records = users + joined + unmatched + unreadable + other. */
export function SumLine() {
  const { totals, work, files } = useDocument()
  const used = files.filter(({ problem }) => problem === null).length
  const sum = parts.reduce((total, [key]) => total + totals[key], 0)
  // Totals are counted seldom meanwhile; the records of the files are always current.
  const complete = files.reduce((records, file) => records + (file.complete ? file.records : 0), 0)
  if (work.kind === 'reading') {
    return (
      <p className={`${styles.line} figures`} aria-label="Records by result">
        <span>
          <b>{count(complete + (work.reading?.records ?? 0))}</b> records so far in {counted(used, 'file')}
        </span>
        <span className="muted">· The total is checked when reading ends.</span>
      </p>
    )
  }
  if (work.kind === 'planning') {
    return (
      <p className={`${styles.line} figures`} aria-label="Records by result">
        <span>
          <b>{count(complete)}</b> records in {counted(used, 'file')}
        </span>
        <span className="muted">· Users are counted when planning ends.</span>
      </p>
    )
  }
  const shown = parts.filter(([key]) => key === 'users' || totals[key] > 0)
  return (
    <p className={`${styles.line} figures`} aria-label="Records by result">
      <span>
        <b>{count(totals.records)}</b> records
      </span>
      {shown.map(([key, label, meaning], index) => (
        <Explained key={key} tip={meaning}>
          <span className={styles.sign}>{index === 0 ? '=' : '+'}</span>
          <b>{count(totals[key])}</b> {label}
        </Explained>
      ))}
      {work.kind === 'idle' && sum === totals.records && (
        <Tag tone="ok">
          <Icon name="check" size={12} /> Adds up
        </Tag>
      )}
      {work.kind === 'idle' && sum !== totals.records && (
        <Tag tone="bad">Differs by {count(Math.abs(totals.records - sum))}: please report this</Tag>
      )}
    </p>
  )
}
