import { useState } from 'react'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { ProblemNotice } from '../notice.tsx'
import { CorrectionForm } from './correction-form.tsx'
import styles from './user-drawer.module.css'

/** Correct and retry, for users that were not sent or failed. What was sent and never answered needs a word first. */
export function CorrectionPart({ user, onChanged }: { readonly user: UserDetail; readonly onChanged: () => void }) {
  const bridge = useBridge()
  const { take } = useProgress()
  const [asking, setAsking] = useState(false)
  const { id, state, label } = user.row
  const retry = useMutation(
    () => bridge.invoke('run:retry', { scope: { kind: 'users', ids: [id] } }),
    (progress) => {
      take(progress)
      setAsking(false)
      onChanged()
    },
  )
  const canRetry = state === 'failed' || state === 'in-doubt'
  if (!user.correctable && !canRetry) return null

  return (
    <section className={styles.correct} aria-label="Correct this user">
      {user.correctable && (
        <CorrectionForm user={user} onSaved={onChanged} onRetry={state === 'failed' ? () => void retry.run() : null} />
      )}
      {canRetry && (
        <div className={styles.actions}>
          <Button busy={retry.busy} onClick={() => (state === 'in-doubt' ? setAsking(true) : void retry.run())}>
            {state === 'in-doubt' ? 'Send again…' : 'Retry as it is'}
          </Button>
        </div>
      )}
      <ProblemNotice problem={retry.problem} onDismiss={retry.dismiss} />
      {asking && (
        <Dialog
          title="Send this user again?"
          onClose={() => setAsking(false)}
          foot={
            <>
              <Button onClick={() => setAsking(false)}>Leave it</Button>
              <Button variant="danger" busy={retry.busy} onClick={() => void retry.run()}>
                Send again
              </Button>
            </>
          }
        >
          <p>
            No answer came for <b>{label}</b>, so the user may already be in the core. Sending a password again replaces
            the one in the core: if this person has changed it since, the new one is lost.
          </p>
        </Dialog>
      )}
    </section>
  )
}
