import type { UserDetail } from '../../../shared/bridge/views.ts'
import { count, counted, timeOfDay } from '../format.ts'
import styles from './user-details.module.css'

/** Every try, newest first, in a closed list. */
export function AttemptList({ attempts }: { readonly attempts: UserDetail['attempts'] }) {
  if (attempts.length === 0) return null
  return (
    <details className={`${styles.part} ${styles.attempts}`}>
      <summary>{counted(attempts.length, 'attempt')}</summary>
      <ol>
        {attempts.map((attempt, index) => (
          <li key={index}>
            <span className="quiet figures">{timeOfDay(attempt.at)}</span>
            <span>
              {attempt.operation}: {attempt.outcome}
              {attempt.httpStatus !== null && <> · {attempt.httpStatus}</>}
              {attempt.status && <> · {attempt.status}</>}
              {attempt.message && <span className="quiet"> · {attempt.message}</span>}
            </span>
            <span className="quiet number">{count(Math.round(attempt.ms))} ms</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
