import type { PostRunState, PostRunView } from '../../../shared/ipc/views/post-run-views.ts'
import styles from './post-run.module.css'
import { verified } from './post-run-text.ts'
import { OperationProgress } from './operation-progress.tsx'
import { Results } from './results.tsx'
import { VerifyForm } from './verify-form.tsx'

export type PostRunPartProps = {
  readonly view: PostRunView
  readonly running: PostRunState['running']
  readonly masked: boolean
  readonly connected: boolean
  readonly onBegun: () => void
}

/** Looks migrated users up in the core, and lets a known account sign in. */
export function VerifyPart({ view, running, masked, connected, onBegun }: PostRunPartProps) {
  const { verification, troubles, made } = view
  return (
    <div className={styles.body}>
      <p className="muted">Looks up migrated users in the core by their new ID. Nothing is changed.</p>
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
  )
}
