import type { ProgressView } from '../../../../shared/ipc/views.ts'
import { asideShare } from '../../../../shared/report/run-share.ts'
import { stopText } from '../../../../shared/report/stop-reason.ts'
import { useDocument } from '../../../api/document-context.tsx'
import { Button, PrimaryButton } from '../../../components/controls/button.tsx'
import { counted, shortTime } from '../../../components/texts/format.ts'
import { Icon } from '../../../components/display/icon.tsx'
import { useSteps } from '../../../navigation/step-context.tsx'
import { EnterKey } from '../../connect/reconnect.tsx'
import { faultNames, TurnOffFailure } from '../../connect/rehearsal-card.tsx'
import { ExistingChoice } from './existing-users.tsx'
import styles from './failures.module.css'

/** Why the run stopped on its own, and how to resume it. */
export function StoppedPanel({
  progress,
  simulated,
  onResume,
}: {
  readonly progress: ProgressView
  /** The failure that a rehearsal simulates; null: none. */
  readonly simulated: keyof typeof faultNames | null
  readonly onResume: () => void
}) {
  const { go } = useSteps()
  const rehearsal = useDocument().target?.kind === 'rehearsal'
  if (progress.state !== 'stopped' || !progress.stopped || progress.stopped === 'cancelled') return null
  const reason = stopText(progress.stopped)
  // Existing users and a full disk stop a run without a simulated failure.
  const isOfFailure = simulated !== null && reason.control !== 'existing' && progress.stopped !== 'disk-full'
  return (
    <section className={styles.panel} aria-labelledby="stopped" data-comes-first="">
      <span className={styles.icon}>
        <Icon name="alert" size={20} />
      </span>
      <div className="stack-tight">
        <h2 id="stopped">{reason.title}</h2>
        {/* The title says this already. */}
        <p>{progress.note.replace(`${reason.title}. `, '')}</p>
        {reason.control === 'key' && !rehearsal && (
          <EnterKey isNext isRefused words="The new key is checked first, then the run resumes." onReady={onResume} />
        )}
        {reason.control === 'connect' && (
          <div>
            <Button onClick={() => go('connect')}>Check the address</Button>
          </div>
        )}
        {reason.control === 'existing' && <ExistingChoice cannotLeave />}
        {isOfFailure && reason.control !== 'key' && (
          <p className="muted">The rehearsal simulates a failure: {faultNames[simulated]}.</p>
        )}
        {isOfFailure && <TurnOffFailure isNext={reason.control === 'key'} onOff={onResume} />}
      </div>
    </section>
  )
}

/** The core does not answer: since when, what happens next, and a try without waiting for the next one. */
export function UnreachableBanner({
  progress,
  core,
  busy,
  onTry,
}: {
  readonly progress: ProgressView
  readonly core: string
  readonly busy: boolean
  readonly onTry: () => void
}) {
  const { go } = useSteps()
  const { outage } = progress
  if (outage === null) return null
  // Users set aside wait for the others, whether the core is there or not.
  const { sending } = asideShare(progress)
  const trying = outage.retryMs === 0
  return (
    <section className={styles.banner} aria-labelledby="core-away">
      <span className={styles.bannerIcon}>
        <Icon name="warning" size={20} />
      </span>
      <div className={styles.bannerWords}>
        <p>
          <b id="core-away">
            {core} is unreachable since {shortTime(outage.since)}.
          </b>{' '}
          {outage.message.replace(/ \([A-Z][A-Z_]+\)(?=\.?$)/, '')}
        </p>
        <p>
          The run continues as soon as the core answers.
          {sending > 0 &&
            ` The ${counted(sending, 'user')} being sent ${sending === 1 ? 'is' : 'are'} checked first, so none is created twice.`}
        </p>
      </div>
      <div className={styles.actions}>
        <b className={`${styles.next} figures`}>
          {trying ? 'Trying now' : `Next try in ${Math.ceil(outage.retryMs / 1000)} s`}
        </b>
        <Button className={styles.details} onClick={() => go('connect')}>
          Connection details
        </Button>
        <PrimaryButton
          busy={busy}
          disabled={
            (trying && 'The core is being tried now.') || (progress.state === 'pausing' && 'The run is being paused.')
          }
          onClick={onTry}
        >
          Try now
        </PrimaryButton>
      </div>
    </section>
  )
}
