import { useState } from 'react'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checkbox } from '../../components/field.tsx'
import { counted } from '../../components/format.ts'
import type { Format } from './use-save.ts'

/** Every file of the report into one folder; the list for mailing only when its full addresses are asked for. */
export function SaveAllDialog({
  formats,
  users,
  onClose,
  onSave,
}: {
  readonly formats: readonly Format[]
  /** On the list for mailing. */
  readonly users: number
  readonly onClose: () => void
  readonly onSave: (formats: readonly Format[]) => void
}) {
  const [full, setFull] = useState(false)
  const chosen = formats.filter((format) => full || format !== 'users-without-password')
  return (
    <Dialog
      title="Save all files"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PrimaryButton onClick={() => onSave(chosen)}>Save {counted(chosen.length, 'file')}…</PrimaryButton>
        </>
      }
    >
      <p>You choose a folder. The files go into a new folder there, so none is replaced.</p>
      {formats.includes('users-without-password') && (
        <Checkbox checked={full} onChange={setFull}>
          Include users-without-password.csv with the full addresses of {counted(users, 'user')}
        </Checkbox>
      )}
    </Dialog>
  )
}
