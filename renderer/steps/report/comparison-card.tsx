import type { ReportView } from '../../../shared/ipc/views.ts'
import { Card } from '../../components/card.tsx'
import { count, counted } from '../../components/format.ts'
import styles from './attention-card.module.css'

/** The live runs beside the rehearsal of the same users: who ended otherwise, by name. */
export function ComparisonCard({ report }: { readonly report: ReportView }) {
  const { rehearsal } = report
  if (rehearsal === null) return null
  const { same, different, users, counts } = rehearsal
  return (
    <Card
      title={
        <>
          Compared with the rehearsal{' '}
          <span className={styles.aside}>
            {different === 0
              ? `${counted(same, 'user')}, all with the same outcome`
              : `${counted(different, 'user')} with another outcome`}
          </span>
        </>
      }
    >
      <p className="muted">
        Rehearsal: {count(counts.migrated)} migrated, {count(counts.failed)} failed. Live:{' '}
        {count(report.counts.migrated)} migrated, {count(report.counts.failed)} failed. {counted(same, 'user')} ended
        alike.
      </p>
      {users.length > 0 && (
        <div className={styles.scroll} role="region" aria-label="Users with another outcome" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">User</th>
                <th scope="col">Rehearsal</th>
                <th scope="col">Live</th>
              </tr>
            </thead>
            <tbody>
              {users.map((user) => (
                <tr key={user.id}>
                  <th scope="row">{user.label}</th>
                  <td>{user.rehearsal}</td>
                  <td>{user.live}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {different > users.length && <p className={styles.more}>And {count(different - users.length)} more.</p>}
    </Card>
  )
}
