import type { PostRunState, PostRunView } from '../../../shared/ipc/views/post-run-views.ts'
import { Card } from '../../components/card.tsx'
import styles from './post-run-part.module.css'
import { verified } from './post-run-text.ts'
import { OperationProgress } from './operation-progress.tsx'
import { Results } from './results.tsx'
import { VerifyForm } from './verify-form.tsx'

export type PostRunCardProps = {
  readonly view: PostRunView
  readonly running: PostRunState['running']
  readonly masked: boolean
  readonly connected: boolean
  readonly onBegun: () => void
}

/** Looks migrated users up in the core, and lets a known account sign in. */
export function VerifyCard({ view, running, masked, connected, onBegun }: PostRunCardProps) {
  const { verification, troubles, made } = view
  return (
    <Card title="Verify users">
      <div className={styles.body}>
        <p className="muted">
          Looks up migrated users in the core by their new ID, and can sign in with an account you know. Nothing is
          changed.
        </p>
        {running?.kind === 'verify' ? (
          <OperationProgress running={running} />
        ) : (
          <>
            {made > 0 && <VerifyForm view={view} disabled={!connected || running !== null} onBegun={onBegun} />}
            {verification && (
              <Results kind="verify" said={verified(verification)} troubles={troubles.verify} masked={masked} />
            )}
          </>
        )}
      </div>
    </Card>
  )
}
