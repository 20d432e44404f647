import type { ReactNode } from 'react'
import type { Problem } from '../../../shared/result.ts'
import type { Mutation } from '../../api/use-mutation.ts'
import { Button } from '../controls/button.tsx'
import { Icon } from '../display/icon.tsx'
import styles from './notice.module.css'

type NoticeTone = 'bad' | 'wait' | 'ok' | 'plain'

const icons = { bad: 'alert', wait: 'warning', ok: 'check' } as const

/** A sentence that stands where something happened, with what can be done about it. */
export function Notice({
  tone = 'plain',
  onDismiss,
  children,
}: {
  readonly tone?: NoticeTone
  readonly onDismiss?: (() => void) | undefined
  readonly children: ReactNode
}) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'bad' ? 'alert' : undefined}>
      {tone !== 'plain' && (
        <span className={styles.icon}>
          <Icon name={icons[tone]} />
        </span>
      )}
      <div className={styles.words}>{children}</div>
      {onDismiss && (
        <Button variant="subtle" small className={styles.dismiss} onClick={onDismiss} aria-label="Dismiss">
          <Icon name="close" />
        </Button>
      )}
    </div>
  )
}

/** An action or a query that may have failed: the first can be dismissed, the second loaded again. */
type Fallible = {
  readonly problem: Problem | null
  readonly dismiss?: () => void
  readonly reload?: () => void
}

/** Shows why an action or a query failed, or nothing. `children`: what else can be done about it. */
export function ProblemNotice({
  of: { problem, dismiss, reload },
  children,
}: {
  readonly of: Fallible
  readonly children?: ReactNode
}) {
  if (!problem) return null
  return (
    <Notice tone="bad" onDismiss={dismiss}>
      {problem.message}{' '}
      {reload && (
        <Button variant="link" onClick={reload}>
          Try again
        </Button>
      )}
      {children}
    </Notice>
  )
}

/** Progress of work on many users: a sentence, a bar, and a button to stop it. */
export function OperationProgress({
  label,
  done,
  total,
  stop,
  stopping,
  children,
}: {
  readonly label: string
  readonly done: number
  readonly total: number
  readonly stop: Mutation<[]>
  readonly stopping: boolean
  readonly children: ReactNode
}) {
  return (
    <div className="stack-tight">
      <p className="figures" aria-live="polite">
        {children}
      </p>
      <progress aria-label={label} max={Math.max(total, 1)} value={done} />
      <div className="row">
        <Button small busy={stop.busy || stopping} onClick={() => void stop.run()}>
          Stop
        </Button>
      </div>
      <ProblemNotice of={stop} />
    </div>
  )
}
