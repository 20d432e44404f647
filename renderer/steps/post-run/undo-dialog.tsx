import { useState } from 'react'
import { confirmsRemoval } from '../../../shared/ipc/confirmation.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { CoreAddress } from '../../components/core-address.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, Checkbox } from '../../components/field.tsx'
import { count, counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { userAction } from '../../components/user-action.ts'

/** What an undo means, in words and numbers; the number or the core's name has to be typed. */
export function UndoDialog({
  removable,
  withoutRecord,
  others,
  linked,
  core,
  name,
  onClose,
  onBegun,
}: {
  readonly removable: number
  /** Of these, this machine has no record that it created them; their number has to be typed. */
  readonly withoutRecord: boolean
  readonly others: number
  /** Users that the last undo kept because other accounts were linked to them since. */
  readonly linked: number
  readonly core: string
  readonly name: string
  readonly onClose: () => void
  readonly onBegun: () => void
}) {
  const bridge = useBridge()
  const [typed, setTyped] = useState('')
  const [withLinked, setWithLinked] = useState(false)
  const confirmingName = withoutRecord ? String(removable) : name
  const remove = useMutation(
    () => bridge.invoke('post-run:undo', { confirm: typed, withLinked, unconfirmed: withoutRecord }),
    onBegun,
  )
  return (
    <Dialog
      title={`Remove ${counted(removable, 'user')} from ${core}?`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep users</Button>
          <Button
            variant="danger"
            busy={remove.busy}
            disabled={!confirmsRemoval(typed, removable, confirmingName) && `Type “${confirmingName}” above first.`}
            onClick={() => void remove.run()}
          >
            {userAction('Remove', removable)}
          </Button>
        </>
      }
    >
      <CoreAddress />
      <p>
        <b>{counted(removable, 'user')}</b>{' '}
        {withoutRecord ? 'without a record on this machine, as listed,' : 'that this migration created'}{' '}
        {removable === 1 ? 'is' : 'are'} deleted there, with everything they changed there since, their new passwords
        included. This cannot be undone, but the users can be migrated again from the export.
      </p>
      {others > 0 && (
        <p>
          <b>{counted(others, 'user')}</b> the core may have had before {others === 1 ? 'stays' : 'stay'}.
        </p>
      )}
      {(linked > 0 || withoutRecord) && (
        <Checkbox checked={withLinked} onChange={setWithLinked}>
          Also remove {withoutRecord ? 'those' : counted(linked, 'user')} linked to other accounts since. Only the login
          method that this migration created is removed; the linked accounts stay.
        </Checkbox>
      )}
      <Field label={`Type ${withoutRecord ? count(removable) : `${count(removable)} or ${name}`} to confirm`}>
        {(ids) => (
          <input
            {...ids}
            value={typed}
            autoComplete="off"
            maxLength={2000}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <ProblemNotice problem={remove.problem} onDismiss={remove.dismiss} />
    </Dialog>
  )
}
