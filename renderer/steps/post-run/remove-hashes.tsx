import { useState } from 'react'
import { confirmsRemoval } from '../../../shared/ipc/confirmation.ts'
import type { StateCounts } from '../../../shared/ipc/views.ts'
import { stateInSentence } from '../../../shared/report/state-titles.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { CoreAddress } from '../../components/core-address.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checkbox, Field } from '../../components/field.tsx'
import { count, counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { userAction } from '../../components/user-action.ts'

/** Whether anybody could still be sent with a hash. */
export function neededText({
  failed,
  blocked,
  excluded,
}: Pick<StateCounts, 'failed' | 'blocked' | 'excluded'>): string {
  const left = failed + blocked + excluded
  if (left === 0) return 'All users are migrated; the secrets are no longer needed.'
  const parts: readonly (readonly [number, string])[] = [
    [failed, stateInSentence('failed', failed)],
    [blocked, stateInSentence('blocked', blocked)],
    [excluded, stateInSentence('excluded', excluded)],
  ]
  const named = parts.flatMap(([n, text]) => (n === 0 ? [] : [`${count(n)} ${text}`])).join(', ')
  return `${counted(left, 'user')} ${left === 1 ? 'is' : 'are'} not migrated (${named}). Without the secrets they can no longer be sent.`
}

/** Asks before the hashes and TOTP secrets are taken out of the file; `why`: why they cannot be now. */
export function RemoveHashes({
  kept,
  why,
  onClose,
}: {
  readonly kept: number
  readonly why: string | null
  readonly onClose: () => void
}) {
  const bridge = useBridge()
  const { counts } = useDocument()
  const remove = useMutation(() => bridge.invoke('hashes:remove', { confirm: kept }), onClose)
  return (
    <Dialog
      title={`Remove the hashes and TOTP secrets of ${counted(kept, 'user')}?`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep them</Button>
          <Button variant="danger" disabled={why} busy={remove.busy} onClick={() => void remove.run()}>
            Remove secrets of {counted(kept, 'user')}
          </Button>
        </>
      }
    >
      <p>{why ?? neededText(counts)}</p>
      <p>
        The file is written anew without them. What became of each user stays, and so does the report; nobody can be
        sent, corrected or retried from this migration afterwards. The export itself is left as it is: delete it where
        it lies.
      </p>
      <ProblemNotice problem={remove.problem} onDismiss={remove.dismiss} />
    </Dialog>
  )
}

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
