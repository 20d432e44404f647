import type { FindingGroup } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { count } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import type { TableFilter } from '../../components/users/table-filter.ts'
import { choiceFor, type ChoicesChange } from '../../../shared/planning/choice-change.ts'
import { useSteps } from '../step-context.tsx'
import { ChoiceInput } from './choice-input.tsx'
import styles from './findings-panel.module.css'
import { findingLabel, shownGroup } from '../../components/users/filter-choices.ts'

/** One finding: how many users, what it means, the choice for all of them, and the way to see them. */
export function FindingCard({
  finding,
  onShow,
}: {
  readonly finding: FindingGroup
  readonly onShow: (filter: TableFilter) => void
}) {
  const bridge = useBridge()
  const { choices } = useDocument()
  const { accept } = useDocumentState()
  const { go } = useSteps()
  const choose = useMutation((change: ChoicesChange) => bridge.invoke('decisions:update', { choices: change }), accept)
  const { code, group, title, meaning, users } = finding

  function decide(value: string | null): void {
    const change = choiceFor(choices, finding, value)
    if (change) void choose.run(change)
  }

  return (
    <li className={styles.finding}>
      <p className={`${styles.users} figures`}>
        {count(users)} <small>{users === 1 ? 'user' : 'users'}</small>
      </p>
      <div className={styles.words}>
        <h3>
          {title} {shownGroup(finding) && <code>{group}</code>}
        </h3>
        <p className="muted">{meaning}</p>
      </div>
      <div className={styles.choice}>
        <ChoiceInput finding={finding} busy={choose.busy} onChoose={decide} />
        {code === 'hash-parameters-missing' && (
          <Button variant="link" className={styles.way} onClick={() => go('export')}>
            Give the parameters instead
          </Button>
        )}
        <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
      </div>
      <Button
        small
        aria-label={`Show users: ${findingLabel(finding)}`}
        onClick={() => onShow({ kind: 'finding', code, group, label: findingLabel(finding) })}
      >
        Show users
      </Button>
    </li>
  )
}
