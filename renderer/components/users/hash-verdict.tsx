import type { UserDetail } from '../../../shared/bridge/views.ts'
import styles from './user-details.module.css'

/** The masked hash as it is and as it goes out, and what was decided about it and why. */
export function HashVerdict({ hash }: { readonly hash: NonNullable<UserDetail['hash']> }) {
  return (
    <section className={styles.part} aria-label="Password hash">
      <h3>Hash: {hash.verdict}</h3>
      <dl className={styles.beforeAfter}>
        <dt>before</dt>
        <dd>{hash.before}</dd>
        {hash.after && (
          <>
            <dt>after</dt>
            <dd>{hash.after}</dd>
          </>
        )}
      </dl>
      {hash.reason && <p className="quiet">{hash.reason}</p>}
      {hash.wayOut && <p>{hash.wayOut}</p>}
    </section>
  )
}
