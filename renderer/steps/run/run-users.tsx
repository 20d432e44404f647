import { Button, reasons } from '../../components/button.tsx'
import { count } from '../../components/format.ts'
import type { RowActions } from '../../components/users/users-table.tsx'
import { UsersPane } from '../../components/users/users-pane.tsx'
import { noSelection, scopeOf, type UsersView } from '../../components/users/use-users-view.ts'
import styles from './run-step.module.css'
import type { Run } from './use-run.ts'

/** Every user with its state as it changes; the selected ones can be sent again together. */
export function RunUsers({
  view,
  run,
  failed,
}: {
  readonly view: UsersView
  readonly run: Run
  /** How many users failed. */
  readonly failed: number
}) {
  return (
    <div className={styles.users} id="run-users">
      <UsersPane
        view={view}
        set="run"
        label="Users"
        none="The export holds no user."
        actions={<RetrySelected view={view} run={run} />}
        renderActions={failed > 0 ? failedActions(view, run) : null}
      />
    </div>
  )
}

/** The one action for a failed user: its cause says whether a value is to be corrected, or the user sent again. */
export function failedActions(view: UsersView, run: Run): RowActions {
  return (user, tabIndex) => {
    if (user.action === 'correct')
      return (
        <Button small tabIndex={tabIndex} aria-label={`Correct ${user.label}`} onClick={() => view.show(user.id)}>
          Correct
        </Button>
      )
    return (
      user.action === 'retry' && (
        <Button
          small
          tabIndex={tabIndex}
          disabled={run.retry.busy && reasons.busy}
          aria-label={`Retry ${user.label}`}
          onClick={() => void run.retry.run({ kind: 'users', ids: [user.id] })}
        >
          Retry
        </Button>
      )
    )
  }
}

/** Sends the selected users again; nothing when none is selected. */
export function RetrySelected({ view, run }: { readonly view: UsersView; readonly run: Run }) {
  const { selected } = view
  const scope = scopeOf(view.selection)
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
