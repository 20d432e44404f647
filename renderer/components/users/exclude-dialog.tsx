import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { userAction } from '../user-action.ts'

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
