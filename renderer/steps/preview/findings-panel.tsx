import type { FindingGroup } from '../../../shared/bridge/views.ts'
import { Empty } from '../../components/empty.tsx'
import type { Lens } from '../../components/users/lens.ts'
import { FindingCard } from './finding-card.tsx'
import styles from './findings-panel.module.css'
import { undecided } from './undecided.ts'

/** Every finding with how many users it concerns, what it means, and its choice: first what waits, then the rest. */
export function FindingsPanel({
  findings,
  onShow,
}: {
  readonly findings: readonly FindingGroup[]
  readonly onShow: (lens: Lens) => void
}) {
  const open = undecided(findings)
  const decided = findings.filter((finding) => !open.includes(finding) && finding.chosen !== null)
  const others = findings.filter((finding) => !open.includes(finding) && finding.chosen === null)
  if (findings.length === 0) {
    return <Empty title="Nothing to decide">Nothing was found that holds a user back or is worth knowing.</Empty>
  }
  const parts = [
    ['Waits for you', open],
    ['Decided', decided],
    ['Good to know', others],
  ] as const
  return (
    <div className={styles.parts}>
      {parts
        .filter(([, group]) => group.length > 0)
        .map(([title, group]) => (
          <section key={title} aria-label={title} className={styles.part}>
            <h2 className={styles.title}>{title}</h2>
            <ul className={styles.list}>
              {group.map((finding) => (
                <FindingCard key={`${finding.code} ${finding.group}`} finding={finding} onShow={onShow} />
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}
