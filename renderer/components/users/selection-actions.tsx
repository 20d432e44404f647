import type { UserRow } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { isUnderWay, useProgress } from '../../api/progress-context.tsx'
import { Button, reasons } from '../controls/button.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { counted } from '../texts/format.ts'
import { ContextMenu, type MenuItem, type MenuPlace } from '../overlays/menu.tsx'
import { actionAbout, userAction } from '../texts/user-action.ts'
import type { ActionScope, BulkActions } from './use-bulk-actions.ts'
import { noSelection, userSelection, type UsersView } from './use-users-view.ts'
import styles from './users-toolbar.module.css'

/** Actions on the selected users, in the place of the tool bar. */
export function SelectionActions({
  view,
  scope,
  bulk,
  withRetry,
  onExclude,
  onSave,
}: {
  readonly view: UsersView
  readonly scope: ActionScope
  /** The action, where the screen has no button for it. */
  readonly withRetry: boolean
  readonly bulk: BulkActions
  readonly onExclude: (excluded: boolean) => void
  readonly onSave: () => void
}) {
  const { started, target } = useDocument()
  const { progress } = useProgress()
  const busy = bulk.busy && reasons.busy
  const blocked = (isUnderWay(progress) && reasons.underWay) || busy
  const about = (label: string) => ({ 'aria-label': actionAbout(label, view.selected) })
  const onlyExcluded = view.narrowing.states.length === 1 && view.narrowing.states[0] === 'excluded'
  return (
    <>
      {onlyExcluded ? (
        <Button small {...about('Include')} disabled={blocked} onClick={() => onExclude(false)}>
          Include
        </Button>
      ) : (
        <Button small {...about('Exclude')} disabled={blocked} onClick={() => onExclude(true)}>
          Exclude
        </Button>
      )}
      {withRetry && started && (
        <Button
          small
          {...about('Retry')}
          disabled={blocked || (!target?.connected && reasons.notConnected)}
          onClick={() => bulk.retry(scope)}
        >
          Retry
        </Button>
      )}
      <Button small {...about('Copy emails')} disabled={busy} onClick={() => bulk.copyEmails(scope, view.selected)}>
        Copy emails
      </Button>
      <Button small disabled={busy} onClick={onSave}>
        <span>
          <span className={styles.more}>Save as </span>CSV…
        </span>
      </Button>
    </>
  )
}

/** The menu of a row: about the whole selection when the row is part of it, else about this user alone. */
export function UserMenu({
  user,
  place,
  view,
  selected,
  bulk,
  onExclude,
  onSave,
  onClose,
}: {
  readonly user: UserRow
  readonly place: MenuPlace
  readonly view: UsersView
  /** The selection that the user is part of; null: the menu is about the user alone. */
  readonly selected: ActionScope | null
  readonly bulk: BulkActions
  readonly onExclude: (scope: ActionScope, users: number, excluded: boolean) => void
  readonly onSave: (scope: ActionScope, users: number) => void
  readonly onClose: () => void
}) {
  const { started, target } = useDocument()
  const { progress } = useProgress()
  const scope = selected ?? { kind: 'users' as const, ids: [user.id] }
  const users = selected === null ? 1 : view.selected
  const many = users > 1 ? ` ${counted(users, 'user')}` : ' user'
  const busy = bulk.busy && reasons.busy
  const blocked = (isUnderWay(progress) && reasons.underWay) || busy
  const one = users === 1
  const isSent = !['ready', 'blocked', 'failed', 'excluded'].includes(user.state)
  const items: readonly MenuItem[] = [
    { label: 'Open user', run: () => view.show(user.id) },
    selected === null
      ? { label: 'Select user', run: () => view.select(userSelection.with(view.selection, [user.id], true)) }
      : { label: 'Clear selection', run: () => view.select(noSelection) },
    {
      label: users > 1 ? 'Copy emails' : 'Copy email',
      disabled: busy,
      run: () => bulk.copyEmails(scope, users),
    },
    { label: 'Save as CSV…', disabled: busy, run: () => onSave(scope, users) },
    {
      label: `Retry${many}`,
      disabled:
        blocked ||
        (!started && 'Start the migration first.') ||
        (!target?.connected && reasons.notConnected) ||
        (one && !['failed', 'in-doubt'].includes(user.state) && 'Only a user who failed is sent again.'),
      run: () => bulk.retry(scope),
    },
    {
      label: `Exclude${many}`,
      disabled:
        blocked ||
        (one && user.state === 'excluded' && 'This user is excluded already.') ||
        (one && isSent && 'This user is in the core already, or may be.'),
      run: () => onExclude(scope, users, true),
    },
    {
      label: `Include${many} again`,
      disabled: blocked || (one && user.state !== 'excluded' && 'This user is not excluded.'),
      run: () => onExclude(scope, users, false),
    },
  ]
  return (
    <ContextMenu
      label={`Actions for${users > 1 ? many : ` ${user.label}`}`}
      items={items}
      place={place}
      onClose={onClose}
    />
  )
}

/** Asks before many users are excluded at once. */
export function ExcludeDialog({
  users,
  onExclude,
  onClose,
}: {
  readonly users: number
  readonly onExclude: () => void
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title={`${userAction('Exclude', users)}?`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep {users === 1 ? 'the user' : 'them'}</Button>
          <Button
            variant="danger"
            onClick={() => {
              onExclude()
              onClose()
            }}
          >
            {userAction('Exclude', users)}
          </Button>
        </>
      }
    >
      <p>They are not sent. To take it back, narrow the table to excluded users, select them, and include them.</p>
    </Dialog>
  )
}
