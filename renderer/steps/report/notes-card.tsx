import type { ReportView } from '../../../shared/ipc/views.ts'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import styles from './downloads-card.module.css'

/** What is of note about users that were migrated. */
export function NotesCard({ notes }: { readonly notes: ReportView['notes'] }) {
  if (notes.length === 0) return null
  return (
    <Card title="Notes">
      <ul className={styles.notes}>
        {notes.map(({ title, users }) => (
          <li key={title}>
            <span>{title}</span>
            <span className="number">{count(users)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
