import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { PostRunState, PostRunView } from '../../../shared/ipc/views/report-views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, type Reason, reasons } from '../../components/button.tsx'
import { CoreAddress } from '../../components/core-address.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checkbox, Field } from '../../components/field.tsx'
import { count, counted } from '../../components/format.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './post-run.module.css'
import { RemoveHashes, UndoDialog } from './remove-hashes.tsx'
import { Results, undone, verified } from './results.tsx'
import { userAction } from '../../components/user-action.ts'

type Tool = 'verify' | 'undo' | 'hashes'

/** How far the removal of this migration's users from the core is; null: none is under way. `reload`: one was begun. */
export function useRemoval(): { readonly removal: PostRunState['running']; readonly reload: () => void } {
  const { version } = useDocument()
  const { value, reload } = useQuery('post-run:state', {}, version, 200)
  const running = value?.running ?? null
  return { removal: running?.kind === 'undo' ? running : null, reload }
}

/** What can be done with the users of the core once they were sent, and with the hashes in this file: each behind its button. */
export function ReportTools({ masked, onBegun }: { readonly masked: boolean; readonly onBegun: () => void }) {
  const { version, target } = useDocument()
  const known = useQuery('post-run:get', {}, version, 1500)
  const state = useQuery('post-run:state', {}, version, 200)
  const hashes = useQuery('hashes:state', {}, version, 1500).value
  const [open, setOpen] = useState<Tool | null>(null)
  const view = known.value
  const isSent = view !== null && (view.made > 0 || view.verification !== null || view.undone !== null)
  const running = state.value?.running ?? null
  const close = () => setOpen(null)
  const shared = {
    running,
    masked,
    connected: target?.connected === true,
    onBegun: () => {
      state.reload()
      onBegun()
    },
  }
  const dialog = (title: string, children: ReactNode) => (
    <Dialog title={title} wide onClose={close} foot={<Button onClick={close}>Close</Button>}>
      {target?.connected !== true && <Notice>Connect to the core again first: open Connect.</Notice>}
      {state.value?.trouble && <Notice tone="bad">{state.value.trouble}</Notice>}
      <CoreAddress />
      {children}
    </Dialog>
  )
  return (
    <>
      <ProblemNotice problem={known.problem} onRetry={known.reload} />
      {view?.possible && isSent && target !== null && (
        <>
          {view.made > 0 && (
            <Button small onClick={() => setOpen('verify')}>
              {running?.kind === 'verify' ? 'Looking up users…' : 'Verify users…'}
            </Button>
          )}
          <Button small onClick={() => setOpen('undo')}>
            {running?.kind === 'undo' ? 'Removing users…' : 'Undo…'}
          </Button>
          {open === 'verify' && dialog('Verify users', <VerifyPart {...shared} view={view} />)}
          {open === 'undo' &&
            dialog(
              'Undo',
              <UndoPart
                {...shared}
                view={view}
                held={state.value?.unconfirmed ?? 0}
                core={target.kind === 'live' ? target.name : 'the rehearsal core'}
                name={target.name}
              />,
            )}
        </>
      )}
      {hashes && target?.kind === 'live' && hashes.kept > 0 && (
        <Button small onClick={() => setOpen('hashes')}>
          Remove hashes…
        </Button>
      )}
      {open === 'hashes' && hashes && <RemoveHashes kept={hashes.kept} why={hashes.why} onClose={close} />}
    </>
  )
}

/** Undoes the run: removes exactly the users that it created. */
function UndoPart({
  view,
  running,
  masked,
  connected,
  onBegun,
  held,
  core,
  name,
}: PostRunPartProps & {
  /** Users without a record on this machine that were looked up just now. */
  readonly held: number
  readonly core: string
  readonly name: string
}) {
  const bridge = useBridge()
  const [asking, setAsking] = useState<'removable' | 'held' | null>(null)
  const { removable, unconfirmed, made } = view
  const others = made - removable - unconfirmed
  const lookUp = useMutation(() => bridge.invoke('post-run:undo', { confirm: '', withLinked: false }), onBegun)
  const blocked = (!connected && reasons.notConnected) || (running !== null && reasons.busy)
  return (
    <div className={styles.body}>
      <p className="muted">
        Removes from {core} exactly the users that this machine created there for this migration. Each is looked up
        first; accounts that are linked to one stay.
        {others > 0 &&
          ` ${counted(others, 'other user')} that may have existed before ${others === 1 ? 'stays' : 'stay'}.`}
      </p>
      {unconfirmed > 0 && (
        <p className="muted">
          {counted(unconfirmed, 'user')} {unconfirmed === 1 ? 'was' : 'were'} created according to the migration, but
          this machine has no record of it: another machine ran it, or the file was changed. They are looked up and
          removed only when you confirm them.
        </p>
      )}
      {running?.kind === 'undo' ? (
        <OperationProgress running={running} />
      ) : (
        <>
          <div className={styles.ways}>
            <Button
              variant="danger"
              disabled={blocked || (removable === 0 && 'This machine created no users in the core for this migration.')}
              onClick={() => setAsking('removable')}
            >
              {removable === 0 ? 'No users to remove' : userAction('Remove', removable, '…')}
            </Button>
            {removable === 0 && unconfirmed > 0 && (
              <Button disabled={blocked} busy={lookUp.busy} onClick={() => void lookUp.run()}>
                {userAction('Look up', unconfirmed)}
              </Button>
            )}
            {held > 0 && (
              <Button variant="danger" disabled={blocked} onClick={() => setAsking('held')}>
                {userAction('Remove', held)} without a record…
              </Button>
            )}
          </div>
          <ProblemNotice problem={lookUp.problem} onDismiss={lookUp.dismiss} />
          {view.undone && (
            <Results kind="undo" result={undone(view.undone)} troubles={view.troubles.undo} masked={masked} />
          )}
        </>
      )}
      {asking !== null && (
        <UndoDialog
          removable={asking === 'held' ? held : removable}
          withoutRecord={asking === 'held'}
          others={others}
          linked={view.undone?.linked ?? 0}
          core={core}
          name={name}
          onClose={() => setAsking(null)}
          onBegun={() => {
            setAsking(null)
            onBegun()
          }}
        />
      )}
    </div>
  )
}

type PostRunPartProps = {
  readonly view: PostRunView
  readonly running: PostRunState['running']
  readonly masked: boolean
  readonly connected: boolean
  readonly onBegun: () => void
}

/** Looks migrated users up in the core, and lets a known account sign in. */
function VerifyPart({ view, running, masked, connected, onBegun }: PostRunPartProps) {
  const { verification, troubles, made } = view
  return (
    <div className={styles.body}>
      <p className="muted">Looks up migrated users in the core by their new ID. Nothing is changed.</p>
      {running?.kind === 'verify' ? (
        <OperationProgress running={running} />
      ) : (
        <>
          {made > 0 && (
            <VerifyForm
              view={view}
              disabled={(!connected && reasons.notConnected) || (running !== null && reasons.busy)}
              onBegun={onBegun}
            />
          )}
          {verification && (
            <Results kind="verify" result={verified(verification)} troubles={troubles.verify} masked={masked} />
          )}
        </>
      )}
    </div>
  )
}

/** All or a sample, and an account to sign in with; its password goes one way and is cleared on submit. */
function VerifyForm({
  view,
  disabled,
  onBegun,
}: {
  readonly view: PostRunView
  readonly disabled: Reason
  readonly onBegun: () => void
}) {
  const bridge = useBridge()
  const name = useId()
  const password = useRef<HTMLInputElement>(null)
  const [all, setAll] = useState(true)
  const [sample, setSample] = useState(100)
  const [account, setAccount] = useState(view.accounts[0]?.userId ?? 0)
  const begin = useMutation((order: Input<'post-run:verify'>) => bridge.invoke('post-run:verify', order), onBegun)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const typed = password.current?.value ?? ''
    if (password.current) password.current.value = ''
    const known = typed === '' || account === 0 ? null : { userId: account, password: typed }
    void begin.run({ sample: all ? null : Math.max(1, Math.floor(sample) || 1), account: known })
  }

  return (
    <form className={styles.body} onSubmit={submit} autoComplete="off">
      <fieldset>
        <legend className="visually-hidden">Users to look up</legend>
        <Checkbox type="radio" name={name} checked={all} onChange={() => setAll(true)}>
          All: {counted(view.made, 'user')}
        </Checkbox>
        <Checkbox type="radio" name={name} checked={!all} onChange={() => setAll(false)}>
          A sample, spread over the export, of
          <input
            className={styles.sample}
            type="number"
            aria-label="Users in the sample"
            min={1}
            value={Number.isNaN(sample) ? '' : sample}
            onFocus={() => setAll(false)}
            onChange={(event) => setSample(event.target.valueAsNumber)}
          />
        </Checkbox>
      </fieldset>
      {view.accounts.length > 0 ? (
        <div className={styles.account}>
          <Field label="Known account">
            {(ids) => (
              <select {...ids} value={account} onChange={(event) => setAccount(Number(event.target.value))}>
                {view.accounts.map(({ userId, email }) => (
                  <option key={userId} value={userId}>
                    {email}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field
            label="Its old password"
            hint="Leave empty to skip the sign-in. It is sent to the core only and not saved."
          >
            {(ids) => <input {...ids} ref={password} type="password" autoComplete="off" maxLength={4096} />}
          </Field>
        </div>
      ) : (
        <p className="muted">You can sign in here with an account whose password you checked before the run.</p>
      )}
      <div className={styles.ways}>
        <Button type="submit" busy={begin.busy} disabled={disabled}>
          {userAction('Look up', all ? view.made : Math.min(view.made, Math.max(1, Math.floor(sample) || 1)))}
        </Button>
      </div>
      <ProblemNotice problem={begin.problem} onDismiss={begin.dismiss} />
    </form>
  )
}

/** How far it is, and the way to stop it. */
function OperationProgress({ running }: { readonly running: NonNullable<PostRunState['running']> }) {
  const bridge = useBridge()
  const stop = useMutation(() => bridge.invoke('post-run:cancel', {}))
  const words = running.kind === 'verify' ? 'Looking up users' : 'Removing users'
  return (
    <div className={styles.going}>
      <p className="figures" aria-live="polite">
        {running.stopping ? 'Finishing requests in progress' : words}: {count(running.done)} of {count(running.total)}
      </p>
      <progress aria-label={words} max={Math.max(running.total, 1)} value={running.done} />
      <div className={styles.ways}>
        <Button busy={stop.busy || running.stopping} onClick={() => void stop.run()}>
          Stop
        </Button>
      </div>
      <ProblemNotice problem={stop.problem} onDismiss={stop.dismiss} />
    </div>
  )
}
