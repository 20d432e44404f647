import { useState } from 'react'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { isUnderWay, useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { ProblemNotice } from '../notice.tsx'
import { CorrectionForm } from './correction-form.tsx'
import { SendCorrected } from './send-corrected.tsx'
import styles from './correction-part.module.css'
import drawer from './user-drawer.module.css'

/** Correct, exclude and retry one user. What was sent and never answered is confirmed first. */
export function CorrectionPart({ user, onChanged }: { readonly user: UserDetail; readonly onChanged: () => void }) {
  const bridge = useBridge()
  const { progress, take } = useProgress()
  const { id, state, label } = user.row
  const [asking, setAsking] = useState(false)
  // Who is ready by a correction is offered to be sent, and not corrected once more.
  const [asked, setAsked] = useState(false)
  const open = asked || state !== 'ready'
  const scope = { kind: 'users' as const, ids: [id] }
  const retry = useMutation(
    () => bridge.invoke('run:retry', { scope }),
    (now) => {
      take(now)
      setAsking(false)
      onChanged()
    },
  )
  const exclude = useMutation(
    (excluded: boolean) => bridge.invoke('users:exclude', { scope, excluded }),
    () => onChanged(),
  )
  const canRetry = state === 'failed' || state === 'in-doubt'
  const byHand = state === 'excluded' && user.excludedByHand
  if (!user.correctable && !canRetry && !byHand) return null
  const buttons = (
    <>
      {canRetry && (
        <Button busy={retry.busy} onClick={() => (state === 'in-doubt' ? setAsking(true) : void retry.run())}>
          {state === 'in-doubt' ? 'Send again…' : 'Retry as it is'}
        </Button>
      )}
      {user.correctable && state !== 'in-doubt' && (
        <Button
          className={styles.exclude}
          busy={exclude.busy}
          disabled={isUnderWay(progress)}
          onClick={() => void exclude.run(true)}
        >
          Exclude user
        </Button>
      )}
    </>
  )

  return (
    <section className={`${drawer.correct} ${styles.correction}`} aria-label="Correct this user">
      {byHand && (
        <div className={styles.actions}>
          <Button busy={exclude.busy} disabled={isUnderWay(progress)} onClick={() => void exclude.run(false)}>
            Include user
          </Button>
        </div>
      )}
      {user.correctable && open && (
        <>
          <h3>Correct this user</h3>
          <CorrectionForm
            key={JSON.stringify(user.correction)}
            user={user}
            onSaved={() => {
              setAsked(false)
              onChanged()
            }}
            onRetry={state === 'failed' ? () => void retry.run() : null}
          >
            {buttons}
          </CorrectionForm>
        </>
      )}
      {user.correctable && !open && (
        <div className={styles.actions}>
          <Button onClick={() => setAsked(true)}>Correct this user</Button>
          {user.correction !== null && <SendCorrected />}
          {buttons}
        </div>
      )}
      {!user.correctable && canRetry && <div className={styles.actions}>{buttons}</div>}
      <ProblemNotice problem={retry.problem} onDismiss={retry.dismiss} />
      <ProblemNotice problem={exclude.problem} onDismiss={exclude.dismiss} />
      {asking && (
        <Dialog
          title="Send this user again?"
          onClose={() => setAsking(false)}
          foot={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button variant="danger" busy={retry.busy} onClick={() => void retry.run()}>
                Send again
              </Button>
            </>
          }
        >
          <p>
            No reply came for <b>{label}</b>, so the user may already be in the core. Sending a password again replaces
            the one in the core: if this person has changed it since, the new one is lost.
          </p>
        </Dialog>
      )}
    </section>
  )
}
