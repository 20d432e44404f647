import type { UserDetail } from '../../../shared/ipc/views.ts'
import styles from './user-details.module.css'

const verdicts: Readonly<Record<string, string>> = {
  accept: 'imported as it is',
  rewrite: 'imported after a lossless rewrite',
  warn: 'imported, with a warning',
  reject: 'cannot be imported',
  redacted: 'removed by the exporter',
  'no-password': 'no password',
}

/** The masked hash as it is and as it goes out, and what was decided about it and why. */
export function HashVerdict({ hash }: { readonly hash: NonNullable<UserDetail['hash']> }) {
  const rewritten = hash.after !== null && hash.after !== hash.before
  return (
    <section className={styles.part} aria-label="Password hash">
      <h3>Hash: {verdicts[hash.verdict] ?? hash.verdict}</h3>
      <dl className={styles.beforeAfter}>
        <dt>{rewritten ? 'before' : 'hash'}</dt>
        <dd>{hash.before}</dd>
        {rewritten && (
          <>
            <dt>after</dt>
            <dd>{hash.after}</dd>
          </>
        )}
      </dl>
      {hash.reason && <p className="subtle">{hash.reason}</p>}
      {hash.wayOut && <p>{hash.wayOut}</p>}
    </section>
  )
}
