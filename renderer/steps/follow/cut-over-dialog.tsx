import { useRef, useState } from 'react'
import type { FollowStateView } from '../../../shared/ipc/requests/follow-requests.ts'
import { Button } from '../../components/controls/button.tsx'
import { Checkbox } from '../../components/controls/field.tsx'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { readInput } from '../export/fetch/fetch-fields.tsx'
import { SourceSecrets } from './follow-dialog.tsx'
import styles from './follow-step.module.css'
import { useFollow } from './use-follow.ts'

/** The preparations of a cut-over, and its consequences. */
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
            disabled={!isFrozen && 'Confirm above that the old provider takes no more changes.'}
            onClick={() => void begin()}
          >
            Cut over
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (isFrozen) void begin()
        }}
      >
        <Checkbox checked={isFrozen} onChange={setFrozen}>
          Sign-ups, password changes and profile changes are frozen in the old system
        </Checkbox>
        <ol className={styles.steps}>
          <li>The last pass sends what changed.</li>
          <li>All users that the core can show are looked up.</li>
          <li>The report opens, with the time between the last read and the last write.</li>
        </ol>
        {running === null && source !== null && <SourceSecrets {...source} />}
        <ProblemNotice of={follow.cutOver} />
        <ProblemNotice of={follow.start} />
      </form>
    </Dialog>
  )
}
