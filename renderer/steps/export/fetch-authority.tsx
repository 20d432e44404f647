import { useId } from 'react'
import type { FetchAuthority } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './fetch-authority.module.css'

/** The private authority that is trusted for one fetch. There is no way to trust everything. */
export function AuthorityField({
  chosen,
  hint,
  onChange,
}: {
  readonly chosen: FetchAuthority | null
  readonly hint: string
  readonly onChange: (authority: FetchAuthority | null) => void
}) {
  const bridge = useBridge()
  const id = useId()
  const choose = useMutation(
    () => bridge.invoke('fetch:choose-authority', {}),
    (authority) => authority !== null && onChange(authority),
  )
  return (
    <div className={styles.authority} role="group" aria-labelledby={id}>
      <span id={id} className={styles.title}>
        Certificate authority (optional)
      </span>
      {chosen === null ? (
        <p className={styles.hint}>{hint}</p>
      ) : (
        <p>
          <b>{chosen.names.join(', ')}</b> <span className="muted">from {chosen.file}</span>
        </p>
      )}
      <span className={styles.ways}>
        <Button small busy={choose.busy} onClick={() => void choose.run()}>
          {chosen === null ? 'Choose certificate…' : 'Choose another…'}
        </Button>
        {chosen !== null && (
          <Button small variant="subtle" onClick={() => onChange(null)}>
            Remove certificate
          </Button>
        )}
      </span>
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
    </div>
  )
}
