import { Button } from '../../components/button.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import type { Access } from './use-core-connection.ts'
import styles from './route-part.module.css'

/** The private authority that is trusted at this address. There is no way to trust everything. */
export function AuthorityPart({ access, trust, distrust }: Access) {
  const trusted = access?.authority ?? null
  return (
    <div className={styles.authority} role="group" aria-labelledby="authority">
      <span id="authority" className={styles.title}>
        Private certificate authority
      </span>
      {trusted === null ? (
        <p className={styles.hint}>
          Only where the core’s certificate comes from your company’s own authority: its certificate as a file (PEM or
          DER), trusted at this address alone.
        </p>
      ) : (
        <p>
          <b>{trusted.names.join(', ')}</b> <span className="muted">from {trusted.file}, at this address alone</span>
        </p>
      )}
      <span className={styles.ways}>
        <Button small busy={trust.busy} disabled={access === null} onClick={() => void trust.run()}>
          {trusted === null ? 'Choose a file…' : 'Choose another…'}
        </Button>
        {trusted !== null && (
          <Button small variant="subtle" busy={distrust.busy} onClick={() => void distrust.run()}>
            Remove certificate
          </Button>
        )}
      </span>
      <ProblemNotice problem={trust.problem} onDismiss={trust.dismiss} />
      <ProblemNotice problem={distrust.problem} onDismiss={distrust.dismiss} />
    </div>
  )
}
