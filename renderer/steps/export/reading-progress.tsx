import type { DocumentView } from '../../../shared/ipc/views.ts'
import { counted } from '../../components/format.ts'
import styles from './reading-progress.module.css'
import { readingText } from './reading-text.ts'

/** How far a file was read: percent, records so far, time left. */
export function ReadingProgress({ work }: { readonly work: DocumentView['work'] }) {
  const share = work.total > 0 ? Math.min(work.done / work.total, 1) : null
  const { percent, left } = readingText(work)
  return (
    <div className={styles.reading}>
      <progress aria-label="Reading" {...(share === null ? {} : { max: 1, value: share })} />
      <p className={`${styles.line} figures`}>
        <span>
          <b>{percent}</b> <span className="muted">· {counted(work.reading?.records ?? 0, 'record')} so far</span>
        </span>
        <span className="muted">{left}</span>
      </p>
    </div>
  )
}
