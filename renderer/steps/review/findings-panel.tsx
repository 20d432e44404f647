import type { FindingGroup } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Empty } from '../../components/empty.tsx'
import type { TableFilter } from '../../components/users/table-filter.ts'
import { AdditionalData } from './additional-data.tsx'
import { FindingCard } from './finding-card.tsx'
import styles from './findings-panel.module.css'
import { ExistingChoice } from '../run/existing-choice.tsx'
import { DecisionList } from './decision-list.tsx'
import { undecided } from './undecided.ts'

/** Every finding with how many users it concerns, what it means, and its choice: first what waits, then the rest. */
export function FindingsPanel({
  findings,
  onShow,
}: {
  readonly findings: readonly FindingGroup[]
  readonly onShow: (filter: TableFilter) => void
}) {
  const { target } = useDocument()
  const open = undecided(findings).toSorted((a, b) => b.users - a.users)
  const decided = findings.filter((finding) => !open.includes(finding) && finding.chosen !== null)
  const others = findings.filter((finding) => !open.includes(finding) && finding.chosen === null)
  const parts = [
    ['Needs a decision', open],
    ['Decided', decided],
    ['Notes', others],
  ] as const
  return (
    <div className={styles.parts}>
      {findings.length === 0 && <Empty title="Nothing to decide">There are no decisions and no notes.</Empty>}
      {parts
        .filter(([, group]) => group.length > 0)
        .map(([title, group]) => (
          <section key={title} aria-label={title} className={styles.part}>
            <h2 className={group === open ? 'visually-hidden' : styles.title}>{title}</h2>
            <ul className={styles.list}>
              {group.map((finding) => (
                <FindingCard key={`${finding.code} ${finding.group}`} finding={finding} onShow={onShow} />
              ))}
            </ul>
          </section>
        ))}
      <DecisionList />
      {target?.dialect === 'supertokens' && (
        <section aria-label="Users already in the core" className={styles.part}>
          <h2 className={styles.title}>Users already in the core</h2>
          <div className={`${styles.list} ${styles.existing}`}>
            <p className="muted">
              This core is asked before a password is imported. Existing users are skipped unless you decide otherwise.
            </p>
            <ExistingChoice mayAsk />
          </div>
        </section>
      )}
      {target?.dialect === 'documented' && (
        <section aria-label="Users already in the core" className={styles.part}>
          <h2 className={styles.title}>Users already in the core</h2>
          <div className={`${styles.list} ${styles.existing}`}>
            <p className="muted">
              This core cannot be asked who is there, and an import replaces the password of a user who is. Unless you
              allow that, at most three passwords are imported at once, which takes longer.
            </p>
            <ExistingChoice cannotLeave />
          </div>
        </section>
      )}
      {target?.dialect === 'supertokens' && <AdditionalData />}
    </div>
  )
}
