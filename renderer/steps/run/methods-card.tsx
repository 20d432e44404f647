import { methodTitles } from '../../../shared/users/method-titles.ts'
import type { MethodCounts } from '../../../shared/ipc/views.ts'
import { count } from '../../components/format.ts'
import { StackedBar } from '../../components/stacked-bar.tsx'
import styles from './methods-card.module.css'

/** How far each login method is. A user with two of them counts in both. */
export function MethodsCard({ methods }: { readonly methods: readonly MethodCounts[] }) {
  if (methods.length === 0) return null
  return (
    <details className={styles.details}>
      <summary>By login method</summary>
      <ul className={styles.methods} aria-label="By login method">
        {methods.map(({ method, total, done, failed }) => (
          <li key={method}>
            <p className={styles.words}>
              <span>{methodTitles[method]}</span>
              <span className="figures">
                <b>{count(done)}</b> of {count(Math.max(total, done))}
                {failed > 0 && <span className={styles.failed}> · {count(failed)} failed</span>}
              </span>
            </p>
            <StackedBar
              parts={[
                { key: 'done', label: 'done', value: done, color: 'var(--ok)' },
                { key: 'failed', label: 'failed', value: failed, color: 'var(--bad)' },
                { key: 'left', label: 'left', value: Math.max(0, total - done - failed), color: 'var(--off-bg)' },
              ]}
            />
          </li>
        ))}
      </ul>
    </details>
  )
}
