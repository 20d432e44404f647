import { useRef, useState } from 'react'
import type { FollowStateView } from '../../../shared/ipc/views/follow-views.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checkbox } from '../../components/field.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { readInput, SecretFields } from '../export/fetch-fields.tsx'
import styles from './follow.module.css'
import { useFollow } from './use-follow.ts'

/** What has to be done before, and what happens then. */
export function CutOverDialog({
  state,
  reload,
  onClose,
}: {
  readonly state: FollowStateView
  readonly reload: () => void
  readonly onClose: () => void
}) {
  const follow = useFollow(reload)
  const form = useRef<HTMLFormElement>(null)
  const [isFrozen, setFrozen] = useState(false)
  const { source, running } = state
  const begin = async () => {
    if (running !== null) {
      if (await follow.cutOver.run()) onClose()
      return
    }
    if (form.current === null || source === null) return
    const { secrets } = readInput(form.current)
    const { everyMinutes, signIn } = state
    const order = { source: source.key, everyMinutes, signIn, secrets, address: source.address, cutOver: true }
    if (await follow.start.run(order)) onClose()
  }
  return (
    <Dialog
      title="Cut over"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep following</Button>
          <Button
            variant="primary"
            busy={follow.start.busy || follow.cutOver.busy}
            disabled={!isFrozen}
            onClick={() => void begin()}
          >
            Cut over
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isFrozen) void begin()
        }}
      >
        <Checkbox checked={isFrozen} onChange={setFrozen}>
          Sign-ups, password changes and profile changes are frozen in the old system
        </Checkbox>
        <ol className={styles.steps}>
          <li>The last pass brings what changed.</li>
          <li>All users that the core can show are looked up.</li>
          <li>The report opens, with the time between the last read and the last write.</li>
        </ol>
        {running === null && source !== null && source.secrets.length > 0 && (
          <>
            <p className="muted">Secrets go to {source.address}, and stay in memory.</p>
            <SecretFields secrets={source.secrets} />
          </>
        )}
        <ProblemNotice problem={follow.cutOver.problem} onDismiss={follow.cutOver.dismiss} />
        <ProblemNotice problem={follow.start.problem} onDismiss={follow.start.dismiss} />
      </form>
    </Dialog>
  )
}
