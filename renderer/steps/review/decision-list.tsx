import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import type { ChoicesChange } from '../../../shared/planning/choice-change.ts'
import { currentDecisions } from './decision-entries.ts'
import styles from './findings-panel.module.css'

/** The decisions in force, each to be taken back. */
export function DecisionList() {
  const bridge = useBridge()
  const document = useDocument()
  const { accept } = useDocumentState()
  const undo = useMutation((change: ChoicesChange) => bridge.invoke('decisions:update', { choices: change }), accept)
  const taken = currentDecisions(document)
  if (taken.length === 0) return null
  return (
    <section aria-label="Your decisions" className={styles.part}>
      <h2 className={styles.title}>Your decisions</h2>
      <ul className={styles.list}>
        {taken.map(({ about, decided, before, undo: change }) => (
          <li key={about} className={styles.taken}>
            <span>{about}</span>
            <span className="muted">
              {decided}
              {before && ` · from “${document.baseline?.name}”`}
            </span>
            <Button small busy={undo.busy} aria-label={`Undo: ${about}`} onClick={() => void undo.run(change)}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
      <ProblemNotice problem={undo.problem} onDismiss={undo.dismiss} />
    </section>
  )
}
