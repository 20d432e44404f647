import { type ReactNode, useEffect, useState } from 'react'
import { confirmsRemoval } from '../../../shared/ipc/confirmation.ts'
import type { PostRunView } from '../../../shared/ipc/requests/report-requests.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { countGap, useQuery } from '../../api/use-query.ts'
import { Button, reasons } from '../../components/controls/button.tsx'
import { CoreAddress } from '../../components/display/addresses.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Checkbox, Field } from '../../components/controls/field.tsx'
import { count, counted } from '../../components/texts/format.ts'
import { Notice, ProblemNotice } from '../../components/notices/notice.tsx'
import { userAction } from '../../components/texts/user-action.ts'
import styles from './post-run.module.css'
import { PostRunProgress, Results, undone } from './results.tsx'

/** Users that an undo can remove: those that this machine created, or those without a record on it that were looked up. */
type Removal = {
  readonly users: number
  /** Login methods that they have in the core. */
  readonly logins: number
  /** This machine has no record that it created them; their number has to be typed. */
  readonly withoutRecord: boolean
}

/** Undoes the run after one question: removes exactly the users that it created, with progress and result. */
export function UndoDialog({
  masked,
  isUndone,
  onClose,
  onBegun,
}: {
  readonly masked: boolean
  /** The report behind the dialog says that all of them are removed. */
  readonly isUndone: boolean
  readonly onClose: () => void
  readonly onBegun: () => void
}) {
  const { version, target } = useDocument()
  const state = useQuery('post-run:state', {}, version, 200)
  const view = useQuery('post-run:get', {}, version, countGap((state.value?.running ?? null) !== null)).value
  if (view === null || state.value === null) return null
  const { running, failure, unconfirmed: held } = state.value
  const core = target?.kind === 'live' ? target.name : 'the rehearsal core'
  const removal = removalOf(view, held)
  if (isUndone && running === null && removal === null && view.unconfirmed === 0) return <Ended onClose={onClose} />
  const begun = () => {
    state.reload()
    onBegun()
  }
  const told = (
    <>
      {target?.connected !== true && <Notice>Connect to the core again first: open Connect.</Notice>}
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      {view.undone && running?.kind !== 'undo' && (
        <Results kind="undo" result={undone(view.undone)} users={view.needsAttention.undo} masked={masked} />
      )}
      {(removal !== null || view.unconfirmed > 0 || running !== null) && <CoreAddress />}
    </>
  )
  if (running?.kind !== 'undo' && removal !== null) {
    return (
      <Question
        key={`${removal.users} ${removal.withoutRecord}`}
        removal={removal}
        others={view.made - view.removable - view.unconfirmed}
        linked={view.undone?.linked ?? 0}
        core={core}
        busy={running !== null}
        onClose={onClose}
        onBegun={begun}
      >
        {told}
      </Question>
    )
  }
  return (
    <Dialog title="Undo" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      {told}
      {running?.kind === 'undo' && <PostRunProgress running={running} />}
      {running === null && view.unconfirmed > 0 && <LookUp users={view.unconfirmed} onBegun={begun} />}
    </Dialog>
  )
}

/** Leaves a complete undo to the report, which says the same. */
function Ended({ onClose }: { readonly onClose: () => void }) {
  useEffect(() => {
    onClose()
    focusHeading()
  }, [onClose])
  return null
}

/** The users that an undo removes now; null: there are none, or they are looked up first. */
function removalOf({ removable, logins }: PostRunView, held: number): Removal | null {
  if (removable > 0) return { users: removable, logins, withoutRecord: false }
  return held > 0 ? { users: held, logins: held, withoutRecord: true } : null
}

/** Users that only the document calls created are looked up before anybody is asked about them. */
function LookUp({ users, onBegun }: { readonly users: number; readonly onBegun: () => void }) {
  const bridge = useBridge()
  const { target } = useDocument()
  const look = useMutation(() => bridge.invoke('post-run:undo', { confirm: '', withLinked: false }), onBegun)
  return (
    <div className="stack">
      <p className="muted">
        {counted(users, 'user')} {users === 1 ? 'was' : 'were'} created according to the migration, but this machine has
        no record of it: another machine ran it, or the file was changed. They are looked up, and removed only when you
        confirm them.
      </p>
      <div className={`row ${styles.ways}`}>
        <Button
          disabled={target?.connected !== true && reasons.notConnected}
          busy={look.busy}
          onClick={() => void look.run()}
        >
          {userAction('Look up', users)}
        </Button>
      </div>
      <ProblemNotice of={look} />
    </div>
  )
}

/** The consequences of an undo, in words and numbers; the number or the core's name has to be typed. */
function Question({
  removal: { users, logins, withoutRecord },
  others,
  linked,
  core,
  busy,
  onClose,
  onBegun,
  children,
}: {
  readonly removal: Removal
  readonly others: number
  /** Users that the last undo kept because other accounts were linked to them since. */
  readonly linked: number
  readonly core: string
  /** Another request to the core is in progress. */
  readonly busy: boolean
  readonly onClose: () => void
  readonly onBegun: () => void
  readonly children: ReactNode
}) {
  const bridge = useBridge()
  const { target } = useDocument()
  const [typed, setTyped] = useState('')
  const [withLinked, setWithLinked] = useState(false)
  const confirmingName = withoutRecord ? String(users) : (target?.name ?? '')
  const remove = useMutation(
    () => bridge.invoke('post-run:undo', { confirm: typed, withLinked, unconfirmed: withoutRecord }),
    onBegun,
  )
  return (
    <Dialog
      title={`Remove ${counted(users, 'user')} from ${core}?`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep users</Button>
          <Button
            variant="danger"
            busy={remove.busy}
            disabled={
              (target?.connected !== true && reasons.notConnected) ||
              (busy && reasons.busy) ||
              (!confirmsRemoval(typed, users, confirmingName) && `Type “${confirmingName}” above first.`)
            }
            onClick={() => void remove.run()}
          >
            {userAction('Remove', users)}
          </Button>
        </>
      }
    >
      {children}
      <p>
        <b>{counted(users, 'user')}</b>{' '}
        {withoutRecord ? 'without a record on this machine, as listed,' : 'that this migration created'}
        {logins === users ? ' ' : `, with their ${counted(logins, 'login method')}, `}
        {users === 1 ? 'is' : 'are'} deleted there, with everything they changed there since, their new passwords
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
      <Field label={`Type ${withoutRecord ? count(users) : `${count(users)} or ${confirmingName}`} to confirm`}>
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
      <ProblemNotice of={remove} />
    </Dialog>
  )
}

/** Takes the focus to the title of the step, where the control that had it is gone. */
function focusHeading(): void {
  document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
}
