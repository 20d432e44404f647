import { Button } from '../../components/button.tsx'
import type { RowActions } from '../../components/users/user-table-row.tsx'
import { UsersPane } from '../../components/users/users-pane.tsx'
import type { UsersView } from '../../components/users/use-users-view.ts'
import { failedActions, RetrySelected } from '../run/run-users.tsx'
import type { Run } from '../run/use-run.ts'
import styles from './report-step.module.css'

/** Users who are not migrated, each to be edited or sent again. */
export function ReportUsers({ view, run }: { readonly view: UsersView; readonly run: Run }) {
  const ofFailed = failedActions(view, run)
  const renderActions: RowActions = (user, tabIndex) =>
    ofFailed(user, tabIndex) || (
      <Button small tabIndex={tabIndex} aria-label={`Edit ${user.label}`} onClick={() => view.show(user.id)}>
        Edit
      </Button>
    )
  return (
    <div className={styles.users} id="report-users">
      <UsersPane
        view={view}
        set="report"
        label="Needs attention"
        everyState="needs attention"
        none="Every user is migrated or was in the core before. Choose a state above to see them."
        actions={<RetrySelected view={view} run={run} />}
        renderActions={renderActions}
      />
    </div>
  )
}
