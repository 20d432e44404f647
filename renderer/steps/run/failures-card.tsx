import type { Scope } from '../../../shared/ipc/contract.ts'
import type { FailureGroup } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { count, counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import type { TableFilter } from '../../components/users/table-filter.ts'
import styles from './failures-card.module.css'

/** Failures by cause, each with the one thing to do about it; what the core said is folded away. */
export function FailuresCard({
  groups,
  onCorrect,
}: {
  readonly groups: readonly FailureGroup[]
  readonly onCorrect: (filter: TableFilter) => void
}) {
  const bridge = useBridge()
  const { target } = useDocument()
  const { take } = useProgress()
  const retry = useMutation((scope: Scope) => bridge.invoke('run:retry', { scope }), take)
  const withoutId = useMutation(async (key: string) => {
    const decided = await bridge.invoke('decisions:update', { choices: { takenIds: 'skip' } })
    return decided.ok ? bridge.invoke('run:retry', { scope: { kind: 'failure', key } }) : decided
  }, take)
  const users = groups.reduce((sum, group) => sum + group.users, 0)
  const disabled = target?.connected !== true
  return (
    <Card title="Failures by cause" aside={<span className="muted figures">{counted(users, 'user')}</span>}>
      <ul className={styles.list}>
        {groups.map((group) => (
          <li key={group.key} className={styles.group}>
            <h3>{group.title}</h3>
            <b className={`${styles.users} figures`}>{count(group.users)}</b>
            <p className={styles.advice}>{group.advice}</p>
            <span className={styles.action}>
              {group.action === 'correct' && (
                <Button
                  small
                  aria-label={`Correct ${count(group.users)}: ${group.title}`}
                  onClick={() => onCorrect({ kind: 'failure', key: group.key, label: group.title })}
                >
                  Correct {count(group.users)}
                </Button>
              )}
              {group.action === 'retry' && (
                <Button
                  small
                  disabled={disabled}
                  busy={retry.busy}
                  aria-label={`Retry ${count(group.users)}: ${group.title}`}
                  onClick={() => void retry.run({ kind: 'failure', key: group.key })}
                >
                  Retry {count(group.users)}
                </Button>
              )}
              {group.action === 'without-old-id' && (
                <Button
                  small
                  disabled={disabled}
                  busy={withoutId.busy}
                  aria-label={`Continue without old ID: ${counted(group.users, 'user')}`}
                  onClick={() => void withoutId.run(group.key)}
                >
                  Continue without old ID
                </Button>
              )}
            </span>
            {group.replies.length > 0 && (
              <details className={styles.replies}>
                <summary>What the core said</summary>
                <ul>
                  {group.replies.map((reply) => (
                    <li key={reply}>
                      <code>{reply}</code>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
      <ProblemNotice problem={retry.problem} onDismiss={retry.dismiss} />
      <ProblemNotice problem={withoutId.problem} onDismiss={withoutId.dismiss} />
    </Card>
  )
}
