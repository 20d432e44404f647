import { useBridge } from '../../api/bridge-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { Button, PrimaryButton } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Dialog } from '../dialog.tsx'
import { Loading } from '../empty.tsx'
import { Notice, ProblemNotice } from '../notice.tsx'
import { useState } from 'react'
import styles from './diagnostics-dialog.module.css'

/** What would be handed to somebody who helps, word for word, before it is saved. */
export function DiagnosticsDialog({ onClose }: { readonly onClose: () => void }) {
  const bridge = useBridge()
  const { value, problem, reload } = useQuery('diagnostics:get', {}, 0)
  const [saved, setSaved] = useState<string | null>(null)
  const saving = useMutation(
    () => bridge.invoke('diagnostics:save', {}),
    (answer) => setSaved(answer.saved),
  )
  return (
    <Dialog
      title="Save diagnostics"
      wide
      onClose={onClose}
      foot={
        <>
          {value && <CopyButton text={value.text} label="the diagnostics" />}
          <Button onClick={onClose}>Close</Button>
          <PrimaryButton busy={saving.busy} disabled={value === null} onClick={() => void saving.run()}>
            Save as a file…
          </PrimaryButton>
        </>
      }
    >
      <p>
        This is all that the file will hold: versions, settings without secrets, counts and the last warnings. No names,
        addresses, hosts, keys or hashes. Read it, then save it.
      </p>
      {value ? (
        // Scrolled by keys, so it takes the focus.
        <pre className={styles.text} tabIndex={0} aria-label="Diagnostics">
          {value.text}
        </pre>
      ) : (
        !problem && <Loading label="Collecting" />
      )}
      {saved !== null && <Notice tone="ok">Saved as {saved}.</Notice>}
      <ProblemNotice problem={problem} onRetry={reload} />
      <ProblemNotice problem={saving.problem} onDismiss={saving.dismiss} />
    </Dialog>
  )
}
