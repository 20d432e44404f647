import type { ProgressView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { EnterKey } from '../connect/reconnect.tsx'
import { useSteps } from '../../navigation/step-context.tsx'
import { ExistingChoice } from './existing-choice.tsx'
import { stopText } from '../../../shared/report/stop-reason.ts'
import styles from './stopped-panel.module.css'

/** Why the run stopped on its own, and how to resume it. */
export function StoppedPanel({
  progress,
  onResume,
}: {
  readonly progress: ProgressView
  readonly onResume: () => void
}) {
  const { go } = useSteps()
  const rehearsal = useDocument().target?.kind === 'rehearsal'
  if (progress.state !== 'stopped' || !progress.stopped || progress.stopped === 'cancelled') return null
  const reason = stopText(progress.stopped)
  return (
    <section
      className={styles.panel}

      aria-labelledby="stopped"
    >
      <span className={styles.icon}>
        <Icon name="warning" size={20} />
      </span>
      <div className={styles.words}>
        <h2 id="stopped">{reason.title}</h2>
        <p>{progress.note}</p>
        {reason.control === 'key' && rehearsal && (
          <div>
            <Button onClick={() => go('connect')}>Turn off the simulated failure</Button>
          </div>
        )}
        {reason.control === 'key' && !rehearsal && (
          <EnterKey isRefused words="The new key is checked first, then the run resumes." onReady={onResume} />
        )}
        {reason.control === 'connect' && (
          <div>
            <Button onClick={() => go('connect')}>Check the address</Button>
          </div>
        )}
        {reason.control === 'existing' && <ExistingChoice cannotLeave />}
      </div>
    </section>
  )
}
