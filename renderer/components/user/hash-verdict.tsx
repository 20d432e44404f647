import type { UserDetail } from '../../../shared/ipc/views.ts'
import styles from './user-drawer.module.css'

const verdicts: Readonly<Record<string, string>> = {
  accept: 'imported as it is',
  rewrite: 'imported after a lossless rewrite',
  warn: 'imported, with a warning',
  reject: 'cannot be imported',
  redacted: 'removed by the exporter',
  'no-password': 'no password',
}

/** What was decided about the hash and why; both forms, masked, where it is rewritten. Nothing when there is nothing to say. */
export function HashVerdict({ hash }: { readonly hash: NonNullable<UserDetail['hash']> }) {
  const rewritten = hash.after !== null && hash.after !== hash.before
  if (hash.verdict === 'accept' && !rewritten) return null
  return (
    <section className={styles.verdict} aria-label="Password hash">
      <h3>Hash: {verdicts[hash.verdict] ?? hash.verdict}</h3>
      {rewritten && (
        <dl className={styles.beforeAfter}>
          <dt>before</dt>
          <dd>{hash.before}</dd>
          <dt>after</dt>
          <dd>{hash.after}</dd>
        </dl>
      )}
      {hash.reason && <p className="muted">{hash.reason}</p>}
      {hash.wayOut && <p>{hash.wayOut}</p>}
    </section>
  )
}
