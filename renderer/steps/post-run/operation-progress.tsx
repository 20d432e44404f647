import type { PostRunState } from '../../../shared/ipc/views/post-run-views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { count } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './post-run.module.css'

/** How far it is, and the way to stop it. */
export function OperationProgress({ running }: { readonly running: NonNullable<PostRunState['running']> }) {
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
