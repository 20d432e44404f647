import { useDocument } from '../../api/document-context.tsx'
import { count, counted } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { Tag } from '../../components/tag.tsx'
import styles from './sum-line.module.css'

const parts = [
  ['users', 'users', 'Records that became a user.'],
  ['joined', 'joined', 'Records of another file that found their user.'],
  ['unmatched', 'unmatched', 'Records of another file whose user is in no file.'],
  ['unreadable', 'skipped', 'Records that hold no user, listed in the report with their reason.'],
  ['other', 'other', 'Entries of other kinds than users, named with their kind at each file.'],
] as const

/** Every record is accounted for: records = users + joined + unmatched + unreadable + other. */
export function SumLine() {
  const { totals, work, files } = useDocument()
  const used = files.filter(({ problem }) => problem === null).length
  const sum = parts.reduce((total, [key]) => total + totals[key], 0)
  if (work.kind === 'reading') {
    return (
      <p className={`${styles.line} figures`} aria-label="What became of the records">
        <span>
          <b>{count(totals.records)}</b> records so far in {counted(used, 'file')}
        </span>
        <span className="muted">· The total is checked when reading ends.</span>
      </p>
    )
  }
  const shown = parts.filter(([key]) => key === 'users' || totals[key] > 0)
  return (
    <p className={`${styles.line} figures`} aria-label="What became of the records">
      <span>
        <b>{count(totals.records)}</b> records
      </span>
      {shown.map(([key, label, meaning], index) => (
        <span key={key} title={meaning}>
          <span className={styles.sign}>{index === 0 ? '=' : '+'}</span>
          <b>{count(totals[key])}</b> {label}
        </span>
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
