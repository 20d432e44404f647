import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { counted } from '../format.ts'

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
      title={`Exclude ${counted(users, 'user')}?`}
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
            Exclude {counted(users, 'user')}
          </Button>
        </>
      }
    >
      <p>They are not sent. To take it back, narrow the table to excluded users, select them, and include them.</p>
    </Dialog>
  )
}
