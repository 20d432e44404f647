import type { StateCounts } from '../../../shared/ipc/views.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { counted } from '../../components/format.ts'

/** What cancelling means, in numbers: what is in the core stays there. */
export function CancelDialog({
  counts,
  core,
  busy,
  onCancel,
  onClose,
}: {
  readonly counts: StateCounts
  readonly core: string
  readonly busy: boolean
  readonly onCancel: () => void
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title="Cancel this run?"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep running</Button>
          <Button variant="danger" busy={busy} onClick={onCancel}>
            Cancel run
          </Button>
        </>
      }
    >
      <p>
        Requests in progress are finished first. <b>{counted(counts.migrated, 'user')}</b> who are in {core} by then
        stay there; <b>{counted(counts.ready, 'user')}</b> stay ready and can be sent any time.
      </p>
      <p className="muted">To stop for a while only, pause instead. Users already in the core stay there.</p>
    </Dialog>
  )
}
