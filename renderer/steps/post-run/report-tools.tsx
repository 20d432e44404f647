import { type FormEvent, useId, useRef, useState } from 'react'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { PostRunState, PostRunView } from '../../../shared/ipc/requests/report-requests.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { isSending, useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { countGap, useQuery } from '../../api/use-query.ts'
import { Button, PrimaryButton, type Reason, reasons } from '../../components/controls/button.tsx'
import { CoreAddress } from '../../components/display/addresses.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Checkbox, Field } from '../../components/controls/field.tsx'
import { counted } from '../../components/texts/format.ts'
import { Notice, ProblemNotice } from '../../components/notices/notice.tsx'
import { userAction } from '../../components/texts/user-action.ts'
import { countedParts } from '../../../shared/format.ts'
import type { StateCounts } from '../../../shared/ipc/views.ts'
import { keptSecretsText } from '../../../shared/report/post-run-text.ts'
import { stateInSentence } from '../../../shared/report/state-titles.ts'
import styles from './post-run.module.css'
import { PostRunProgress, Results, verified } from './results.tsx'
import { UndoDialog } from './undo-dialog.tsx'

type Tool = 'verify' | 'undo' | 'hashes'

/** How far the removal of this migration's users from the core is; null: none is under way. `reload`: one was begun. */
export function useRemoval(): { readonly removal: PostRunState['running']; readonly reload: () => void } {
  const { version } = useDocument()
  const { value, reload } = useQuery('post-run:state', {}, version, 200)
  const running = value?.running ?? null
  return { removal: running?.kind === 'undo' ? running : null, reload }
}

/** Actions on the users of the core once they were sent, and on the hashes in this file: each behind its button. */
export function ReportTools({
  masked,
  isUndone,
  onBegun,
}: {
  readonly masked: boolean
  /** The report says that the users of this migration are removed again. */
  readonly isUndone: boolean
  readonly onBegun: () => void
}) {
  const { version, target } = useDocument()
  const { progress } = useProgress()
  const state = useQuery('post-run:state', {}, version, 200)
  const running = state.value?.running ?? null
  const gap = countGap(running !== null || (progress !== null && isSending(progress)))
  const known = useQuery('post-run:get', {}, version, gap)
  const hashes = useQuery('hashes:state', {}, version, gap).value
  const [open, setOpen] = useState<Tool | null>(null)
  const view = known.value
  const isSent = view !== null && (view.made > 0 || view.verification !== null || view.undone !== null)
  const canAsk = view?.possible === true && isSent && target !== null
  const close = () => setOpen(null)
  return (
    <>
      <ProblemNotice of={known} />
      {canAsk && (
        <>
          {view.made > 0 && (
            <Button small onClick={() => setOpen('verify')}>
              {running?.kind === 'verify' ? 'Looking up users…' : 'Verify users…'}
            </Button>
          )}
          {open === 'verify' && (
            <Dialog title="Verify users" wide onClose={close} foot={<Button onClick={close}>Close</Button>}>
              {!target.connected && <Notice>Connect to the core again first: open Connect.</Notice>}
              {state.value?.failure && <Notice tone="bad">{state.value.failure}</Notice>}
              <CoreAddress />
              <VerifyPart
                running={running}
                masked={masked}
                connected={target.connected}
                onBegun={state.reload}
                view={view}
              />
            </Dialog>
          )}
          {open === 'undo' && <UndoDialog masked={masked} isUndone={isUndone} onClose={close} onBegun={onBegun} />}
        </>
      )}
      {hashes && target?.kind === 'live' && hashes.kept > 0 && (
        <Button small onClick={() => setOpen('hashes')}>
          Remove hashes…
        </Button>
      )}
      {canAsk && (leftToUndo(view) || running?.kind === 'undo') && (
        <Button
          small
          disabled={running === null && progress !== null && isSending(progress) && reasons.underWay}
          onClick={() => setOpen('undo')}
        >
          {running?.kind === 'undo' ? 'Removing users…' : 'Undo…'}
        </Button>
      )}
      {open === 'hashes' && hashes && (
        <RemoveHashes kept={hashes.kept} totp={hashes.totp} why={hashes.why} onClose={close} />
      )}
    </>
  )
}

/** Users that the runs created are still in the core. A complete undo leaves none. */
function leftToUndo({ removable, unconfirmed }: PostRunView): boolean {
  return removable + unconfirmed > 0
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
  const { verification, needsAttention, made } = view
  return (
    <div className="stack">
      <p className="muted">Looks up migrated users in the core by their new ID. Nothing is changed.</p>
      {running?.kind === 'verify' ? (
        <PostRunProgress running={running} />
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
            <Results kind="verify" result={verified(verification)} users={needsAttention.verify} masked={masked} />
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
    <form className="stack" onSubmit={submit} autoComplete="off">
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
      {view.accounts.length > 0 && (
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
      )}
      <div className={`row ${styles.ways}`}>
        <PrimaryButton type="submit" busy={begin.busy} disabled={disabled}>
          {userAction('Look up', all ? view.made : Math.min(view.made, Math.max(1, Math.floor(sample) || 1)))}
        </PrimaryButton>
      </div>
      <ProblemNotice of={begin} />
    </form>
  )
}

/** Whether anybody could still be sent with a hash. */
export function neededText({
  failed,
  blocked,
  excluded,
}: Pick<StateCounts, 'failed' | 'blocked' | 'excluded'>): string {
  const left = failed + blocked + excluded
  if (left === 0) return 'All users are migrated; their secrets are no longer needed.'
  const named = countedParts([
    [failed, stateInSentence('failed', failed)],
    [blocked, stateInSentence('blocked', blocked)],
    [excluded, stateInSentence('excluded', excluded)],
  ]).join(', ')
  return `${counted(left, 'user')} ${left === 1 ? 'is' : 'are'} not migrated (${named}). Without their secrets they can no longer be sent.`
}

/** Asks before hashes and the secrets of authenticator apps are taken out of the file; `why`: why they cannot be now. */
function RemoveHashes({
  kept,
  totp,
  why,
  onClose,
}: {
  readonly kept: number
  /** Secrets of authenticator apps are among them. */
  readonly totp: boolean
  readonly why: string | null
  readonly onClose: () => void
}) {
  const bridge = useBridge()
  const { counts } = useDocument()
  const remove = useMutation(() => bridge.invoke('hashes:remove', { confirm: kept }), onClose)
  return (
    <Dialog
      title={`Remove the ${keptSecretsText(totp)} of ${counted(kept, 'user')}?`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep them</Button>
          <Button variant="danger" disabled={why} busy={remove.busy} onClick={() => void remove.run()}>
            Remove {keptSecretsText(totp)} of {counted(kept, 'user')}
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
      <ProblemNotice of={remove} />
    </Dialog>
  )
}
