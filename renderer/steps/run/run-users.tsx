import { Button } from '../../components/button.tsx'
import { count } from '../../components/format.ts'
import { UsersPane } from '../../components/users/users-pane.tsx'
import type { UsersView } from '../../components/users/use-users-view.ts'
import styles from './run-step.module.css'
import type { Run } from './use-run.ts'

/** Every user with its state as it changes; the selected ones can be sent again together. */
export function RunUsers({
  view,
  run,
  set = 'run',
}: {
  readonly view: UsersView
  readonly run: Run
  readonly set?: 'run' | 'report'
}) {
  const selected = view.selected.length
  async function retrySelected(): Promise<void> {
    if (await run.retry.run({ kind: 'users', ids: [...view.selected] })) view.select({})
  }
  return (
    <div className={styles.users} id="run-users">
      <UsersPane
        view={view}
        set={set}
        label={set === 'run' ? 'Users and their states' : 'Users who need a look'}
        none={
          set === 'run'
            ? 'The export holds no user.'
            : 'Nobody failed, waits or is without an answer. Choose a state above to see the others.'
        }
        actions={
          selected > 0 && (
            <Button small busy={run.retry.busy} onClick={() => void retrySelected()}>
              Retry {count(selected)} selected
            </Button>
          )
        }
      />
    </div>
  )
}
