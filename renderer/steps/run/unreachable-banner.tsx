import type { ProgressView } from '../../../shared/ipc/views.ts'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { counted, shortTime } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { useSteps } from '../../navigation/step-context.tsx'
import styles from './unreachable-banner.module.css'

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
  const { outage, counts } = progress
  if (outage === null) return null
  const trying = outage.retryMs === 0
  return (
    <section className={styles.banner} aria-labelledby="core-away">
      <span className={styles.icon}>
        <Icon name="warning" size={20} />
      </span>
      <div className={styles.words}>
        <p>
          <b id="core-away">
            {core} is unreachable since {shortTime(outage.since)}.
          </b>{' '}
          {outage.message.replace(/ \([A-Z][A-Z_]+\)(?=\.?$)/, '')}
        </p>
        <p>
          The run continues as soon as the core answers.
          {counts.sending > 0 &&
            ` The ${counted(counts.sending, 'user')} being sent ${counts.sending === 1 ? 'is' : 'are'} checked first, so none is created twice.`}
        </p>
      </div>
      <div className={styles.actions}>
        <b className={`${styles.next} figures`}>
          {trying ? 'Trying now' : `Next try in ${Math.ceil(outage.retryMs / 1000)} s`}
        </b>
        <Button onClick={() => go('connect')}>Connection details</Button>
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
