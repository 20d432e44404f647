import type { UserDetail } from '../../../shared/ipc/views.ts'
import { count, counted, moment, shortDayOf, timeOfDay } from '../format.ts'
import { Tag } from '../tag.tsx'
import type { Tone } from '../tag.tsx'
import styles from './call-list.module.css'

type Attempt = UserDetail['attempts'][number]

/** Every request that was ever made for this user, newest first: when, which, what the core answered and how fast. */
export function AttemptList({ attempts }: { readonly attempts: UserDetail['attempts'] }) {
  if (attempts.length === 0) return <p className="muted">Nothing has been sent for this user.</p>
  return (
    <section className={styles.attempts} aria-label="History">
      <h3>{counted(attempts.length, 'attempt')}</h3>
      <ol>
        {attempts.map((attempt, index) => (
          <li key={index}>
            <p className={styles.attemptHead}>
              <Tag tone={toneOf(attempt)}>{attempt.httpStatus ?? 'No reply'}</Tag>
              <span>{attempt.operation}</span>
              <span className="muted number">{count(Math.round(attempt.ms))} ms</span>
            </p>
            <p className="muted">
              <time dateTime={new Date(attempt.at).toISOString()} data-tip={moment(attempt.at)}>
                {shortDayOf(attempt.at)} {timeOfDay(attempt.at)}
              </time>
              {attempt.target !== null && <> · {attempt.target}</>} · {attempt.outcome}
              {attempt.status && <> · {attempt.status}</>}
            </p>
            {attempt.message && <p className={styles.reply}>{attempt.message}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function toneOf({ outcome, httpStatus }: Attempt): Tone {
  if (outcome === 'success') return 'ok'
  return httpStatus === null || outcome === 'retry' ? 'wait' : 'bad'
}
