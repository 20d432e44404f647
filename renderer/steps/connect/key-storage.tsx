import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/field.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import type { Access } from './use-core-connection.ts'
import styles from './key-storage.module.css'

/** Where the key stays: encrypted by the system, if it really encrypts, else in memory. */
export function KeyStorage({
  access,
  forget,
  keep,
  onKeep,
}: Access & { readonly keep: boolean; readonly onKeep: (keep: boolean) => void }) {
  if (access === null) return null
  const { keeper, hasKey } = access
  return (
    <div className={styles.keeping}>
      {keeper === null ? (
        <p className={styles.note}>
          No system keychain found: the key is kept in memory only and asked for again after a restart.
        </p>
      ) : (
        <Checkbox checked={keep} onChange={onKeep}>
          Save the key in {keeper}, for this address only
        </Checkbox>
      )}
      {hasKey && (
        <p className={styles.kept}>
          <span>{keeper === null ? 'A key for this address is in memory' : 'A key for this address is saved'}.</span>
          <Button variant="link" busy={forget.busy} onClick={() => void forget.run()}>
            Forget key
          </Button>
        </p>
      )}
      <ProblemNotice problem={forget.problem} onDismiss={forget.dismiss} />
    </div>
  )
}
