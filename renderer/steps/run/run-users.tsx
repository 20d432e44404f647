import { Button } from '../../components/button.tsx'
import { count } from '../../components/format.ts'
import { UsersPane } from '../../components/users/users-pane.tsx'
import { noSelection, userSelection, type UsersView } from '../../components/users/use-users-view.ts'
import styles from './run-step.module.css'
import type { Run } from './use-run.ts'

/** Every user with its state as it changes; the selected ones can be sent again together. */
export function RunUsers({ view, run }: { readonly view: UsersView; readonly run: Run }) {
  return (
    <div className={styles.users} id="run-users">
      <UsersPane
        view={view}
        set="run"
        label="Users"
        none="The export holds no user."
        actions={<RetrySelected view={view} run={run} />}
      />
    </div>
  )
}

/** Sends the selected users again; nothing when none is selected. */
export function RetrySelected({ view, run }: { readonly view: UsersView; readonly run: Run }) {
  const { selected } = view
  const scope = userSelection.scopeOf(view.selection)
  if (selected === 0 || scope === null) return null
  const chosen = scope
  async function retry(): Promise<void> {
    if (await run.retry.run(chosen)) view.select(noSelection)
  }
  return (
    <Button small busy={run.retry.busy} onClick={() => void retry()}>
      Retry {count(selected)} selected
    </Button>
  )
}
