import type { CheckView } from '../../../shared/ipc/views.ts'
import { Icon } from '../../components/icon.tsx'
import styles from './check-result.module.css'

/** What is known of a core, one thing a line, each with a mark and words. */
export function CheckFacts({ facts }: { readonly facts: CheckView['facts'] }) {
  if (facts.length === 0) return null
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, good }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className={good === null ? styles.neither : good ? styles.good : styles.notGood}>
              {good === null ? '·' : <Icon name={good ? 'check' : 'warning'} size={14} />}
            </span>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
