import { useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Checkbox } from '../field.tsx'
import { counted } from '../format.ts'

/** Asks how selected users are saved: contacts are masked unless the operator wants them whole. */
export function SaveCsvDialog({
  users,
  busy,
  onSave,
  onClose,
}: {
  readonly users: number
  readonly busy: boolean
  readonly onSave: (masked: boolean) => void
  readonly onClose: () => void
}) {
  const [whole, setWhole] = useState(false)
  return (
    <Dialog
      title={`Save ${counted(users, 'user')} as CSV`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" data-primary="" busy={busy} onClick={() => onSave(!whole)}>
            Save CSV…
          </Button>
        </>
      }
    >
      <p>
        The file has one line per user: source ID, email, phone number, state, login methods, finding, and the place in
        the export. It has no password hash.
      </p>
      <Checkbox checked={whole} onChange={setWhole}>
        Include full email addresses and phone numbers
      </Checkbox>
    </Dialog>
  )
}
