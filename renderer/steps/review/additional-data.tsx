import type { Choices } from '../../../shared/planning/choices.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Checkbox } from '../../components/field.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './findings-panel.module.css'

/** What only a core of this dialect can keep of a user, each for the operator to tick. */
export function AdditionalData() {
  const bridge = useBridge()
  const { choices } = useDocument()
  const choose = useMutation((change: Partial<Pick<Choices, 'keepUserIds' | 'verifyEmails'>>) =>
    bridge.invoke('decisions:update', { choices: change }),
  )
  return (
    <section aria-label="Carried over as well" className={styles.part}>
      <h2 className={styles.title}>Carried over as well</h2>
      <div className={`${styles.list} ${styles.existing}`}>
        <Checkbox
          checked={choices.keepUserIds}
          disabled={choose.busy}
          onChange={(keepUserIds) => void choose.run({ keepUserIds })}
        >
          Keep the old user IDs: the core knows each user by the source ID.
        </Checkbox>
        <Checkbox
          checked={choices.verifyEmails}
          disabled={choose.busy}
          onChange={(verifyEmails) => void choose.run({ verifyEmails })}
        >
          Mark emails verified that the export calls verified: an import alone leaves them unverified.
        </Checkbox>
        <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
      </div>
    </section>
  )
}
