import type { Scope } from '../../../shared/ipc/contract.ts'
import type { FailureGroup } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import type { TableFilter } from '../../components/users/table-filter.ts'
import styles from './failures-card.module.css'

/** Failures by cause: retry all of a cause, or see its users to correct them first. */
export function FailuresCard({
  groups,
  onEdit,
}: {
  readonly groups: readonly FailureGroup[]
  readonly onEdit: (filter: TableFilter) => void
}) {
  const bridge = useBridge()
  const { take } = useProgress()
  const retry = useMutation((scope: Scope) => bridge.invoke('run:retry', { scope }), take)
  const withoutId = useMutation(async (key: string) => {
    const decided = await bridge.invoke('decisions:update', { choices: { takenIds: 'skip' } })
    return decided.ok ? bridge.invoke('run:retry', { scope: { kind: 'failure', key } }) : decided
  }, take)
  return (
    <Card title="Failures by cause">
      {groups.length === 0 && (
        <p className="subtle">None. A user that fails shows here with its cause and what to do.</p>
      )}
      <ul className={styles.list}>
        {groups.map(({ key, title, advice, users }) => (
          <li key={key} className={styles.group}>
            <div className={styles.words}>
              <h3>{title}</h3>
              <p className="subtle">{advice}</p>
            </div>
            <span className={`${styles.users} number`}>{count(users)}</span>
            <div className={styles.actions}>
              <Button
                small
                busy={retry.busy}
                aria-label={`Retry ${count(users)}: ${title}`}
                onClick={() => void retry.run({ kind: 'failure', key })}
              >
                Retry {count(users)}
              </Button>
              {isTakenId(key) && (
                <Button
                  small
                  busy={withoutId.busy}
                  aria-label={`Continue without the old id: ${count(users)}`}
                  onClick={() => void withoutId.run(key)}
                >
                  Continue without the old id
                </Button>
              )}
              <Button
                small
                variant="subtle"
                aria-label={`Edit and retry: ${title}`}
                onClick={() => onEdit({ kind: 'failure', key, label: title })}
              >
                Edit and retry
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ProblemNotice problem={retry.problem} onDismiss={retry.dismiss} />
      <ProblemNotice problem={withoutId.problem} onDismiss={withoutId.dismiss} />
    </Card>
  )
}

/** The key of a group is `call|code|text`. */
function isTakenId(key: string): boolean {
  return key.split('|')[1] === 'EXTERNAL_USER_ID_TAKEN'
}
