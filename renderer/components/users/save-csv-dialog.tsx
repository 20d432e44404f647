import { useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Checkbox } from '../field.tsx'
import { count, counted } from '../format.ts'

/** Asks how selected users are saved: contacts are masked unless the operator wants them whole. */
export function SaveCsvDialog({
  users,
  busy,
  going,
  onSave,
  onClose,
}: {
  readonly users: number
  readonly busy: boolean
  /** How many users are written; null: none yet. */
  readonly going: { readonly done: number } | null
  readonly onSave: (masked: boolean) => void
  /** Also stops what is being written. */
  readonly onClose: () => void
}) {
  const [whole, setWhole] = useState(false)
  return (
    <Dialog
      title={`Save ${counted(users, 'user')} as CSV`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{going === null ? 'Cancel' : 'Stop'}</Button>
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
      {going !== null && (
        <>
          <p className="figures">
            Saving {count(going.done)} of {count(users)}
          </p>
          <progress aria-label="Saving users" max={Math.max(users, 1)} value={going.done} />
        </>
      )}
    </Dialog>
  )
}
