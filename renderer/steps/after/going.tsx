import type { AfterwardsState } from '../../../shared/bridge/afterwards-views.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useTask } from '../../bridge/use-task.ts'
import { Button } from '../../components/button.tsx'
import { count } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './after-part.module.css'

/** How far it is, and the way to stop it. */
export function Going({ running }: { readonly running: NonNullable<AfterwardsState['running']> }) {
  const bridge = useBridge()
  const stop = useTask(() => bridge.ask('afterwards:cancel', {}))
  const words = running.kind === 'verify' ? 'Looking users up' : 'Removing users'
  return (
    <div className={styles.going}>
      <p className="figures" aria-live="polite">
        {running.stopping ? 'What is in flight is being finished' : words}: {count(running.done)} of{' '}
        {count(running.total)}
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
