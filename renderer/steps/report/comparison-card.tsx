import type { ReportView } from '../../../shared/ipc/views.ts'
import { stateTitles } from '../../../shared/report/state-titles.ts'
import { Card } from '../../components/card.tsx'
import { count, counted } from '../../components/format.ts'
import styles from './report-step.module.css'

/** The live runs beside the rehearsal of the same users: who ended otherwise, by name, once for each pair of outcomes. */
export function ComparisonCard({ report }: { readonly report: ReportView }) {
  const { rehearsal } = report
  if (rehearsal === null) return null
  const { same, different, users } = rehearsal
  const pairOf = (user: (typeof users)[number]) =>
    `${stateTitles[user.rehearsal]}, now ${stateTitles[user.live].toLowerCase()}`
  const pairs = [...new Set(users.map(pairOf))].map(
    (pair) => [pair, users.filter((user) => pairOf(user) === pair)] as const,
  )
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
      {pairs.map(([pair, of]) => (
        <details key={pair} className={styles.pair}>
          <summary>
            <b className="figures">{count(of.length)}</b> {pair}
          </summary>
          <ul>
            {of.map((user) => (
              <li key={user.id}>{user.label}</li>
            ))}
          </ul>
        </details>
      ))}
      {different > users.length && <p className={styles.aside}>And {count(different - users.length)} more.</p>}
    </Card>
  )
}
