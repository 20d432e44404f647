import type { ReportView } from '../../../shared/ipc/views.ts'
import { counted } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import styles from './next-card.module.css'

/** After a rehearsal: what follows, what is kept for it, and what the rehearsal says about it. */
export function NextCard({ report }: { readonly report: ReportView }) {
  const { target, counts, passwordChecks } = report
  if (target?.kind !== 'rehearsal' || counts.migrated === 0) return null
  const passed = passwordChecks.filter(({ matched, mismatched }) => matched > 0 && mismatched === 0)
  const facts: readonly { readonly ok: boolean; readonly text: string }[] = [
    { ok: counts.failed === 0, text: `${counted(counts.failed, 'failure')} in the rehearsal` },
    ...(passed.length > 0
      ? [{ ok: true, text: `Password check passed for ${passed.map(({ label }) => label).join(', ')}` }]
      : passwordChecks.length > 0
        ? [{ ok: false, text: 'Password check: not tested' }]
        : []),
    ...(counts.blocked > 0
      ? [
          {
            ok: false,
            text: `${counted(counts.blocked, 'user')} still ${counts.blocked === 1 ? 'needs' : 'need'} a decision`,
          },
        ]
      : []),
  ]
  return (
    <section className={styles.card} aria-labelledby="next-step">
      <span className={styles.icon}>
        <Icon name="right" size={18} />
      </span>
      <div>
        <p>
          <b id="next-step">Next: migrate for real.</b> The export, the mapping and your decisions are kept. You connect
          your core, and nothing is sent before you confirm.
        </p>
        <ul className={styles.facts}>
          {facts.map(({ ok, text }) => (
            <li key={text} data-ok={ok || undefined}>
              <Icon name={ok ? 'check' : 'warning'} size={15} />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
