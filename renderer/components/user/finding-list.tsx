import type { UserDetail } from '../../../shared/ipc/views.ts'
import { Tag } from '../tag.tsx'
import styles from './user-drawer.module.css'

/** What is wrong or of note about this user. */
export function FindingList({ findings }: { readonly findings: UserDetail['findings'] }) {
  if (findings.length === 0) return null
  return (
    <ul className={styles.findings} aria-label="Findings">
      {findings.map((finding, index) => (
        <li key={index}>
          <b>{finding.title}</b> {finding.blocks && <Tag tone="wait">Needs a decision</Tag>}
          {finding.detail !== finding.title && <p className="muted">{finding.detail}</p>}
        </li>
      ))}
    </ul>
  )
}
