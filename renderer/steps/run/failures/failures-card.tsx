import { type ReactNode, useState } from 'react'
import type { Scope } from '../../../../shared/ipc/requests/run-requests.ts'
import type { FailureGroup } from '../../../../shared/ipc/views.ts'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../../api/document-context.tsx'
import { useProgress } from '../../../api/progress-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { Button, reasons } from '../../../components/controls/button.tsx'
import { Card } from '../../../components/display/card.tsx'
import { count, counted } from '../../../components/texts/format.ts'
import { ProblemNotice } from '../../../components/notices/notice.tsx'
import { Explained } from '../../../components/overlays/tooltip.tsx'
import type { TableFilter } from '../../../components/users/use-users-view.ts'
import styles from './failures.module.css'
import { useRetryWithoutId } from '../use-run.ts'
import { actionAbout } from '../../../components/texts/user-action.ts'

/** Failures by cause, each with the one thing to do about it. The first ones leave room for the table. */
export function FailuresCard({
  groups,
  shown = Infinity,
  wide = false,
  isNext = false,
  onCorrect,
}: {
  readonly groups: readonly FailureGroup[]
  /** How many causes are shown at first. */
  readonly shown?: number
  /** The card has the whole width. */
  readonly wide?: boolean
  /** The next step of the run is the remedy of the only cause, so its line would repeat it. */
  readonly isNext?: boolean
  readonly onCorrect: (filter: TableFilter) => void
}) {
  const bridge = useBridge()
  const [visible, more] = useFirstCauses(groups, shown)
  const { target } = useDocument()
  const { take } = useProgress()
  const { decisions } = useDocumentState()
  const retry = useMutation((scope: Scope) => bridge.invoke('run:retry', { scope }), take, decisions)
  const withoutId = useRetryWithoutId()
  const users = groups.reduce((sum, group) => sum + group.users, 0)
  const disabled = target?.connected !== true && reasons.notConnected
  return (
    <Card
      className={styles.card}
      title="Failures by cause"
      aside={<span className="muted figures">{counted(users, 'user')}</span>}
    >
      <ul className={styles.list}>
        {visible.map((group) => (
          <li key={group.key} className={styles.group} data-wide={wide || undefined}>
            <h3>{wide ? group.title : <Explained tip={group.advice}>{group.title}</Explained>}</h3>
            {group.action === 'without-old-id' && <b className={`${styles.users} figures`}>{count(group.users)}</b>}
            {wide && <p className={`note ${styles.advice}`}>{group.advice}</p>}
            <span className={styles.remedy}>
              {!isNext && group.action === 'correct' && (
                <Button
                  small
                  aria-label={`Correct ${count(group.users)}: ${group.title}`}
                  onClick={() => onCorrect({ kind: 'failure', key: group.key, label: group.title })}
                >
                  Correct {count(group.users)}
                </Button>
              )}
              {!isNext && group.action === 'retry' && (
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
                  aria-label={actionAbout('Continue without old ID', group.users)}
                  onClick={() => void withoutId.run(group.key)}
                >
                  Continue without old ID
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {more}
      <ProblemNotice of={retry} />
      <ProblemNotice of={withoutId} />
    </Card>
  )
}

/** The first causes, which leave room for the table, and the button that shows the others. */
function useFirstCauses<T>(causes: readonly T[], shown: number): readonly [readonly T[], ReactNode] {
  const [all, setAll] = useState(false)
  if (all || causes.length <= shown + 1) return [causes, null]
  const more = (
    <Button variant="link" small onClick={() => setAll(true)}>
      Show all {count(causes.length)} causes
    </Button>
  )
  return [causes.slice(0, shown), more]
}
